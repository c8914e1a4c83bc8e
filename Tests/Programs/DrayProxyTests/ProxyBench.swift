// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// A connection as in a relay, but without sockets: bytes and descriptors as input and output.
struct ProxyBench: ~Copyable {
    var connection: ProxyConnection
    private var requests = WireStream()
    private var events = WireStream()

    /// The output of one side.
    struct Output: Equatable {
        var bytes: [UInt8] = []
        /// Each descriptor with the offset of the byte that it arrived with.
        var descriptors: [(offset: Int, descriptor: Int32)] = []

        static func == (one: Output, other: Output) -> Bool {
            one.bytes == other.bytes && one.descriptors.map(\.descriptor) == other.descriptors.map(\.descriptor)
        }
    }

    private(set) var toCompositor = Output()
    private(set) var toClient = Output()

    init(
        client: SharedDragTable.Client = 1, policy: DragPolicy = .humanInterface, board: SharedDragTable? = nil,
        isTelling: Bool = false, tellsSteps: Bool = false, now: @escaping () -> UInt64 = { 0 }
    ) {
        connection = ProxyConnection(
            client: client, policy: policy, board: board ?? SharedDragTable()!, isTelling: isTelling,
            tellsSteps: tellsSteps,
            now: now)
    }

    mutating func client(says bytes: [UInt8], with descriptors: [Int32] = []) throws(WireBreach) {
        try Self.fill(&requests, bytes, descriptors)
        // Complete messages before a breach are sent too.
        defer {
            Self.drain(&requests, into: &toCompositor)
            Self.drain(&events, into: &toClient)
        }
        try connection.takeRequests(from: &requests, answeringInto: &events)
    }

    mutating func compositor(says bytes: [UInt8], with descriptors: [Int32] = []) throws(WireBreach) {
        try Self.fill(&events, bytes, descriptors)
        try connection.takeEvents(from: &events)
        Self.drain(&events, into: &toClient)
    }

    /// The bytes that the compositor receives for a request.
    mutating func passed(request bytes: [UInt8]) throws(WireBreach) -> [UInt8] {
        let before = toCompositor.bytes.count
        try client(says: bytes)
        return Array(toCompositor.bytes[before...])
    }

    /// The bytes that the client receives for an event.
    mutating func passed(event bytes: [UInt8]) throws(WireBreach) -> [UInt8] {
        let before = toClient.bytes.count
        try compositor(says: bytes)
        return Array(toClient.bytes[before...])
    }

    /// The descriptors of incomplete messages.
    mutating func leftDescriptors() -> [Int32] { requests.removeDescriptors() + events.removeDescriptors() }

    private static func fill(
        _ stream: inout WireStream, _ bytes: [UInt8], _ descriptors: [Int32]
    ) throws(WireBreach) {
        try stream.fill { room in
            precondition(bytes.count <= room.count, "a test sends more than the stream has room for")
            room.copyBytes(from: bytes)
            return (bytes.count, descriptors)
        }
    }

    private static func drain(_ stream: inout WireStream, into output: inout Output) {
        while stream.hasOutgoing {
            _ = stream.drain { bytes, descriptors in
                output.descriptors += descriptors.map { (output.bytes.count, $0) }
                output.bytes += bytes
                return bytes.count
            }
        }
    }
}

/// The ids of the connections below.
enum ID {
    static let registry: UInt32 = 2
    static let compositor: UInt32 = 3
    static let subcompositor: UInt32 = 4
    static let windowBase: UInt32 = 5
    static let seat: UInt32 = 6
    static let manager: UInt32 = 7
    static let device: UInt32 = 8
    static let source: UInt32 = 9
    static let window: UInt32 = 10
    static let otherWindow: UInt32 = 11
    static let secondSeat: UInt32 = 12
    static let secondDevice: UInt32 = 13
    static let touch: UInt32 = 14
    static let secondTouch: UInt32 = 15
    /// The first id that is free for a test.
    static let free: UInt32 = 20
    static let offer: UInt32 = 0xff00_0000
    static let secondOffer: UInt32 = 0xff00_0001
}

extension ProxyBench {
    static let registry = message(1, 1, .number(ID.registry))
    static let seats = message(ID.registry, 0, 4, "wl_seat", 7) + message(ID.registry, 0, 5, "wl_seat", 7)

    /// A client with two windows, one data device for each of two seats, and a source for drags.
    static let greeting: [UInt8] =
        message(ID.registry, 0, 1, "wl_compositor", 5, .number(ID.compositor))
        + message(ID.registry, 0, 2, "wl_subcompositor", 1, .number(ID.subcompositor))
        + message(ID.registry, 0, 3, "xdg_wm_base", 3, .number(ID.windowBase))
        + message(ID.registry, 0, 4, "wl_seat", 7, .number(ID.seat))
        + message(ID.registry, 0, 5, "wl_seat", 7, .number(ID.secondSeat))
        + message(ID.seat, 2, .number(ID.touch)) + message(ID.secondSeat, 2, .number(ID.secondTouch))
        + message(ID.compositor, 0, .number(ID.window)) + message(ID.compositor, 0, .number(ID.otherWindow))

    static func dataDevices(version: UInt32 = 3) -> [UInt8] {
        message(ID.registry, 0, 6, "wl_data_device_manager", .number(version), .number(ID.manager))
            + message(ID.manager, 1, .number(ID.device), .number(ID.seat))
            + message(ID.manager, 1, .number(ID.secondDevice), .number(ID.secondSeat))
            + message(ID.manager, 0, .number(ID.source))
    }

    mutating func greet(version: UInt32 = 3) throws {
        try client(says: Self.registry)
        try compositor(says: Self.seats)
        try client(says: Self.greeting + Self.dataDevices(version: version))
    }

    /// Starts a drag that the compositor grants: a touch point is down on the surface.
    mutating func startDrag(from surface: UInt32 = ID.window, device: UInt32 = ID.device) throws {
        let touch = device == ID.device ? ID.touch : ID.secondTouch
        try compositor(says: message(touch, 0, .number(Self.serial), 0, .number(surface), 0, 0, 0))
        try claimDrag(from: surface, device: device)
    }

    /// Requests a drag without a press that has the serial.
    mutating func claimDrag(
        from surface: UInt32 = ID.window, device: UInt32 = ID.device, source: UInt32 = ID.source,
        serial: UInt32 = serial
    ) throws {
        try client(says: message(device, 0, .number(source), .number(surface), 0, .number(serial)))
    }

    static let serial: UInt32 = 77

    /// data_offer, offer, source_actions.
    static func introduction(
        _ offer: UInt32 = ID.offer, device: UInt32 = ID.device, actions: DragActions = [.copy, .move]
    ) -> [UInt8] {
        message(device, 0, .number(offer)) + message(offer, 0, "text/plain")
            + message(offer, 1, .number(actions.rawValue))
    }

    static func enter(
        _ surface: UInt32 = ID.window, offer: UInt32 = ID.offer, device: UInt32 = ID.device
    ) -> [UInt8] {
        message(device, 1, 5, .number(surface), 0, 0, .number(offer))
    }

    static func setActions(
        _ mask: DragActions, _ preferred: DragAction?, offer: UInt32 = ID.offer
    ) -> [UInt8] {
        message(offer, 4, .number(mask.rawValue), .number(preferred?.rawValue ?? 0))
    }
}
