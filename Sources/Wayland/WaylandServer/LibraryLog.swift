// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import Glibc

/// libwayland's own messages about clients on standard error: a line for each protocol error. A client that reconnects
/// repeatedly could fill a log with them, so they can be limited.
public enum LibraryLog {
    /// The maximum number of lines per period; the others are counted.
    static let lines = 20
    /// The period in seconds.
    static let period = 5

    /// Limits the messages of all displays of the process.
    public static func limit() {
        wl_log_set_handler_server { format, arguments in
            guard let format, let arguments else { return }
            var text = [CChar](repeating: 0, count: 512)
            let length = vsnprintf(&text, text.count, format, arguments)
            let end = min(max(Int(length), 0), text.count - 1)
            LibraryLog.write(text[..<end].map { UInt8(bitPattern: $0) }, at: LibraryLog.now)
        }
    }

    /// Reports the number of lines omitted since the last report.
    public static func finish() {
        guard state.leftOut > 0 else { return }
        put(Array("\(state.leftOut) lines of libwayland were left out\n".utf8))
        state.leftOut = 0
    }

    private struct State {
        var periodBegan = Int.min
        var written = 0
        var leftOut = 0
    }

    /// Displays are used by one thread at a time, and libwayland writes only during such a use.
    nonisolated(unsafe) private static var state = State()

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    private static func write(_ line: [UInt8], at time: Int) {
        if time >= state.periodBegan &+ period || state.periodBegan == .min {
            finish()
            state = State(periodBegan: time)
        }
        guard state.written < lines else {
            state.leftOut += 1
            return
        }
        state.written += 1
        put(line)
    }

    private static func put(_ line: [UInt8]) {
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
