// SPDX-License-Identifier: MIT

internal import Glibc

/// Suppresses SIGPIPE while sending to a server that has exited; libxcb reports an error instead, and the signal would
/// end the process.
enum PipeSignal {
    /// - Parameter body: Sends data.
    static func withheld<Result>(_ body: () -> Result) -> Result {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        let wasPending = isPending
        let result = body()
        if isPending, !wasPending {
            // The signal is pending for this thread; it is consumed before it is unblocked.
            var time = timespec()
            sigtimedwait(&signals, nil, &time)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }

    private static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}
