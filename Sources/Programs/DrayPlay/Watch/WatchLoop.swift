// SPDX-License-Identifier: MIT

import DrayReport
import FoundationEssentials
import Glibc

/// `dray run --watch`: plays, and plays again when files change or the user presses Return. Each time is a separate
/// process, so that files are read anew and no state is carried over.
package final class WatchLoop {
    private let arguments: [String]
    private let files: () -> Set<String>
    private let output: String
    private let signals: SignalWatch?
    private let changes: FileWatch
    private var input = LineInput(STDIN_FILENO)
    private var machine = WatchMachine()
    private var child: pid_t?
    /// The time at which files count as settled.
    private var rest: Duration?
    /// The deadline for a run that was asked to end.
    private var endDeadline: Duration?
    /// The signal that ended the loop, if any.
    private var signal: Int32?

    /// The delay after a change, because editors and compilers write several times.
    private static let restTime = Duration.milliseconds(150)

    /// - Parameters:
    ///   - arguments: The arguments that make this program play the runs.
    ///   - output: The absolute path of the folder that the runs write to.
    ///   - files: Returns the absolute paths of the files that the runs currently depend on.
    /// - Returns: Nil if the system cannot report changes.
    package init?(
        arguments: [String], signals: SignalWatch?, output: String, files: @escaping () -> Set<String>
    ) {
        guard let changes = FileWatch() else { return nil }
        self.arguments = arguments
        self.files = files
        self.output = output
        self.signals = signals
        self.changes = changes
    }

    /// Runs until the user quits.
    /// - Returns: The signal that ended the loop, if any.
    package func run() -> Int32? {
        start()
        while machine.state != .over { step() }
        return signal
    }

    private func step() {
        var watched = [changes.descriptor, signals?.descriptor ?? -1, input.isAtEnd ? -1 : STDIN_FILENO]
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // The exit of a child is not signalled through a descriptor.
        let isQuiet = child == nil && rest == nil
        poll(&watched, nfds_t(watched.count), isQuiet ? -1 : 20)
        if changes.hasChanged() { take(.fileChanged) }
        if let rest, ContinuousTime.now >= rest {
            self.rest = nil
            take(.filesRest)
        }
        while let signal = signals?.next() {
            self.signal = self.signal ?? signal
            take(.leave)
        }
        while let line = input.next() { take(line.lowercased().hasPrefix("q") ? .leave : .asked) }
        if let child {
            if let endDeadline, ContinuousTime.now >= endDeadline { kill(child, SIGKILL) }
            var status: Int32 = 0
            guard waitpid(child, &status, WNOHANG) == child else { return }
            self.child = nil
            endDeadline = nil
            take(.runEnded)
        }
    }

    private func take(_ event: WatchMachine.Event) {
        for effect in machine.take(event) {
            switch effect {
            case .start: start()
            case .endRun:
                if let child { kill(child, SIGTERM) }
                endDeadline = ContinuousTime.now + .seconds(15)
            case .sayWaiting:
                StandardStream.output.write("waiting for changes; Return plays again, q ends\n")
            case .awaitRest: rest = ContinuousTime.now + Self.restTime
            }
        }
    }

    private func start() {
        // Before the run starts, so that changes during its reading of files are noticed.
        changes.watch(files(), sparing: output)
        do throws(OwnProgram.StartFailure) {
            child = try OwnProgram.start(arguments) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            }
        } catch {
            StandardStream.errors.write("\(error)\n")
            take(.runEnded)
        }
    }
}
