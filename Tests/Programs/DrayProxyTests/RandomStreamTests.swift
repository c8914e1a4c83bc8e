// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@testable import DrayProxy

/// Random clients and compositors: all messages arrive, except for the arguments that the rule changes.
@Suite struct RandomStreamTests {
    /// Bytes with descriptors that one side sends at once.
    struct Burst {
        var isRequest: Bool
        var bytes: [UInt8]
        var descriptors: [Int32]
    }

    static func argument(_ random: inout SplitMix64) -> Argument {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: .number(UInt32.random(in: 0..<26, using: &random))
        case 5, 6: .number(random.pick([ID.offer, ID.secondOffer]))
        case 7: .number(random.pick([0, 1, 2, 3, 4, 7, 8, .max]))
        case _: .text(random.pick(["wl_seat", "wl_data_device_manager", "xdg_wm_base", "", "text/plain"]))
        }
    }

    /// Mostly messages of drags, sometimes arbitrary ones.
    static func words(_ isRequest: Bool, _ random: inout SplitMix64) -> [UInt8] {
        if random.chance(30) {
            let object = random.pick([1, 2, 3, 5, 7, 8, 9, 20, 24, ID.offer, ID.secondOffer, .max])
            let arguments = (0..<Int.random(in: 0..<6, using: &random)).flatMap { _ in argument(&random).bytes }
            return Argument.number(object).bytes
                + Argument.number(UInt32(arguments.count + 8) << 16 | UInt32.random(in: 0..<8, using: &random)).bytes
                + arguments
        }
        let offer = random.pick([ID.offer, ID.secondOffer])
        let device = random.pick([ID.device, ID.secondDevice])
        let mask = DragActions(rawValue: UInt32.random(in: 0..<8, using: &random))
        if isRequest {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return message(device, 0, .number(ID.source), .number(ID.window), 0, 1)
            case 1: return message(ID.source, 1)
            case 2: return message(offer, 2)
            case 3: return message(offer, 3)
            case 4: return ProxyBench.dataDevices(version: UInt32.random(in: 1..<4, using: &random))
            case _: return message(offer, 4, .number(mask.rawValue), .number(random.pick([0, 1, 2, 4])))
            }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: return ProxyBench.introduction(offer, device: device, actions: mask)
        case 2, 3: return ProxyBench.enter(random.pick([ID.window, ID.otherWindow]), offer: offer, device: device)
        case 4: return message(device, 2)
        case 5: return message(device, 4)
        case 6: return message(offer, 2, .number(random.pick([0, 1, 2, 4])))
        case _: return message(1, 1, .number(UInt32.random(in: 5..<26, using: &random)))
        }
    }

    static func conversation(_ random: inout SplitMix64) -> [Burst] {
        var descriptor: Int32 = 0
        var bursts = [
            Burst(isRequest: true, bytes: ProxyBench.registry, descriptors: []),
            Burst(isRequest: false, bytes: ProxyBench.seats, descriptors: []),
            Burst(isRequest: true, bytes: ProxyBench.greeting + ProxyBench.dataDevices(), descriptors: []),
        ]
        for _ in 0..<Int.random(in: 1..<60, using: &random) {
            let isRequest = random.chance(50)
            let bytes = (0..<Int.random(in: 1..<6, using: &random)).flatMap { _ in words(isRequest, &random) }
            let count = random.chance(30) ? Int32.random(in: 1..<5, using: &random) : 0
            bursts.append(
                Burst(isRequest: isRequest, bytes: bytes, descriptors: (descriptor..<descriptor + count).map { $0 }))
            descriptor += count
        }
        return bursts
    }

    static func play(_ bursts: [Burst], policy: DragPolicy, inPartsBy random: inout SplitMix64, splits: Bool) throws
        -> (toCompositor: ProxyBench.Output, toClient: ProxyBench.Output, left: [Int32])
    {
        var bench = ProxyBench(policy: policy)
        for burst in bursts {
            var rest = burst.bytes[...]
            var descriptors = burst.descriptors
            while !rest.isEmpty {
                let count = splits ? min(rest.count, Int.random(in: 1..<30, using: &random)) : rest.count
                if burst.isRequest {
                    try bench.client(says: Array(rest.prefix(count)), with: descriptors)
                } else {
                    try bench.compositor(says: Array(rest.prefix(count)), with: descriptors)
                }
                descriptors = []
                rest = rest.dropFirst(count)
            }
        }
        return (bench.toCompositor, bench.toClient, bench.leftDescriptors())
    }

    @Test(arguments: 1...400)
    func whatComesInGoesOut(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bursts = Self.conversation(&random)
        let policy = random.chance(80) ? DragPolicy.humanInterface : .wayland
        let whole = try Self.play(bursts, policy: policy, inPartsBy: &random, splits: false)
        for _ in 0..<3 {
            let parts = try Self.play(bursts, policy: policy, inPartsBy: &random, splits: true)
            #expect(
                parts.toCompositor == whole.toCompositor && parts.toClient == whole.toClient, "parts change nothing")
        }
        // Requests: all of them in order; only the two arguments of set_actions may differ.
        let sent = messages(bursts.filter(\.isRequest).flatMap(\.bytes))
        let arrived = messages(whole.toCompositor.bytes)
        #expect(sent.count == arrived.count)
        for (one, other) in zip(sent, arrived) where one != other {
            #expect(one.count == other.count && one[..<8] == other[..<8] && one[4] == 4 && one[3] == 0xff)
            #expect(policy != .wayland)
        }
        // Events: all of them, except for leaves and actions that are added, and the arguments of an offer's
        // source_actions and action.
        func isComparable(_ message: [UInt8]) -> Bool { !Self.isLeave(message) && !Self.isAction(message) }
        let sentEvents = messages(bursts.filter { !$0.isRequest }.flatMap(\.bytes)).filter(isComparable)
        let arrivedEvents = messages(whole.toClient.bytes).filter(isComparable)
        #expect(sentEvents.count == arrivedEvents.count)
        for (one, other) in zip(sentEvents, arrivedEvents) where one != other {
            #expect(one.count == other.count && one[..<8] == other[..<8] && [1, 2].contains(one[4]) && one[3] == 0xff)
            #expect(policy != .wayland)
        }
        let descriptors = bursts.flatMap(\.descriptors)
        let out = (whole.toCompositor.descriptors + whole.toClient.descriptors).map(\.descriptor) + whole.left
        #expect(out.sorted() == descriptors, "each descriptor goes out once")
        #expect(whole.toCompositor.descriptors.map(\.descriptor) == bursts.filter(\.isRequest).flatMap(\.descriptors))
    }

    /// For any data device, since random clients create their own.
    private static func isLeave(_ message: [UInt8]) -> Bool { message.count == 8 && message[4] == 2 && message[5] == 0 }

    /// For any source or offer, since random clients create their own.
    private static func isAction(_ message: [UInt8]) -> Bool {
        message.count == 12 && (message[4] == 5 || (message[4] == 2 && message[3] == 0xff)) && message[5] == 0
            && message[8] <= 7 && message[9...].allSatisfy { $0 == 0 }
    }

    /// Random bytes are forwarded or end the connection.
    @Test(arguments: 1...300)
    func noiseIsPassedOrRefused(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var bench = ProxyBench()
        try bench.greet()
        let before = bench.toCompositor.bytes.count
        var said: [UInt8] = []
        do throws(WireBreach) {
            for _ in 0..<40 {
                var bytes = (0..<Int.random(in: 1..<200, using: &random)).map { _ in
                    random.chance(70)
                        ? UInt8.random(in: 0..<12, using: &random) : UInt8.random(in: .min ... .max, using: &random)
                }
                if random.chance(50), bytes.count >= 8 { bytes[6] = UInt8(bytes.count & 0xfc); bytes[7] = 0 }
                if random.chance(50) {
                    said += bytes
                    try bench.client(says: bytes)
                } else {
                    try bench.compositor(says: bytes)
                }
            }
        } catch {
            if case .size(let size) = error { #expect(size < 8 || !size.isMultiple(of: 4)) }
            #expect(error.description.contains("bytes"), "of all breaches noise has only this one")
        }
        // All forwarded bytes were sent, in the same order.
        let passed = bench.toCompositor.bytes[before...]
        #expect(passed.count <= said.count)
    }
}
