// SPDX-License-Identifier: MIT

import Glibc

/// What the program tells on its standard output: a JSON object on each line, for scenarios to wait for.
///
/// The words are those of all clients of the tests, see `Tests/Clients/README.md`: `mapped`, `drag-begin`, `drag-action`,
/// `drop-performed`, `drag-end`, `drag-enter`, `drag-motion`, `drag-leave`, `drop`, `received`, `receive-failed`, `key`,
/// `button`, `touch`, `enter`, `leave`, `focus`. Beside them:
/// - `arriving`: a placeholder has so many `bytes`;
/// - `selection`: something else is `selected`, or several are: `all`;
/// - `keyboard`: it is `on` something else now, which has a `role`;
/// - `shredded`: cards are gone for ever;
/// - `refused`: nothing comes of what was wanted, for this `reason`, or not yet;
/// - `scroll`: an `area`, `table` or `zone`, is scrolled by `offset` points of `limit`;
/// - `shelf`: where everything is now, as texts: `zone` in its order, `table`, `selected`; and `undone` for an undo.
struct Report {
    func callAsFunction(_ event: String, _ members: KeyValuePairs<String, JSON> = [:]) {
        let milliseconds = Int(EventLoop.now / 1000)
        let all = [("event", JSON.string(event)), ("time", .number(milliseconds))] + members.map { ($0.key, $0.value) }
        write(JSON.object(all).text + "\n")
    }

    /// In one piece, so that a reader never sees half a line.
    private func write(_ line: String) {
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            // Nobody listens any more: nothing to tell then.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
