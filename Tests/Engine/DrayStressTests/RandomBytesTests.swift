// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import Randomness
import TestClients
import Testing
import WaylandClient

/// Clients that send random bytes: the compositor disconnects them, and serves all others.
@Suite(.serialized) struct RandomBytesTests {
    private static let roundsOfRun = 200

    @Test func randomBytesDisconnectNoOtherClient() throws {
        let length = FuzzLength(standardOperations: 1000)
        var seed = length.seed
        var rounds = 0
        var (bytes, refused) = (0, 0)
        while !length.isReached(rounds) {
            let run = try RandomBytesRun(seed: seed)
            for _ in 0..<Self.roundsOfRun { try run.round() }
            try run.checkOthers("DRAY_FUZZ_SEED=\(seed)")
            rounds += Self.roundsOfRun
            bytes += run.bytes
            refused += run.refused
            seed &+= 1
        }
        print(
            """
            random bytes: \(rounds) clients, seeds \(length.seed)..<\(seed): \(bytes) bytes, \
            \(refused) clients disconnected
            """)
        #expect(refused > rounds / 4)
    }

    @Test func partialMessageDoesNotDisconnect() throws {
        let fixture = try DragFixture()
        let raw = try RawClient(fixture)
        let message = WireMessage.getRegistry.bytes
        for byte in message {
            raw.say([byte])
            #expect(raw.isConnected)
        }
    }

    @Test func messageOfSizeZeroDisconnects() throws {
        let fixture = try DragFixture()
        let raw = try RawClient(fixture)
        raw.say(WireMessage.word(1) + WireMessage.word(0))
        fixture.compositor.dispatch(timeout: 0)
        #expect(!raw.isConnected)
    }
}

/// One compositor, a well-behaved client, and a series of clients that send random bytes.
private final class RandomBytesRun {
    private(set) var bytes = 0
    private(set) var refused = 0
    private let fixture: DragFixture
    private let honest: DragClient
    private let window: TestWindow
    private var random: SplitMix64
    private let spare = open("/dev/null", O_RDWR | O_CLOEXEC)

    /// The globals that are bound, and the versions, in a fixed order.
    private static let globals: [(String, UInt32)] = [
        ("wl_shm", 1), ("wl_output", 4), ("wl_seat", 7), ("wl_compositor", 5), ("wl_subcompositor", 1),
        ("wp_viewporter", 1), ("xdg_wm_base", 5), ("wl_data_device_manager", 3),
    ]

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        fixture = try DragFixture()
        honest = try fixture.makeClient("honest")
        window = try fixture.makeWindow(of: honest, at: .zero)
    }

    deinit {
        close(spare)
    }

    /// Connects a client, sends random bytes, and disconnects it.
    func round() throws {
        let client = try RawClient(fixture)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            say(
                (0..<Int.random(in: 1...600, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) },
                client)
        case 1: for _ in 0..<20 { say(randomMessage(upTo: 4), client) }
        default:
            begin(client)
            for _ in 0..<Int.random(in: 1...40, using: &random) where client.isConnected {
                say(randomMessage(upTo: 30), client, descriptors: random.chance(20) ? [spare] : [])
            }
        }
        fixture.compositor.dispatch(timeout: 0)
        if !client.isConnected { refused += 1 }
        client.drain()
        try fixture.pump(honest.connection)
    }

    /// Checks that the well-behaved client can still drag.
    func checkOthers(_ place: Comment) throws {
        fixture.clearLogs()
        let content = honest.makeSource()
        try fixture.startDrag(of: honest, from: window, at: Point(x: 50, y: 50), source: content)
        #expect(fixture.drags.isDragging, place)
        try fixture.move(to: Point(x: 60, y: 60))
        #expect(honest.log.contains { if case .enter = $0 { true } else { false } }, place)
        fixture.seat.pointer.move(to: Point(x: 900, y: 700))
        try fixture.release()
        #expect(honest.log.contains(.sourceCancelled), place)
    }

    private func say(_ message: [UInt8], _ client: RawClient, descriptors: [Int32] = []) {
        bytes += message.count
        client.say(message, descriptors: descriptors)
    }

    /// Binds the globals, and creates a few objects: IDs 3 to 20.
    private func begin(_ client: RawClient) {
        var message = WireMessage.getRegistry.bytes
        var id: UInt32 = 3
        for entry in honest.offeredGlobals {
            guard let known = Self.globals.first(where: { $0.0 == entry.interface }) else { continue }
            message += WireMessage.bind(entry.name, known.0, version: min(known.1, entry.version), id: id).bytes
            ids[known.0] = id
            id += 1
        }
        func make(_ interface: String, _ opcode: UInt16, _ arguments: [WireMessage.Argument] = []) -> UInt32 {
            message += WireMessage(object: ids[interface] ?? 1, opcode: opcode, [.word(id)] + arguments).bytes
            defer { id += 1 }
            return id
        }
        let surface = make("wl_compositor", 0)
        _ = make("wl_compositor", 0)
        _ = make("wl_compositor", 1)
        let source = make("wl_data_device_manager", 0)
        message += WireMessage(object: source, opcode: 0, [.text("text/plain")]).bytes
        _ = make("wl_data_device_manager", 1, [.word(ids["wl_seat"] ?? 1)])
        _ = make("wl_seat", 0)
        _ = make("wl_seat", 2)
        _ = make("xdg_wm_base", 2, [.word(surface)])
        say(message, client)
    }

    private var ids: [String: UInt32] = [:]

    /// Returns a message with a well-formed header and random arguments.
    private func randomMessage(upTo object: UInt32) -> [UInt8] {
        let arguments = (0..<Int.random(in: 0...6, using: &random)).map { _ -> WireMessage.Argument in
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .text(random.pick(["text/plain", "", "x", String(repeating: "long", count: 300)]))
            case 1: .word(UInt32.random(in: 0...UInt32.max, using: &random))
            case 2: .word(0)
            default: .word(UInt32.random(in: 0...object + 4, using: &random))
            }
        }
        var bytes = WireMessage(
            object: UInt32.random(in: 1...object, using: &random), opcode: UInt16.random(in: 0...9, using: &random),
            arguments
        ).bytes
        if random.chance(5) { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x40 }
        return bytes
    }
}
