// SPDX-License-Identifier: MIT

import Testing

@testable import DrayProxy

/// The lines that a program can cause in the proxy's log, and the number of its connections.
@Suite struct ProxyLogTests {
    private static let minute: UInt64 = 60_000_000

    private func report(_ process: Int32, _ event: ProxyReport.Event, at time: UInt64) -> ProxyReport {
        ProxyReport(client: 1, name: "foot", process: process, time: time, event: event)
    }

    @Test func aProgramGetsOneLineAndACount() {
        var log = ProxyLog()
        var lines: [String] = []
        for index in 0..<279 { lines += log.hear(report(7, .ended("reason \(index)"), at: UInt64(index))) }
        #expect(lines == ["foot (process 7) was disconnected: reason 0"])
        // With the next report of any program.
        let count = ["foot (process 7): 278 more lines were left out, the last: was disconnected: reason 278"]
        #expect(log.hear(report(8, .ended(nil), at: Self.minute)) == count)
        // The process continues: it gets no further first line.
        #expect(log.hear(report(7, .ended("more"), at: Self.minute + 1)).isEmpty)
        #expect(log.finish() == ["foot (process 7): 1 more lines were left out, the last: was disconnected: more"])
    }

    @Test func anotherProgramAndAnotherKindHaveTheirOwn() {
        var log = ProxyLog()
        #expect(log.hear(report(7, .ended("bad"), at: 0)).count == 1)
        #expect(log.hear(report(8, .ended("bad"), at: 1)) == ["foot (process 8) was disconnected: bad"])
        #expect(log.hear(report(7, .note("is forwarded unread"), at: 2)) == ["foot (process 7) is forwarded unread"])
        #expect(log.hear(report(0, .ended("bad"), at: 3)) == ["foot was disconnected: bad"])
        #expect(log.finish().isEmpty)
    }

    /// A program that starts a process for each connection.
    @Test func manyProcessesDoNotFillTheLog() {
        var log = ProxyLog()
        let lines = (1...1000).flatMap { log.hear(report($0, .ended("bad"), at: UInt64($0))) }
        #expect(lines.count == 10)
        #expect(log.hear(report(1, .ended(nil), at: Self.minute)) == ["990 lines about other programs were left out"])
        #expect(log.hear(report(2000, .ended("bad"), at: Self.minute + 1)).count == 1)
    }

    @Test func otherReportsChangeNothing() {
        var log = ProxyLog()
        for event in [ProxyReport.Event.ended(nil), .picked(nil), .dropped(nil), .dragEnded(nil)] {
            #expect(log.hear(report(1, event, at: 2 * Self.minute)).isEmpty)
        }
        #expect(log.finish().isEmpty)
    }

    @Test func aGreedyProcessLeavesRoomForOthers() {
        var shares = ConnectionShares()
        let greedy = (1...200).map { ProxiedProcess(number: $0, start: 1) }
        var total = 0
        for process in greedy {
            while shares.refuse(process) == nil { total += 1 }
            // A process that starts now can connect.
            if total < ConnectionShares.limit {
                let late = ProxiedProcess(number: 1000, start: 1)
                #expect(shares.refuse(late) == nil)
                shares.release(late)
            }
        }
        #expect(total <= ConnectionShares.limit)
        #expect(shares.refuse(greedy[0]) == 227)
        // The id alone does not identify the process.
        #expect(shares.refuse(ProxiedProcess(number: 1, start: 2)) != 227)
        for _ in 0..<227 { shares.release(greedy[0]) }
        #expect(shares.refuse(greedy[0]) == nil)
    }

    @Test func endedConnectionsAreReleased() {
        var shares = ConnectionShares()
        for round in 0..<3 {
            var count = 0
            while shares.refuse(nil) == nil { count += 1 }
            #expect(count == 228 || count == 227, "in round \(round)")
            for _ in 0..<count { shares.release(nil) }
            // Releasing a process that was not counted has no effect.
            shares.release(nil)
        }
    }
}
