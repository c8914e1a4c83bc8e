// SPDX-License-Identifier: MIT

import CPipe
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// A run that plays in a process of its own, and what it has written so far.
final class ChildRun {
    let run: PlannedRun
    let processID: pid_t
    /// The end of the pipe that its output comes out of.
    let descriptor: Int32
    /// All that it has written to its standard output and standard error.
    private(set) var output: [UInt8] = []
    /// Nobody writes into the pipe any more.
    private(set) var isAtEnd = false
    let start = ContinuousTime.now

    /// A run writes a few lines for each step; more than this is read and forgotten.
    private static let outputLimit = 4 << 20

    /// Starts this same program once more.
    init(_ run: PlannedRun, arguments: [String]) throws(OwnProgram.StartFailure) {
        self.run = run
        var pair: [Int32] = [0, 0]
        guard dray_pipe(&pair) == 0 else {
            throw OwnProgram.StartFailure(description: "no pipe for a run: \(String(cString: strerror(errno)))")
        }
        defer { close(pair[1]) }
        do throws(OwnProgram.StartFailure) {
            processID = try OwnProgram.start(arguments) { actions in
                posix_spawn_file_actions_adddup2(&actions, pair[1], 1)
                posix_spawn_file_actions_adddup2(&actions, pair[1], 2)
            }
        } catch {
            close(pair[0])
            throw error
        }
        descriptor = pair[0]
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Takes in what has been written.
    func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0, output.count < Self.outputLimit { output += buffer[..<count] }
        if count == 0 { isAtEnd = true }
    }

    /// The status of the process as `waitpid` gives it; nil while it runs.
    func reap() -> Int32? {
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
        read()
        return status
    }

    /// What came of the run: what it has written down, or that it did not get there.
    func result(status: Int32) -> RunResult {
        if let result = RunFolder(at: run.folder).readResults.first { return result }
        let signal = status & 0x7f
        let end = signal == 0 ? "with status \((status >> 8) & 0xff)" : "by signal \(signal)"
        return RunResult(
            scenario: run.title, file: run.file, virtualDuration: 0,
            realDuration: (ContinuousTime.now - start).microseconds, versions: Versions.all, steps: [],
            problem: "the process of the run ended \(end) and left no result")
    }
}
