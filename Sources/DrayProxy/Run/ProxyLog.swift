// SPDX-License-Identifier: MIT

/// What a proxy writes of the programs behind it. A program can bring about any number of lines by connecting again, so each process
/// gets one line of a kind; the others are counted, and the count is logged a minute later, with what is reported then.
package struct ProxyLog {
    private var entries: [Kind: Entry] = [:]
    /// Lines that there was no room for.
    private var omitted = 0
    private var start: UInt64 = 0
    /// The processes that have got their first line since `start`.
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

    /// In microseconds.
    private static let interval: UInt64 = 60_000_000
    /// First lines in an interval, so that a program that starts a process for each connection does not fill the log either.
    private static let firstLineLimit = 10
    private static let entryLimit = 64

    package init() {}

    /// - Returns: the lines to be written now.
    package mutating func hear(_ report: ProxyReport) -> [String] {
        let lines = look(at: report.time)
        switch report.event {
        case .note(let words): return lines + add(report, words, isEnd: false)
        case .ended(let reason?): return lines + add(report, "was disconnected: \(reason)", isEnd: true)
        case .message, .started, .picked, .dropped, .dragEnded, .step, .ended(nil): return lines
        }
    }

    /// - Returns: the lines to be written at the end.
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

    /// Tells what was counted in an interval that is over.
    private mutating func look(at time: UInt64) -> [String] {
        guard time >= start + Self.interval else { return [] }
        let lines = counts()
        // A process that goes on gets no further first line.
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
