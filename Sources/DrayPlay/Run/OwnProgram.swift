// SPDX-License-Identifier: MIT

import Glibc

/// This same program, started once more: for a run in a process of its own.
enum OwnProgram {
    struct StartFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter redirecting: which descriptors it has in the place of this process's.
    /// - Returns: its process, to be waited for.
    static func start(
        _ arguments: [String], redirecting: (inout posix_spawn_file_actions_t) -> Void
    ) throws(StartFailure) -> pid_t {
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
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        // A group of its own: Ctrl-C reaches this process, which passes it on once.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let words = (["dray"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, words, environ)
        guard code == 0 else {
            throw StartFailure(description: "a run did not start: \(String(cString: strerror(code)))")
        }
        return pid
    }
}
