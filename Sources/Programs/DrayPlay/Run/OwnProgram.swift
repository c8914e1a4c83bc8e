// SPDX-License-Identifier: MIT

import Glibc

/// Starts this program again, for a run in a separate process.
enum OwnProgram {
    struct StartFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter redirecting: Adds file actions that set up the child's descriptors.
    /// - Returns: The process ID, to be waited for.
    static func start(
        _ arguments: [String], redirecting: (inout posix_spawn_file_actions_t) -> Void
    ) throws(StartFailure) -> pid_t {
        do throws(ProcessStart.Failure) {
            // A shell's background jobs may ignore ^C; the child must not, because signals are forwarded to it.
            return try ProcessStart.start(
                "/proc/self/exe", ["dray"] + arguments, defaults: [SIGINT, SIGTERM, SIGHUP], redirecting: redirecting)
        } catch {
            throw StartFailure(description: "a run did not start: \(error)")
        }
    }
}
