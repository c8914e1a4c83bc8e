// SPDX-License-Identifier: MIT

/// The log of a proxy. Programs can cause any number of messages by reconnecting, so each process gets one line per
/// kind. Further ones are counted, and the count is logged with the first message after a minute.
package struct ProxyLog {
    private var entries: [Kind: Entry] = [:]
    /// The number of lines that exceeded the limit.
    private var omitted = 0
    private var start: UInt64 = 0
    /// The number of processes whose first line was logged since `start`.
    private var firstLines = 0

    private struct Kind: Hashable {
        let process: Int32
        let isEnd: Bool
    }

    private struct Entry {
        let program: String
        var last: String
        var more = 0
    }

    /// The interval of the limit, in microseconds.
    private static let interval: UInt64 = 60_000_000
    /// The maximum number of first lines per interval, so that a program that starts a process for each connection
    /// cannot fill the log either.
    private static let firstLineLimit = 10
    private static let entryLimit = 64

    package init() {}

    /// - Returns: the lines to be logged now.
    package mutating func hear(_ report: ProxyReport) -> [String] {
        let lines = look(at: report.time)
        switch report.event {
        case .note(let words): return lines + add(report, words, isEnd: false)
        case .ended(let reason?): return lines + add(report, "was disconnected: \(reason)", isEnd: true)
        case .message, .started, .picked, .dropped, .dragEnded, .step, .ended(nil): return lines
        }
    }

    /// - Returns: the lines to be logged at the end.
    package mutating func finish() -> [String] { counts() }

    private mutating func add(_ report: ProxyReport, _ words: String, isEnd: Bool) -> [String] {
        let kind = Kind(process: report.process, isEnd: isEnd)
        guard entries[kind] == nil else {
            entries[kind]?.more += 1
            entries[kind]?.last = words
            return []
        }
        guard firstLines < Self.firstLineLimit, entries.count < Self.entryLimit else {
            omitted += 1
            return []
        }
        firstLines += 1
        let program = report.process > 0 ? "\(report.name) (process \(report.process))" : report.name
        entries[kind] = Entry(program: program, last: words)
        return ["\(program) \(words)"]
    }

    /// Returns the counts of an interval that has ended.
    private mutating func look(at time: UInt64) -> [String] {
        guard time >= start + Self.interval else { return [] }
        let lines = counts()
        // Processes that are still active get no further first line.
        entries = entries.filter { $0.value.more > 0 }.mapValues { Entry(program: $0.program, last: $0.last) }
        (omitted, firstLines, start) = (0, 0, time)
        return lines
    }

    private func counts() -> [String] {
        let counted = entries.values.filter { $0.more > 0 }.sorted { $0.program < $1.program }
        let lines = counted.map { entry in
            "\(entry.program): \(entry.more) more lines were left out, the last: \(entry.last)"
        }
        return omitted > 0 ? lines + ["\(omitted) lines about other programs were left out"] : lines
    }
}
