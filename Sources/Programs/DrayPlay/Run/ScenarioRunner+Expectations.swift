// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayReport
import DrayScenario
import DrayTransfer
import FoundationEssentials
import HeadlessDesktop

// Expectations: the conditions are evaluated until all hold or the timeout is reached, and the actual state is
// described.

extension ScenarioRunner {
    /// Waits until all conditions of an expectation hold at once, and records the outcome. A failure does not abort the
    /// run, which continues and fails at the end.
    func check(_ expectation: Expectation) throws {
        let holds = { expectation.conditions.allSatisfy { self.contradiction(to: $0.value) == nil } }
        if expectation.isAboutTarget { try askAgain(until: holds) }
        try waitFor(expectation, until: holds)
        var names: TraceEvent.PictureFile.Names?
        for condition in expectation.conditions {
            let seen = contradiction(to: condition.value)
            guard let seen else {
                record(expectation: condition.value.words, .held, at: condition.location)
                continue
            }
            names = names ?? namesShown(asFileFor: condition.location.pictureName)
            fail(condition.value.words, seen: seen, at: condition.location, names: names)
        }
    }

    /// Records a failure with a screenshot; the run continues.
    func fail(_ text: String, seen: String, at location: Location) throws {
        fail(text, seen: seen, at: location, names: namesShown(asFileFor: location.pictureName))
    }

    private func fail(_ text: String, seen: String, at location: Location, names: TraceEvent.PictureFile.Names?) {
        record(expectation: text, .failed(seen: seen), at: location)
        try? takePicture(named: location.pictureName, caption: text, names: names)
    }

    private func record(expectation text: String, _ outcome: TraceEvent.Expectation.Outcome, at location: Location) {
        record(.expectation(.init(text: text, outcome: outcome, line: location.line, file: location.file)))
    }

    /// A description of the actual state if it contradicts the condition; otherwise nil.
    func contradiction(to condition: Expectation.Condition) -> String? {
        switch condition {
        case .target(let window): unequal(window?.value ?? "none", targetName)
        case .action(let action): unequal(action.rawValue, witness.action.rawValue)
        case .badge(let badge): unequal(badge.words, Expectation.Badge(witness.feedback).words)
        case .cursor(let expected): unequal(expected.rawValue, cursor)
        case .result(let result):
            result == witness.result ? nil : witness.result.map(words) ?? witness.unfinishedWords ?? ""
        case .read(let type):
            witness.transfers.contains { $0.type.rawValue == type }
                ? nil : "the reads were \(list(witness.transfers.map(\.type.rawValue)))\(cancellationRemark)"
        case .payload(let payload): contradiction(to: payload)
        case .client(let client, let condition): contradiction(to: condition, of: client.value)
        case .events(let events): contradiction(to: events)
        case .nothingSent(let window): wasTold(window) ? "its client was sent events of the drag" : nil
        case .transfer(let match):
            transfers.contains(where: match.holds)
                ? nil : "the transfers were \(list(transfers.map { TransferMatch($0).words }))"
        case .announced(let match):
            witness.announcements.contains { match.holds(for: $0) }
                ? nil : "the announcements were \(list(witness.announcements))"
        case .earlyReads(let wanted):
            wanted == (witness.earlyReads > 0) ? nil : "there were \(witness.earlyReads) reads before an answer"
        case .files(let matches):
            matches.lazy.compactMap { self.files.contradiction(to: $0) }.first
        case .sight(let sight): contradiction(to: sight)
        }
    }

    /// The last completed transfers, and those in progress.
    private var transfers: [Transfer] { host.engine.transferLedger.recent + host.engine.transferLedger.underWay }

    private func unequal(_ expected: String, _ seen: String) -> String? {
        expected == seen ? nil : seen
    }

    /// The result, with the reason if the drag was cancelled.
    private func words(for result: Expectation.Result) -> String {
        "\(result.rawValue)\(cancellation.map { ": \($0)" } ?? "")"
    }

    /// The reason why the last drag was cancelled; nil if it was not.
    var cancellation: String? {
        witness.cancellation { [compositor] in compositor.window(of: $0).map(label) }
    }

    /// The reason for the cancellation, as a suffix for other messages.
    private var cancellationRemark: String { cancellation.map { "; the drag was cancelled: \($0)" } ?? "" }

    /// The scenario's name of the drop target: the highlighted window (HIG-15), or, if nothing is highlighted because
    /// the content comes from there, the window under the pointer.
    private var targetName: String {
        let window = witness.highlight.flatMap(Surface.of)?.window ?? (witness.action == .none ? nil : windowBelow)
        guard let window else { return "none" }
        return windows.first { $0.value == window }?.key ?? window.quoted
    }

    private var windowBelow: Window? {
        guard witness.outcome == nil, let target = witness.target else { return nil }
        return compositor.window(of: target)
    }

    /// The current cursor. The compositor's shape only applies while no client sets its own.
    private var cursor: String {
        switch seat.pointer.cursor {
        case .hidden: Expectation.Cursor.hidden.rawValue
        case .surface: Expectation.Cursor.client.rawValue
        case .standard: host.stage.pointerShape(of: SeatID(seat))?.names.first ?? Expectation.Cursor.default.rawValue
        }
    }

    private func contradiction(to condition: Expectation.ClientCondition, of name: String) -> String? {
        let client = clients[name]
        switch condition {
        case .output(let match):
            let text = client?.output.text ?? ""
            return match.holds(for: text)
                ? nil : "it wrote: \(Excerpt.of(text))\(client?.output.words ?? "")"
        case .running(let isRunning):
            return isWholeRunning(name) == isRunning ? nil : wordsOfWhole(name)
        case .status(let status):
            return client?.state == .exited(status: Int32(status)) ? nil : words(for: client?.state)
        case .signal(let signal):
            return client?.state == .killed(signal: signal.number) ? nil : words(for: client?.state)
        case .protocolError(let expected):
            guard let breach = conversation.breaches[name] else { return "it was sent no error" }
            return breach.fits(expected) ? nil : breach.words
        }
    }

    /// Whether a client is running. Processes that it has left behind count as the client.
    private func isWholeRunning(_ name: String) -> Bool {
        switch clients[name]?.state {
        case .running?: return true
        case .exited(status: 0)?:
            var end = wholeEnds[name] ?? WholeEnd(of: name)
            defer { wholeEnds[name] = end }
            return !end.look()
        case .exited?, .killed?, nil: return false
        }
    }

    private func wordsOfWhole(_ name: String) -> String {
        guard case .exited? = clients[name]?.state, isWholeRunning(name) else {
            return words(for: clients[name]?.state)
        }
        return "it exited, but processes that it started are running"
    }

    private func words(for state: ClientProcess.State?) -> String {
        switch state {
        case .running?: "it runs"
        case .exited(let status)?: "it ended with status \(status)"
        case .killed(let signal)?: "it was killed by \(Kill.Signal.name(of: signal))"
        case nil: "it was not started"
        }
    }

    /// Whether the client of a window was sent events of the last drag.
    private func wasTold(_ window: Located<String>) -> Bool {
        let name = client(of: window)
        return conversation.sentInDrag.contains {
            $0.client == name && $0.interface == "wl_data_device" && Self.dragEvents.contains($0.name)
        }
    }

    /// `data_offer` and `selection` are also sent for the clipboard.
    private static let dragEvents: Set<String> = ["enter", "motion", "leave", "drop"]

    private func contradiction(to payload: Expectation.Payload) -> String? {
        let transfers = witness.transfers.filter { payload.type == nil || $0.type.rawValue == payload.type }
        guard let last = transfers.last(where: \.isComplete) else {
            return witness.transfers.isEmpty
                ? "nothing was transferred\(cancellationRemark)" : "no such transfer is complete\(cancellationRemark)"
        }
        switch payload.content {
        case .text(let match):
            let text = String(decoding: last.bytes, as: UTF8.self)
            return match.holds(for: text) ? nil : "\(last.type): \(Excerpt.of(text))"
        case .file(let path):
            let file: [UInt8]
            do throws(SystemFailure) { file = try RegularFile(reading: path).bytes() } catch {
                return error.description
            }
            return last.bytes == file
                ? nil : "\(last.bytes.count) bytes of \(last.type), the file has \(file.count)"
        }
    }

    private func contradiction(to events: [ProtocolEvent]) -> String? {
        var rest = conversation.sent[...]
        for event in events {
            guard let index = rest.firstIndex(where: { $0.fits(event) }) else {
                return "\(event.interface).\(event.event) was not sent to \(event.client.value) in this order"
            }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    private func list(_ texts: [String]) -> String {
        texts.isEmpty ? "none" : texts.map { "“\($0)”" }.joined(separator: ", ")
    }
}

extension Location {
    /// The name of the screenshot for a failure on this line.
    fileprivate var pictureName: String {
        let name = file.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
        let word = name?.prefix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
        return "failed-line-\(line)\(word.map { "-of-\($0)" } ?? "")"
    }
}

extension Expectation.Badge {
    /// The badge for a feedback.
    init(_ feedback: Feedback?) {
        switch feedback.map({ Badge($0) }) {
        case .plus: self = .plus
        case .notPossible: self = .notAllowed
        case .count(let count), .countWithPlus(let count), .countWithAsk(let count): self = .count(count)
        case .none?, .ask, .progress, .working, nil: self = .none
        }
    }
}
