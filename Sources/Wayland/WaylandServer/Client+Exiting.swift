// SPDX-License-Identifier: MIT

internal import Glibc

// A process that exits closes its descriptors one after the other, so its end of a pipe may close before its
// connection.

extension Client {
    /// Whether the client's process is exiting, and has not closed its connection yet.
    ///
    /// Also false if the process cannot be inspected, and for one that has exited: its descriptors are closed, unless
    /// another process has copies.
    public var isExiting: Bool {
        guard processID > 0, let tasks = opendir("/proc/\(processID)/task") else { return false }
        defer { closedir(tasks) }
        // The last thread closes the descriptors. By then all others are exiting or have exited, including possibly the
        // first one, whose state is that of the process.
        var isEnding = false
        while let entry = readdir(tasks) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let thread = Int32(name) else { continue }
            switch Self.state(of: thread, in: processID) {
            case .running: return false
            case .ending: isEnding = true
            case .ended: break
            }
        }
        return isEnding
    }

    private enum ThreadState { case running, ending, ended }

    /// `PF_EXITING`: set before the first descriptor is closed.
    private static let exitingFlag: UInt64 = 4

    private static func state(of thread: Int32, in process: Int32) -> ThreadState {
        guard let status = status(of: "/proc/\(process)/task/\(thread)/stat") else { return .ended }
        // A name in parentheses, which may contain any characters; then the state, and the flags as the seventh field
        // (proc(5)).
        guard let end = status.lastIndex(of: UInt8(ascii: ")")) else { return .running }
        let fields = status[status.index(after: end)...].split(separator: UInt8(ascii: " "), maxSplits: 7)
        guard fields.count > 6, let state = fields.first?.first,
            let flags = UInt64(String(decoding: fields[6], as: UTF8.self))
        else { return .running }
        if state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") { return .ended }
        return flags & exitingFlag != 0 ? .ending : .running
    }

    private static func status(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
