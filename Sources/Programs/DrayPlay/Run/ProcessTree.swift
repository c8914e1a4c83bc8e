// SPDX-License-Identifier: MIT

import CProcess
import FoundationEssentials
import Glibc

/// The descendants of this process, according to the kernel.
package enum ProcessTree {
    /// A process, according to `/proc`.
    struct Entry {
        var id: pid_t
        var parent: pid_t
        /// The kernel's name of the process: the first 15 bytes of its program's name.
        var name: String
        /// Whether the process has ended and only its status is left.
        var isZombie: Bool
    }

    /// Makes this process the subreaper of all orphaned descendants, so that ``end(sparing:within:)`` finds all
    /// processes left by clients, even in other sessions.
    package static func adoptOrphans() {
        // Available since Linux 3.4; without it, only the clients' process groups are ended.
        _ = dray_become_subreaper()
    }

    /// The descendants of this process, except those below `spared` and the guardians of this process.
    static func descendants(sparing spared: Set<pid_t> = []) -> [Entry] {
        let children = Dictionary(grouping: all(), by: \.parent)
        var found: [Entry] = []
        var waiting = [getpid()]
        let spared = spared.union(Guardian.processes)
        while let parent = waiting.popLast() {
            for child in children[parent] ?? [] where !spared.contains(child.id) {
                found.append(child)
                waiting.append(child.id)
            }
        }
        return found
    }

    /// Kills all descendants with SIGKILL and waits until they have ended.
    ///
    /// They are stopped first, in rounds, so that a process that keeps forking cannot outrun this.
    /// - Returns: The names of the processes that were alive.
    @discardableResult
    static func end(sparing spared: Set<pid_t> = [], within limit: Duration = .seconds(5)) -> [String] {
        let deadline = ContinuousTime.now + limit
        var stopped: Set<pid_t> = []
        var names: [String] = []
        while ContinuousTime.now < deadline {
            let new = descendants(sparing: spared).filter { !$0.isZombie && !stopped.contains($0.id) }
            if new.isEmpty { break }
            for entry in new {
                kill(entry.id, SIGSTOP)
                stopped.insert(entry.id)
                names.append(entry.name)
            }
        }
        for id in stopped { kill(id, SIGKILL) }
        while ContinuousTime.now < deadline {
            let left = descendants(sparing: spared)
            if left.isEmpty { break }
            for entry in left where entry.parent == getpid() {
                var status: Int32 = 0
                if waitpid(entry.id, &status, WNOHANG) == 0 { kill(entry.id, SIGKILL) }
            }
            // Killed processes end within microseconds, but there is no notification for those with another parent.
            poll(nil, 0, 1)
        }
        return names
    }

    /// The value of a variable in a process's initial environment; nil if it cannot be read.
    static func variable(_ name: String, of process: pid_t) -> String? {
        guard let data = contents(of: "/proc/\(process)/environ") else { return nil }
        let prefix = Array("\(name)=".utf8)
        let entry = data.split(separator: 0).first { $0.starts(with: prefix) }
        return entry.map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
    }

    private static func all() -> [Entry] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var entries: [Entry] = []
        while let item = readdir(folder) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let id = pid_t(name), let entry = entry(of: id) { entries.append(entry) }
        }
        return entries
    }

    /// "17 (name with (anything)) S 16 …": the name ends at the last parenthesis.
    private static func entry(of id: pid_t) -> Entry? {
        guard let data = contents(of: "/proc/\(id)/stat") else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        let rest = text[text.index(after: close)...].split(separator: " ")
        guard rest.count > 1, let parent = pid_t(rest[1]) else { return nil }
        return Entry(
            id: id, parent: parent, name: String(text[text.index(after: open)..<close]), isZombie: rest[0] == "Z")
    }

    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
