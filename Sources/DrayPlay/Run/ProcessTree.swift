// SPDX-License-Identifier: MIT

import CProcess
import FoundationEssentials
import Glibc

/// The processes below this one, as the kernel lists them.
package enum ProcessTree {
    /// A process as `/proc` tells of it.
    struct Entry {
        var id: pid_t
        var parent: pid_t
        /// What the kernel calls it: 15 bytes of its program's name.
        var name: String
        /// Ended already, and only its status is left.
        var isZombie: Bool
    }

    /// Makes this process the parent of all descendants whose own parent ends: whatever clients leave behind, also
    /// in another session, is found by ``end(sparing:within:)``.
    package static func adoptOrphans() {
        // Kernels since 3.4 know it; without it the process groups of the clients are still ended.
        _ = dray_become_subreaper()
    }

    /// Everything that this process started, and what that has started, but not what is below `spared`, nor who tidies up
    /// after this process.
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

    /// Ends all descendants with SIGKILL and waits until they are gone.
    ///
    /// They are stopped first, round by round, so that a program which goes on starting others does not outrun this.
    /// - Returns: the names of those that were alive.
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
            // What was killed ends within microseconds; nothing tells when a process of another parent has.
            poll(nil, 0, 1)
        }
        return names
    }

    /// The value of a variable in the environment that a process was started with; nil where it cannot be read.
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
