// SPDX-License-Identifier: MIT

internal import Glibc

/// Reports a write to a pipe without readers as an error (EPIPE). SIGPIPE is not delivered: it would end the process,
/// which is a compositor's and may not have set a disposition for it.
package enum BrokenPipe {
    /// - Parameter body: Makes one write call and returns its result.
    /// - Returns: The result of the call, and `errno`.
    package static func asError(_ body: () -> Int) -> (result: Int, error: Int32) {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        // A signal that is pending already belongs to the caller. None is pending if the thread did not block the
        // signal.
        let wasPending = sigismember(&before, SIGPIPE) == 1 && isPending
        let result = body()
        let error = errno
        if result < 0, error == EPIPE, !wasPending {
            // The signal is pending for this thread; it is consumed before it is unblocked.
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
