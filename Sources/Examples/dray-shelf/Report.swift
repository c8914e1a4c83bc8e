// SPDX-License-Identifier: MIT

import Glibc

/// The report on standard output: one JSON object per line, which tests wait for.
///
/// The events are those of all test clients, see `Tests/Support/Clients/README.md`: `mapped`, `drag-begin`,
/// `drop-performed`, `drag-end`, `drag-enter`, `drag-motion`, `drag-leave`, `drop`, `received`, `receive-failed`,
/// `button`, `enter`, `focus`. Additional events:
/// - `activated`: the window is active, or not any more;
/// - `arriving`: a placeholder has received `bytes`;
/// - `selection`: another card is `selected`, or several are: `all`;
/// - `carried`: another finger has added cards to a drag, or removed them;
/// - `items`, `zone`, `deselect`, `sent`, `drag-failed`: events of the extension;
/// - `shredded`: cards were deleted;
/// - `scroll`: an `area`, `table` or `zone`, is scrolled by `offset` points of `limit`;
/// - `shelf`: all places as texts: `zone` in its order, `table`, `selected`; and `undone` for an undo.
struct Report {
    func callAsFunction(_ event: String, _ members: KeyValuePairs<String, any Reportable> = [:]) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let head = #"{"event": \#(event.json), "time": \#(time.tv_sec * 1000 + time.tv_nsec / 1_000_000)"#
        let line = head + members.map { ", \($0.key.json): \($0.value.json)" }.joined() + "}\n"
        // Written in one call, so that a reader never sees an incomplete line.
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            // The reader has closed the stream.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// A value with a spelling in JSON.
protocol Reportable {
    var json: String { get }
}

extension Bool: Reportable {
    var json: String { "\(self)" }
}

extension Int: Reportable {
    var json: String { "\(self)" }
}

/// Rounded.
extension Double: Reportable {
    var json: String { "\(Int(rounded()))" }
}

extension Optional: Reportable where Wrapped: Reportable {
    var json: String { self?.json ?? "null" }
}

extension Array: Reportable where Element: Reportable {
    var json: String { "[" + map(\.json).joined(separator: ", ") + "]" }
}

extension Rectangle: Reportable {
    var json: String { [origin.x, origin.y, size.width, size.height].json }
}

extension String: Reportable {
    var json: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            // Control characters, and separators at which some readers end a line.
            case ..<" ", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
