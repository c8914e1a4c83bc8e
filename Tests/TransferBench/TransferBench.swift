// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import WaylandServer
import WaylandUtil

/// How much a relay carries, against a pipe without one: rounds of either, in turn, and the ratio of their medians.
///
/// `TransferBench [megabytes] [rounds]`. Writer and reader are threads of their own; the relay's loop is in this one.
@main struct TransferBench {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let size = (numbers.first ?? 100) << 20
        let rounds = numbers.dropFirst().first ?? 9
        var direct: [Double] = []
        var relayed: [Double] = []
        var shown: [Double] = []
        for _ in 0..<rounds {
            direct.append(try throughput(of: size, through: nil))
            relayed.append(try throughput(of: size, through: .count))
            shown.append(try throughput(of: size, through: .bytes))
        }
        let base = median(direct)
        print("\(size >> 20) MB, \(rounds) rounds, medians")
        print("direct            \(Int(base)) MB/s")
        print("relayed           \(Int(median(relayed))) MB/s, \(ratio(median(relayed) / base)) of direct")
        print("relayed and shown \(Int(median(shown))) MB/s, \(ratio(median(shown) / base)) of direct")
        let (relay, pool) = (try beginnings(throughPool: false), try beginnings(throughPool: true))
        print("a transfer's beginning and end: \(ratio(relay)) µs by a relay, \(ratio(pool)) µs with the ledger")
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print("largest resident set \(usage.ru_maxrss / 1024) MB")
    }

    /// What the beginning and the end of a transfer take that nothing is written to, in microseconds.
    private static func beginnings(throughPool: Bool) throws -> Double {
        let display = try Display()
        let clock = ContinuousClock()
        let pool = TransferPool(loop: display.eventLoop) {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
        }
        let count: UInt64 = 5000
        let start = clock.now
        for number in 0..<count {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { fatalError("no descriptors left") }
            let target = ReceivedDescriptor(owning: ends[1])
            var isOver = false
            if throughPool {
                let request = TransferRequest(
                    ReadID(number), "text/plain;charset=utf-8", seat: SeatID(1), .drag(DragID(1)))
                _ = pool.begin(request, to: target, sourceLife: { .up }) { _ in isOver = true }
                while !isOver { display.eventLoop.dispatch(timeout: -1) }
            } else {
                let relay = TransferRelay(loop: display.eventLoop, to: target) { event in
                    switch event {
                    case .bytes, .carried, .sourceClosed: break
                    case .finished, .targetClosed, .sourceFailed: isOver = true
                    }
                }
                _ = relay?.takeSourceEnd()
                while !isOver { display.eventLoop.dispatch(timeout: -1) }
            }
            close(ends[0])
        }
        let time = clock.now - start
        return (Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12) / Double(count)
    }

    private static func throughput(of size: Int, through showing: TransferRelay.Showing?) throws -> Double {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { fatalError("no descriptors left") }
        let start = ContinuousClock().now
        if let showing {
            let display = try Display()
            var isOver = false
            var source: Int32 = -1
            let relay = TransferRelay(
                loop: display.eventLoop, to: ReceivedDescriptor(owning: ends[1]), showing: showing
            ) { event in
                switch event {
                case .bytes, .carried, .sourceClosed: break
                case .finished, .targetClosed, .sourceFailed: isOver = true
                }
            }
            source = relay?.takeSourceEnd()?.take() ?? -1
            let threads = [run(.write, size, on: source), run(.read, size, on: ends[0])]
            while !isOver { display.eventLoop.dispatch(timeout: -1) }
            for thread in threads { pthread_join(thread, nil) }
        } else {
            let threads = [run(.write, size, on: ends[1]), run(.read, size, on: ends[0])]
            for thread in threads { pthread_join(thread, nil) }
        }
        let time = ContinuousClock().now - start
        return Double(size) / 1e6 / (Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
    }

    /// What one thread does with its descriptor, which it closes.
    private final class Job {
        let work: Work
        let size: Int
        let descriptor: Int32

        enum Work {
            case write
            case read
        }

        init(_ work: Work, _ size: Int, _ descriptor: Int32) {
            (self.work, self.size, self.descriptor) = (work, size, descriptor)
        }

        func run() {
            let buffer = [UInt8](repeating: 42, count: 65_536)
            var target = buffer
            var done = 0
            while true {
                let count: Int
                switch work {
                case .write: count = done < size ? Glibc.write(descriptor, buffer, min(buffer.count, size - done)) : 0
                case .read: count = Glibc.read(descriptor, &target, target.count)
                }
                guard count > 0 else { break }
                done += count
            }
            close(descriptor)
            precondition(done == size, "the transfer is not complete")
        }
    }

    private static func run(_ work: Job.Work, _ size: Int, on descriptor: Int32) -> pthread_t {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Job>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Job(work, size, descriptor)).toOpaque())
        return thread
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func ratio(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
