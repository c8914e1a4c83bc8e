// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import WaylandServer
import WaylandUtil

/// Measures the throughput of a relay against a plain pipe, in alternating rounds, and the ratio of their medians.
///
/// `TransferBench [megabytes] [rounds]`. Writer and reader are threads of their own; the relay's loop is in this one.
@main struct TransferBench {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
        guard numbers.count <= 2, numbers.allSatisfy({ $0 > 0 }) else {
            fail("usage: TransferBench [megabytes] [rounds]", status: 2)
        }
        let size = (numbers.first ?? 100) << 20
        let rounds = numbers.dropFirst().first ?? 9
        var (relay, pool): (Double, Double) = (0, 0)
        var delays: [MotionDelays.Flow: [MotionDelays]] = [:]
        var taken: [(direct: Cost, relayed: Cost, shown: Cost)] = []
        do throws(Trouble) {
            for _ in 0..<rounds {
                taken.append(
                    (
                        try cost(of: size, through: nil), try cost(of: size, through: .count),
                        try cost(of: size, through: .bytes)
                    ))
            }
            for _ in 0..<3 {
                for flow in MotionDelays.Flow.allCases {
                    delays[flow, default: []].append(try motionDelays(beside: flow))
                }
            }
            (relay, pool) = (try beginnings(throughPool: false), try beginnings(throughPool: true))
        } catch {
            fail("TransferBench: \(error.description)", status: 1)
        }
        print("\(size >> 20) MB, \(rounds) rounds, medians; ratios are of the same round")
        tell("direct", taken.map(\.direct), against: taken.map(\.direct))
        tell("relayed", taken.map(\.relayed), against: taken.map(\.direct))
        tell("relayed and shown", taken.map(\.shown), against: taken.map(\.direct))
        print("setup and teardown: \(rounded(relay)) µs by a relay, \(rounded(pool)) µs with the ledger")
        print("latency of motions during a transfer, in the relay's loop, at 1000 per second")
        for flow in MotionDelays.Flow.allCases {
            let rounds = delays[flow] ?? []
            print(
                "\(flow.words): half within \(rounded(median(rounds.map(\.half)))) µs,"
                    + " 99 of 100 within \(rounded(median(rounds.map(\.most)))) µs; \(rounds[0].count) motions")
        }
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print("largest resident set \(usage.ru_maxrss / 1024) MB")
    }

    /// The cost of one transfer, in seconds: elapsed time, and CPU time of all threads.
    private struct Cost {
        let time: Double
        let work: Double
    }

    private enum Trouble: Error {
        case noDescriptors
        case noDisplay

        var description: String {
            switch self {
            case .noDescriptors: "there are no descriptors left for a pipe; `ulimit -n` says how many there may be"
            case .noDisplay: "no display can be made for the relay's loop"
            }
        }
    }

    private static func fail(_ text: String, status: Int32) -> Never {
        let line = Array((text + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
        exit(status)
    }

    private static func tell(_ name: String, _ costs: [Cost], against direct: [Cost]) {
        let (time, work) = (median(costs.map(\.time)), median(costs.map(\.work)))
        let speed = median(zip(costs, direct).map { $1.time / $0.time })
        let effort = median(zip(costs, direct).map { $0.work / $1.work })
        print(
            "\(name): \(rounded(time * 1000)) ms, \(rounded(speed)) of direct's speed;"
                + " \(rounded(work * 1000)) ms of CPU time, \(rounded(effort)) times direct's")
    }

    /// The CPU time of all threads of the process, in seconds.
    private static var processorTime: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Returns the time to set up and tear down a transfer without content, in microseconds.
    private static func beginnings(throughPool: Bool) throws(Trouble) -> Double {
        guard let display = try? Display() else { throw .noDisplay }
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
            guard pipe(&ends) == 0 else { throw .noDescriptors }
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

    private static func cost(of size: Int, through showing: TransferRelay.Showing?) throws(Trouble) -> Cost {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .noDescriptors }
        let start = ContinuousClock().now
        let before = processorTime
        if let showing {
            guard let display = try? Display() else { throw .noDisplay }
            var isOver = false
            let relay = TransferRelay(
                loop: display.eventLoop, to: ReceivedDescriptor(owning: ends[1]), showing: showing
            ) { event in
                switch event {
                case .bytes, .carried, .sourceClosed: break
                case .finished, .targetClosed, .sourceFailed: isOver = true
                }
            }
            guard let source = relay?.takeSourceEnd()?.take() else { throw .noDescriptors }
            let threads = [run(.write, size, on: source), run(.read, size, on: ends[0])]
            while !isOver { display.eventLoop.dispatch(timeout: -1) }
            for thread in threads { pthread_join(thread, nil) }
        } else {
            let threads = [run(.write, size, on: ends[1]), run(.read, size, on: ends[0])]
            for thread in threads { pthread_join(thread, nil) }
        }
        let time = ContinuousClock().now - start
        return Cost(
            time: Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds),
            work: processorTime - before)
    }

    /// The latency of motions that another thread sends, as a device does, during a transfer.
    ///
    /// Compared with a transfer past the loop, which uses as much of the machine: the difference is the relay's.
    private struct MotionDelays {
        /// The median, in microseconds; `most` is the 99th percentile.
        let half: Double
        let most: Double
        let count: Int

        enum Flow: CaseIterable {
            case nothing
            case direct
            case relayed

            var words: String {
                switch self {
                case .nothing: "no transfer"
                case .direct: "1 GB past the loop"
                case .relayed: "1 GB through the relay"
                }
            }
        }
    }

    private static func motionDelays(beside flow: MotionDelays.Flow) throws(Trouble) -> MotionDelays {
        guard let display = try? Display() else { throw .noDisplay }
        var (motions, content, ending): ([Int32], [Int32], [Int32]) = ([0, 0], [0, 0], [0, 0])
        guard pipe(&motions) == 0, pipe(&content) == 0, pipe(&ending) == 0 else { throw .noDescriptors }
        let heard = motions[0]
        var delays: [Double] = []
        var source = display.eventLoop.watch(heard, for: .readable) { _ in
            var sent: UInt64 = 0
            guard read(heard, &sent, 8) == 8 else { return }
            delays.append(Double(Job.now - sent) / 1000)
        }
        guard source != nil else { throw .noDescriptors }
        let device = run(.move, 0, on: motions[1])
        let size = 1 << 30
        var isOver = false
        var relay: TransferRelay?
        var threads: [pthread_t] = []
        switch flow {
        case .nothing:
            close(content[0])
            close(content[1])
            let end = Job.now + 1_000_000_000
            while Job.now < end { display.eventLoop.dispatch(timeout: 10) }
        case .direct:
            threads = [run(.write, size, on: content[1]), run(.read, size, on: content[0], closing: ending[1])]
            let end = display.eventLoop.watch(ending[0], for: .readable) { _ in isOver = true }
            withExtendedLifetime(end) { while !isOver { display.eventLoop.dispatch(timeout: -1) } }
        case .relayed:
            relay = TransferRelay(
                loop: display.eventLoop, to: ReceivedDescriptor(owning: content[1]), showing: .bytes
            ) { event in
                switch event {
                case .bytes, .carried, .sourceClosed: break
                case .finished, .targetClosed, .sourceFailed: isOver = true
                }
            }
            guard let giving = relay?.takeSourceEnd()?.take() else { throw .noDescriptors }
            threads = [run(.write, size, on: giving), run(.read, size, on: content[0])]
            while !isOver { display.eventLoop.dispatch(timeout: -1) }
        }
        for thread in threads { pthread_join(thread, nil) }
        // The thread of the device notices that with its next motion.
        source = nil
        close(heard)
        close(ending[0])
        if flow != .direct { close(ending[1]) }
        pthread_join(device, nil)
        let sorted = delays.sorted()
        return MotionDelays(half: sorted[sorted.count / 2], most: sorted[sorted.count * 99 / 100], count: sorted.count)
    }

    /// The work of one thread with its descriptor, which it closes.
    private final class Job {
        let work: Work
        let size: Int
        let descriptor: Int32
        /// Closed when the work is done; -1 for none.
        let ending: Int32

        enum Work {
            case write
            case read
            /// Writes the time, a thousand times per second, until the reading end is closed.
            case move
        }

        /// The monotonic time in nanoseconds.
        static var now: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }

        private func move() {
            while true {
                var time = Self.now
                guard Glibc.write(descriptor, &time, 8) == 8 else { break }
                usleep(1000)
            }
            close(descriptor)
        }

        init(_ work: Work, _ size: Int, _ descriptor: Int32, _ ending: Int32) {
            (self.work, self.size, self.descriptor, self.ending) = (work, size, descriptor, ending)
        }

        func run() {
            if work == .move { return move() }
            let buffer = [UInt8](repeating: 42, count: 65_536)
            var target = buffer
            var done = 0
            while true {
                let count: Int
                switch work {
                case .write: count = done < size ? Glibc.write(descriptor, buffer, min(buffer.count, size - done)) : 0
                case .read: count = Glibc.read(descriptor, &target, target.count)
                case .move: count = 0
                }
                guard count > 0 else { break }
                done += count
            }
            close(descriptor)
            if ending >= 0 { close(ending) }
            precondition(done == size, "the transfer is not complete")
        }
    }

    private static func run(
        _ work: Job.Work, _ size: Int, on descriptor: Int32, closing ending: Int32 = -1
    ) -> pthread_t {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Job>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Job(work, size, descriptor, ending)).toOpaque())
        return thread
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
