// SPDX-License-Identifier: MIT

internal import Glibc

// A process that ends closes its descriptors one after the other: a pipe of its may be seen to close before its connection.

extension Client {
    /// Whether the client's process is ending just now, and has yet to close its connection.
    ///
    /// False as well where the process cannot be looked at, and for one that has ended: its descriptors are closed, unless
    /// another process has them.
    public var isExiting: Bool {
        guard processID > 0, let status = Self.status(of: processID) else { return false }
        // A name in parentheses, which may have anything in it; then the state, and the flags as the seventh (proc(5)).
        guard let end = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
        let fields = status[status.index(after: end)...].split(separator: UInt8(ascii: " "), maxSplits: 7)
        guard fields.count > 6, let state = fields.first?.first, state != UInt8(ascii: "Z"), state != UInt8(ascii: "X"),
            let flags = UInt64(String(decoding: fields[6], as: UTF8.self))
        else { return false }
        return flags & Self.exitingFlag != 0
    }

    /// `PF_EXITING`: set before the first descriptor is closed.
    private static let exitingFlag: UInt64 = 4

    private static func status(of process: Int32) -> [UInt8]? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
