// SPDX-License-Identifier: MIT

internal import Glibc

/// Sending to a server that has gone: libxcb notes an error, and the process hears of no SIGPIPE, which would end it.
enum PipeSignal {
    /// - Parameter body: sends.
    static func withheld<Result>(_ body: () -> Result) -> Result {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        let wasPending = isPending
        let result = body()
        if isPending, !wasPending {
            // It came to this thread, and is taken before it is let through.
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
