// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// Framing, descriptors and limits.
@Suite struct WireStreamTests {
    @Test(arguments: [0, 4, 7, 9, 10, 65535] as [UInt32])
    func anInvalidSizeIsABreach(size: UInt32) throws {
        var bench = ProxyBench()
        let head = Argument.number(3).bytes + Argument.number(size << 16).bytes
        #expect(throws: WireBreach.size(Int(size))) { try bench.client(says: head) }
    }

    /// Complete messages before the invalid size are still delivered.
    @Test func messagesBeforeABreachPass() throws {
        var bench = ProxyBench()
        let good = message(1, 0, 2)
        #expect(throws: WireBreach.size(0)) {
            try bench.client(says: good + Argument.number(3).bytes + Argument.number(0).bytes)
        }
        #expect(bench.toCompositor.bytes == good)
    }

    @Test func theLargestMessagePasses() throws {
        var bench = ProxyBench()
        let size = 65532
        let large =
            Argument.number(99).bytes + Argument.number(UInt32(size) << 16).bytes
            + (8..<size).map { UInt8(truncatingIfNeeded: $0) }
        for part in stride(from: 0, to: size, by: 1000) {
            try bench.client(says: Array(large[part..<min(part + 1000, size)]), with: [Int32(part)])
        }
        #expect(bench.toCompositor.bytes == large)
        #expect(bench.toCompositor.descriptors.map(\.descriptor) == stride(from: 0, to: size, by: 1000).map(Int32.init))
    }

    @Test func aHalfMessageWaitsWithItsDescriptors() throws {
        var bench = ProxyBench()
        let whole = message(50, 3, 1, 2, 3)
        try bench.client(says: Array(whole[..<9]), with: [7, 8])
        #expect(bench.toCompositor.bytes == [])
        try bench.client(says: Array(whole[9...]))
        #expect(bench.toCompositor.bytes == whole)
        #expect(bench.toCompositor.descriptors.map(\.descriptor) == [7, 8])
        #expect(bench.leftDescriptors() == [])
    }

    @Test func descriptorsWithoutMessagesAreBounded() throws {
        var bench = ProxyBench()
        var count: Int32 = 0
        #expect(throws: WireBreach.tooManyDescriptors) {
            for _ in 0..<8 {
                try bench.client(says: [0], with: (count..<count + 253).map { $0 })
                count += 253
            }
        }
        #expect(bench.leftDescriptors() == (0..<count).map { $0 }, "none is lost, so that all can be closed")
    }

    /// 253 descriptors with one message, the limit of the kernel.
    @Test func aMessageMayHaveAsManyDescriptorsAsTheKernelTakes() throws {
        var bench = ProxyBench()
        try bench.compositor(says: message(70, 1), with: (0..<253).map { $0 })
        #expect(bench.toClient.descriptors.map(\.descriptor) == (0..<253).map { $0 })
    }

    /// An inserted leave keeps each descriptor with its message.
    @Test func descriptorsStayWithTheirBytes() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + message(ID.device, 4))
        let start = bench.toClient.bytes.count
        try bench.compositor(says: ProxyBench.introduction(ID.secondOffer, actions: .copy), with: [1])
        let leave = message(ID.device, 2)
        #expect(bench.toClient.descriptors.map(\.offset) == [start + leave.count])
    }

    /// The descriptors of removed bytes are sent with the next ones.
    @Test func descriptorsOfARemovedMessageGoOn() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction(actions: .copy) + ProxyBench.enter() + message(ID.device, 4))
        try bench.client(says: message(ID.offer, 2))
        try bench.compositor(says: message(ID.device, 2), with: [1])
        #expect(bench.toClient.descriptors.isEmpty)
        try bench.compositor(says: message(70, 1), with: [2])
        #expect(bench.toClient.descriptors.map(\.descriptor) == [1, 2])
    }
}
