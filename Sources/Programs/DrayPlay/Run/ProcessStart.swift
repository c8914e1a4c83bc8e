// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Starts programs in their own process groups, so that Ctrl-C reaches only this process, which forwards it once.
enum ProcessStart {
    /// The failure to start a process.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { String(cString: strerror(code)) }
    }

    /// - Parameters:
    ///   - file: The path of the program.
    ///   - words: The argument vector, including the program's name.
    ///   - variables: The environment, as `NAME=value`; nil inherits this process's environment.
    ///   - defaults: The signals to reset to their default actions.
    ///   - redirecting: Adds file actions that set up the child's descriptors.
    /// - Returns: The process ID, to be waited for.
    static func start(
        _ file: String, _ words: [String], variables: [String]? = nil, defaults: [Int32] = [],
        redirecting: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        redirecting(&actions)
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        var reset = sigset_t()
        sigemptyset(&reset)
        for signal in defaults { sigaddset(&reset, signal) }
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setsigdefault(&attributes, &reset)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup($0) } + [nil]
        let environment = variables.map { $0.map { strdup($0) } + [nil] }
        defer { for text in arguments + (environment ?? []) { free(text) } }
        var pid: pid_t = 0
        let code =
            environment.map { posix_spawn(&pid, file, &actions, &attributes, arguments, $0) }
            ?? posix_spawn(&pid, file, &actions, &attributes, arguments, environ)
        guard code == 0 else { throw Failure(code: code) }
        return pid
    }

    /// The path of an executable program.
    /// - Parameter searchPath: The search path; nil uses this process's `PATH`.
    static func find(_ program: String, in searchPath: String? = nil) -> String? {
        let folders = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
