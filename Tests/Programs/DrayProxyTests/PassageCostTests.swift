// SPDX-License-Identifier: MIT

import CSocket
import DrayCore
import Glibc
import Testing
import VirtualDevices

@testable import DrayProxy

/// Forwarding needs neither copies nor allocations: messages are received, processed and sent in the same memory. Only
/// meaningful in release builds, where `make test-release OPTIMIZED_TESTS=` runs it.
@Suite struct PassageCostTests {
    /// Both sides of a relay, and their peers.
    private struct Line: ~Copyable {
        var from: ProxySocket
        var to: ProxySocket
        let speaker: Int32
        let listener: Int32
        var stream = WireStream()

        init() {
            let (speaker, from) = RelayRun.pair()
            let (to, listener) = RelayRun.pair()
            self.from = ProxySocket(from)
            self.to = ProxySocket(to)
            self.speaker = speaker
            self.listener = listener
        }

        deinit {
            close(speaker)
            close(listener)
        }

        /// Sends the bytes once from one end to the other.
        mutating func pass(
            _ bytes: UnsafeRawBufferPointer, _ look: (inout WireStream) -> Void,
            into room: UnsafeMutableRawBufferPointer
        ) {
            _ = dray_send(speaker, bytes.baseAddress, bytes.count, nil, 0)
            _ = try? from.receive(into: &stream)
            look(&stream)
            _ = to.send(from: &stream)
            recv(listener, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        }
    }

    private static let rounds = 100

    private static func allocations(
        of messages: [UInt8], areRequests: Bool, _ bench: inout ProxyBench
    ) throws -> Int? {
        var line = Line()
        var answers = WireStream()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
        defer { room.deallocate() }
        func pass(_ count: Int, _ bench: inout ProxyBench) {
            messages.withUnsafeBytes { bytes in
                for _ in 0..<count {
                    line.pass(
                        bytes,
                        { stream in
                            if areRequests {
                                try? bench.connection.takeRequests(from: &stream, answeringInto: &answers)
                            } else {
                                try? bench.connection.takeEvents(from: &stream)
                            }
                            _ = bench.connection.takeNotices()
                        }, into: room)
                }
            }
        }
        pass(2, &bench)
        let counted = Allocations.count { pass(Self.rounds, &bench) }
        // The bytes arrive unchanged.
        #expect(Array(room[..<messages.count]) == messages)
        return counted
    }

    private func expectNone(_ counted: Int?) {
        guard let counted else { return }  // ThreadSanitizer replaces the allocator.
        #if DEBUG
            _ = counted  // Unoptimised code allocates in the standard library; the result is ignored.
        #else
            #expect(counted == 0, "in \(Self.rounds) rounds")
        #endif
    }

    /// A frame with pointer motion, a callback and its id; and the motion of a drag over a window.
    @Test func eventsCostNoMemory() throws {
        var bench = ProxyBench(tellsSteps: true)
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try bench.startDrag(device: ID.secondDevice)
        let events =
            message(ID.source, 5, 1) + message(60, 2, 1, 2, 3) + message(60, 5) + message(61, 0, 5) + message(1, 1, 61)
            + message(ID.device, 3, 1, 2, 3) + message(ID.offer, 2, 1)
        expectNone(try Self.allocations(of: events, areRequests: false, &bench))
    }

    /// Attach, damage, frame and commit of a window; and an answer to a drag that the rule does not change.
    @Test func requestsCostNoMemory() throws {
        var bench = ProxyBench(tellsSteps: true)
        try bench.greet()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        let requests =
            message(ID.window, 1, 62, 0, 0) + message(ID.window, 9, 0, 0, 5, 5) + message(ID.window, 3, 63)
            + message(ID.window, 6) + message(1, 0, 64) + ProxyBench.setActions(.copy, .copy)
        expectNone(try Self.allocations(of: requests, areRequests: true, &bench))
    }
}
