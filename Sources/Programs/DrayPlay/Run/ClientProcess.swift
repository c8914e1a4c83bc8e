// SPDX-License-Identifier: MIT

import CPipe
import FoundationEssentials
import Glibc
import WaylandServer

/// An application started by the run, together with its descendants.
///
/// It has its own process group, which signals are sent to. ``ProcessTree`` finds descendants that leave the group.
package final class ClientProcess {
    let name: String
    let processID: pid_t
    /// The output so far, for waits and expectations.
    private(set) var output = ClientOutput()
    private(set) var state = State.running

    private var pipes: [Pipe] = []
    private let onLine: (ClientStream, String) -> Void

    /// The environment variable with the client's name, which identifies its descendants.
    static let nameVariable = "DRAY_CLIENT"

    package enum State: Equatable {
        case running
        case exited(status: Int32)
        case killed(signal: Int32)
    }

    struct StartFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// The maximum number of bytes per read, so that a client with endless output cannot monopolize the loop.
    private static let readLimit = 1 << 18
    /// The maximum number of bytes read after the program has exited, which is the capacity of a pipe. Its children may
    /// write indefinitely.
    private static let lastReadLimit = 1 << 20

    /// One of the output streams, and the read state.
    private final class Pipe {
        let stream: ClientStream
        let descriptor: Int32
        var source: DescriptorSource?
        var isAtEnd = false

        init(stream: ClientStream, descriptor: Int32) {
            self.stream = stream
            self.descriptor = descriptor
        }

        deinit {
            source = nil
            close(descriptor)
        }
    }

    /// Starts a program.
    /// - Parameters:
    ///   - command: The program, looked up on the PATH of `environment`, and its arguments.
    ///   - onLine: Called with every line of output, on the thread of `loop`.
    init(
        name: String, command: [String], environment: [String: String], directory: String, loop: EventLoop,
        onLine: @escaping (ClientStream, String) -> Void
    ) throws(StartFailure) {
        self.name = name
        self.onLine = onLine
        var ends: [(read: Int32, write: Int32)] = []
        for _ in 0..<2 {
            var pair: [Int32] = [0, 0]
            guard dray_pipe(&pair) == 0 else {
                for end in ends { close(end.read); close(end.write) }
                throw StartFailure(
                    description: "no pipe for the output of \(name): \(String(cString: strerror(errno)))")
            }
            ends.append((pair[0], pair[1]))
        }
        let marked = environment.merging([Guardian.variable: Guardian.word]) { $1 }
        let result = Self.spawn(command, marked, directory, output: ends[0].write, error: ends[1].write)
        for end in ends { close(end.write) }
        guard case .success(let pid) = result else {
            for end in ends { close(end.read) }
            guard case .failure(let failure) = result else { preconditionFailure("a result is one or the other") }
            throw StartFailure(description: "\(name) did not start: \(command[0]): \(failure.description)")
        }
        processID = pid
        for (stream, end) in zip([ClientStream.standardOutput, .standardError], ends) {
            _ = fcntl(end.read, F_SETFL, O_NONBLOCK)
            let pipe = Pipe(stream: stream, descriptor: end.read)
            pipe.source = loop.watch(end.read, for: .readable) { [weak self, weak pipe] _ in
                if let self, let pipe { self.read(pipe, upTo: Self.readLimit) }
            }
            pipes.append(pipe)
        }
    }

    /// Checks whether the program has exited, after reading its remaining output.
    func reap() {
        guard state == .running else { return }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return }
        for pipe in pipes {
            read(pipe, upTo: Self.lastReadLimit)
            tell(output.finish(pipe.stream), pipe.stream)
        }
        let signal = status & 0x7f
        state = signal == 0 ? .exited(status: (status >> 8) & 0xff) : .killed(signal: signal)
    }

    /// Reads the available output, without waiting for the event loop.
    func readOutput() {
        for pipe in pipes { read(pipe, upTo: Self.readLimit) }
    }

    /// Sends a signal to the program's process group.
    func send(signal: Int32) {
        kill(-processID, signal)
    }

    // MARK: Output

    private func read(_ pipe: Pipe, upTo limit: Int) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var left = limit
        while left > 0, !pipe.isAtEnd {
            let count = Glibc.read(pipe.descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if count == 0 { finish(pipe) }
                return
            }
            left -= count
            take(buffer[..<count], from: pipe)
        }
    }

    /// Stops watching a stream at its end, where it would remain readable forever.
    private func finish(_ pipe: Pipe) {
        pipe.isAtEnd = true
        pipe.source = nil
        tell(output.finish(pipe.stream), pipe.stream)
    }

    private func take(_ bytes: ArraySlice<UInt8>, from pipe: Pipe) {
        let before = output.overLimit
        tell(output.take(bytes, from: pipe.stream), pipe.stream)
        if output.overLimit != before { onLine(pipe.stream, "(output limit exceeded; the rest is omitted)") }
    }

    private func tell(_ lines: [String], _ stream: ClientStream) {
        for line in lines { onLine(stream, line) }
    }

    // MARK: Starting

    private static func spawn(
        _ command: [String], _ environment: [String: String], _ directory: String, output: Int32, error: Int32
    ) -> Result<pid_t, StartFailure> {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let path = Self.path(of: command[0], in: environment["PATH"] ?? "/usr/bin:/bin")
        // A child inherits its parent's working directory, which is changed temporarily; the run has no other thread.
        let here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(here) }
        guard chdir(directory) == 0 else {
            return .failure(StartFailure(description: "\(directory): \(String(cString: strerror(errno)))"))
        }
        defer { fchdir(here) }
        do throws(ProcessStart.Failure) {
            return .success(
                try ProcessStart.start(
                    path, command, variables: variables, defaults: [SIGPIPE, SIGINT, SIGTERM, SIGHUP]
                ) { actions in
                    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                    posix_spawn_file_actions_adddup2(&actions, output, 1)
                    posix_spawn_file_actions_adddup2(&actions, error, 2)
                })
        } catch let failure {
            return .failure(StartFailure(description: "\(failure)"))
        }
    }

    private static func path(of program: String, in searchPath: String) -> String {
        program.contains("/") ? program : ProcessStart.find(program, in: searchPath) ?? program
    }
}
