// SPDX-License-Identifier: MIT

package import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// Plays several runs in parallel. Each is a separate process with its own socket and folder.
package final class RunPool {
    /// The signal that ended the pool, if any.
    package private(set) var signal: Int32?

    private let runs: [PlannedRun]
    private let jobs: Int
    private let arguments: (PlannedRun) -> [String]
    private let signals: SignalWatch?
    private var progress: PoolProgress
    private var next = 0
    private var children: [(index: Int, child: ChildRun)] = []
    /// The runs to repeat, which take precedence over all others.
    private var again: [Int] = []
    private var attempts: [Int: Int] = [:]
    private let retries: Int
    private let isResumed: Bool
    private var results: [Int: RunResult] = [:]
    /// The deadline for the children that were asked to end.
    private var endDeadline: Duration?

    /// - Parameters:
    ///   - retries: The maximum number of repetitions of a run that has not passed.
    ///   - isResumed: Whether runs that have passed since the last change of their files are skipped.
    ///   - arguments: The arguments that make this program play a run.
    package init(
        _ runs: [PlannedRun], jobs: Int, signals: SignalWatch?, progress: PoolProgress, retries: Int = 0,
        isResumed: Bool = false, arguments: @escaping (PlannedRun) -> [String]
    ) {
        self.runs = runs
        self.jobs = jobs
        self.retries = retries
        self.isResumed = isResumed
        self.arguments = arguments
        self.signals = signals
        self.progress = progress
    }

    /// Plays all runs. The results are in the order of the runs; those not started because of a signal are marked.
    package func play() -> [RunResult] {
        ProcessTree.adoptOrphans()
        // Temporary files of killed runs are removed with this folder.
        let temporary = try? RuntimeFolder()
        if let temporary { setenv("TMPDIR", temporary.path, 1) }
        defer { withExtendedLifetime(temporary) {} }
        while true {
            while signal == nil, children.count < jobs, let index = takeNext() { start(index) }
            progress.show(running: children.map(\.child.run.title), done: results.count)
            if children.isEmpty { break }
            wait()
        }
        // Ends the remaining processes of killed runs.
        ProcessTree.end()
        let all = runs.indices.map { results[$0] ?? notStarted($0) }
        progress.finish(all)
        return all
    }

    /// The next run to play; nil if none is waiting.
    private func takeNext() -> Int? {
        if !again.isEmpty { return again.removeFirst() }
        while next < runs.count {
            defer { next += 1 }
            let run = runs[next]
            if let reason = run.scenario.skipReason {
                skip(next, because: reason)
            } else if isResumed, let result = run.earlierPass {
                results[next] = result
                progress.kept(result)
            } else {
                return next
            }
        }
        return nil
    }

    private func skip(_ index: Int, because reason: String) {
        do {
            let result = try runs[index].skip(because: reason)
            results[index] = result
            progress.skipped(result, because: reason)
        } catch {
            finish(index, broken(index, "\(error)"), output: [])
        }
    }

    private func start(_ index: Int) {
        let run = runs[index]
        // A result of an earlier run must not be mistaken for the current one.
        RunFolder(at: run.folder).clearResults()
        do throws(OwnProgram.StartFailure) {
            children.append((index, try ChildRun(run, arguments: arguments(run))))
        } catch {
            finish(index, broken(index, error.description), output: [])
        }
    }

    private func wait() {
        var watched = children.map { pollfd(fd: $0.child.descriptor, events: Int16(POLLIN), revents: 0) }
        // A child whose output is at its end is about to exit, which nothing else signals.
        for (place, entry) in children.enumerated() where entry.child.isAtEnd { watched[place].fd = -1 }
        watched.append(pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        poll(&watched, nfds_t(watched.count), children.contains { $0.child.isAtEnd } ? 2 : 100)
        while let signal = signals?.next() { pass(signal) }
        if let endDeadline, ContinuousTime.now > endDeadline {
            for (_, child) in children { kill(child.processID, SIGKILL) }
        }
        for (place, entry) in children.enumerated() where watched[place].revents != 0 { entry.child.read() }
        for entry in children {
            guard let status = entry.child.reap() else { continue }
            children.removeAll { $0.index == entry.index }
            take(entry.child.result(status: status), of: entry.index, output: entry.child.output)
        }
    }

    private func pass(_ signal: Int32) {
        self.signal = self.signal ?? signal
        endDeadline = endDeadline ?? ContinuousTime.now + .seconds(15)
        // Each child reports the signal that ended it.
        for (_, child) in children { kill(child.processID, signal) }
    }

    /// Handles a run that has ended: it is complete or will be repeated.
    private func take(_ result: RunResult, of index: Int, output: [UInt8]) {
        // A killed run could not remove its home.
        if result.steps.isEmpty, result.problem != nil { try? RunHome.remove(runs[index].homePath) }
        var result = result
        result.attempts = attempts[index, default: 0] + 1
        attempts[index] = result.attempts
        guard result.verdict != .passed, result.attempts <= retries, signal == nil else {
            return finish(index, result, output: output)
        }
        progress.repeats(result, attempt: result.attempts)
        again.append(index)
    }

    private func finish(_ index: Int, _ result: RunResult, output: [UInt8]) {
        results[index] = result
        // The child did not know the number of attempts, which a resumed run needs.
        if result.isFlaky { try? RunFolder(at: runs[index].folder).rewrite(result) }
        progress.finished(result, folder: runs[index].folder, output: output)
    }

    private func notStarted(_ index: Int) -> RunResult { broken(index, "it was not started") }

    private func broken(_ index: Int, _ problem: String) -> RunResult {
        RunResult(
            scenario: runs[index].title, file: runs[index].file, virtualDuration: 0, realDuration: 0,
            versions: Versions.all, steps: [], problem: problem)
    }
}
