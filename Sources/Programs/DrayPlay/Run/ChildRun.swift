// SPDX-License-Identifier: MIT

import CPipe
import DrayReport
import DrayScenario
import FoundationEssentials
import Glibc

/// A run in a child process, and its output so far.
final class ChildRun {
    let run: PlannedRun
    let processID: pid_t
    /// The read end of the pipe for its output.
    let descriptor: Int32
    /// The data written to its standard output and standard error.
    private(set) var output: [UInt8] = []
    /// Whether all write ends of the pipe are closed.
    private(set) var isAtEnd = false
    let start = ContinuousTime.now

    /// The maximum amount of kept output, in bytes; the rest is read and discarded.
    private static let outputLimit = 4 << 20

    /// Starts this program again.
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

    /// Reads the available output.
    func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0, output.count < Self.outputLimit { output += buffer[..<count] }
        if count == 0 { isAtEnd = true }
    }

    /// The exit status in `waitpid` format; nil while the process runs.
    func reap() -> Int32? {
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
        read()
        return status
    }

    /// The result that the run has written, or the failure to produce one.
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
