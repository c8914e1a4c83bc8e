// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayCore
import DrayPlay
import DrayProxy
import Glibc

/// The drops behind a proxy, in a file beside the proxy's socket that exists while the proxy runs: one line per drop,
/// the oldest first. The folder is accessible only to the user.
final class DropList {
    private let path: String

    init(ofProxyAt socket: String) {
        path = Self.path(socket)
        // Removes the file of a proxy that was killed.
        unlink(path)
    }

    deinit { unlink(path) }

    /// The list of the proxy that has its socket at this path.
    static func text(ofProxyAt socket: String) throws -> String {
        guard let file = fopen(path(socket), "re") else {
            guard errno == ENOENT else { throw ValidationError("\(path(socket)): \(String(cString: strerror(errno)))") }
            return ""
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var portion = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&portion, 1, portion.count, file), count > 0 { bytes += portion[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the list with the latest drop. Readers see the list either before or after it, since the file is replaced
    /// in one step. If the disk is full, the list is lost and nothing else.
    func write(_ drags: ProxyDrags) {
        let text = drags.journal.done.map { "\(Self.line($0, drags))\n" }.joined()
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let count = text.utf8.count
        let isWhole = Glibc.write(file, text, count) == count
        close(file)
        if !isWhole || rename(new, path) != 0 { unlink(new) }
    }

    private static func path(_ socket: String) -> String { socket + ".drops" }

    private static func line(_ drop: DropJournal.Drop, _ drags: ProxyDrags) -> String {
        let types = drop.types.prefix(4).map { VisibleText.singleLine($0.rawValue) }.joined(separator: ", ")
        return "\(clock(drop.time))  \(words(drop.action))  \(name(drop.origin.surface, drags)) → "
            + "\(name(drop.target.surface, drags))  \(types)"
    }

    private static func words(_ action: DragAction) -> String {
        switch action {
        case .copy: "copied"
        case .move: "moved"
        case .ask: "done"
        }
    }

    private static func name(_ surface: SurfaceID, _ drags: ProxyDrags) -> String {
        guard let label = drags.label(of: surface) else { return "a window outside the proxy" }
        let program = VisibleText.singleLine(label.program)
        return label.title.isEmpty ? program : "“\(VisibleText.singleLine(label.title))” (\(program))"
    }

    /// The time of a drop in local time.
    private static func clock(_ time: Instant) -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Int64(ProxyReport.now) - Int64(time.microseconds)
        var moment = time_t((Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000 - age) / 1_000_000)
        var parts = tm()
        localtime_r(&moment, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
