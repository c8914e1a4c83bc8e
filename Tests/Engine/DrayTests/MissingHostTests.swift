// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayHeadless
import Glibc
import TestClients
import Testing
import WaylandClient

/// An engine without a host refuses every drag, and writes the reason to standard error, once for each client.
@Suite(.serialized) struct MissingHostTests {
    private static let reason = "DragEngine.host is nil"

    @Test func refusedDragIsReportedOnceForEachClient() throws {
        let bench = try Bench()
        bench.fixture.host.engine.host = nil
        let lines = try standardError {
            for (client, window) in [
                (bench.source, bench.sourceWindow), (bench.source, bench.sourceWindow),
                (bench.target, bench.targetWindow),
            ] {
                client.device.startDrag(source: client.makeSource(), origin: window.surface, icon: nil, serial: 1)
                try bench.fixture.settle()
            }
        }
        #expect(lines.ranges(of: Self.reason).count == 2, "\(lines)")
    }

    @Test func clientThatConnectsIsReported() throws {
        let bench = try Bench()
        bench.fixture.host.engine.host = nil
        let lines = try standardError { _ = try bench.fixture.makeClient("late") }
        #expect(lines.ranges(of: Self.reason).count == 1, "\(lines)")
    }

    /// Returns what is written to standard error meanwhile: less than a pipe holds.
    private func standardError(_ body: () throws -> Void) throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let saved = dup(STDERR_FILENO)
        dup2(ends[1], STDERR_FILENO)
        close(ends[1])
        defer { close(ends[0]) }
        do {
            defer {
                dup2(saved, STDERR_FILENO)
                close(saved)
            }
            try body()
        }
        var bytes = [UInt8](repeating: 0, count: 65536), count = 0
        while case let got = read(ends[0], &bytes[count], bytes.count - count), got > 0 { count += got }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
