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
        do throws(ProcessStart.Failure) {
            // Who plays in the background of a shell may be deaf to ^C, and is told by it all the same.
            return try ProcessStart.start(
                "/proc/self/exe", ["dray"] + arguments, defaults: [SIGINT, SIGTERM, SIGHUP], redirecting: redirecting)
        } catch {
            throw StartFailure(description: "a run did not start: \(error)")
        }
    }
}
