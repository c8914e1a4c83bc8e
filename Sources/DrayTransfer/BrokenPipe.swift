// SPDX-License-Identifier: MIT

internal import Glibc

/// Writing where nobody reads any more: an error for whoever writes, and not the signal that would end the process, which
/// is a compositor's and may not have said what it wants to do about SIGPIPE.
package enum BrokenPipe {
    /// - Parameter body: writes once, and returns what the call returned.
    /// - Returns: what it returned, with `errno`.
    package static func asError(_ body: () -> Int) -> (result: Int, error: Int32) {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        // One that is waiting already is not ours to take. None waits that was let through until now.
        let wasPending = sigismember(&before, SIGPIPE) == 1 && isPending
        let result = body()
        let error = errno
        if result < 0, error == EPIPE, !wasPending {
            // It came to this thread, and is taken before it is let through.
            var time = timespec()
            sigtimedwait(&signals, nil, &time)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return (result, error)
    }

    private static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
