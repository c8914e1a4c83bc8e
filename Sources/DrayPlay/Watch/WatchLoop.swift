// SPDX-License-Identifier: MIT

import DrayReport
import FoundationEssentials
import Glibc

/// `dray run --watch`: plays, and plays again when files change, or when somebody presses Return. Each time is a process of its
/// own, so that files are read anew, and nothing of one run is left in the next.
package final class WatchLoop {
    private let arguments: [String]
    private let files: () -> Set<String>
    private let output: String
    private let signals: SignalWatch?
    private let changes: FileWatch
    private var input = LineInput(STDIN_FILENO)
    private var machine = WatchMachine()
    private var child: pid_t?
    /// When files have rested long enough.
    private var rest: Duration?
    /// When a run that was told to end has to be gone.
    private var patience: Duration?
    /// The signal that ended it all, if one did.
    private var signal: Int32?

    /// Editors and compilers write more than once.
    private static let restTime = Duration.milliseconds(150)

    /// - Parameters:
    ///   - arguments: what this same program plays them with.
    ///   - output: the folder that runs write into, absolute.
    ///   - files: absolute paths of what the runs are made of, as they are now.
    /// - Returns: nil where the system tells of no changes.
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

    /// Goes on until somebody has had enough.
    /// - Returns: the signal that ended it, if one did.
    package func run() -> Int32? {
        start()
        while machine.state != .over { step() }
        return signal
    }

    private func step() {
        var watched = [changes.descriptor, signals?.descriptor ?? -1, input.isAtEnd ? -1 : STDIN_FILENO]
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // The end of a child tells by nothing else.
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
            if let patience, ContinuousTime.now >= patience { kill(child, SIGKILL) }
            var status: Int32 = 0
            guard waitpid(child, &status, WNOHANG) == child else { return }
            self.child = nil
            patience = nil
            take(.runEnded)
        }
    }

    private func take(_ event: WatchMachine.Event) {
        for effect in machine.take(event) {
            switch effect {
            case .start: start()
            case .endRun:
                if let child { kill(child, SIGTERM) }
                patience = ContinuousTime.now + .seconds(15)
            case .sayWaiting:
                StandardStream.output.write("waiting for changes; Return plays again, q ends\n")
            case .awaitRest: rest = ContinuousTime.now + Self.restTime
            }
        }
    }

    private func start() {
        // Before it is played: what changes while the files are read is seen.
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
