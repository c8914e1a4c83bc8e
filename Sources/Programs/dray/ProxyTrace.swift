// SPDX-License-Identifier: MIT

import DrayCore
import DrayPlay
import DrayProxy
import DrayReport
import FoundationEssentials
import Glibc

/// The messages of drags that a proxy has seen, in the format of `dray run`: `trace.jsonl` as they occur, and a report
/// at the end.
final class ProxyTrace {
    private let folder: RunFolder
    private let writer: TraceWriter
    private var records: [TraceRecord] = []
    private var steps: [RunResult.Step] = []
    private var names = ClientNames()
    private let start = ProxyReport.now
    /// The name of the compositor's executable, for the report.
    private let compositor: String?
    /// The reason why the trace is incomplete, or nil if it is complete.
    private(set) var failure: String?

    /// The maximum number of records in the report. The trace itself has no limit.
    private static let recordLimit = 100_000

    /// - Parameter upstream: the compositor's socket.
    init(in path: String, at upstream: String) throws {
        let socket = try? LocalSocket.connect(to: upstream)
        compositor = socket.map { PeerProgram(at: $0) }.flatMap { $0.name ?? $0.ownName }
        if let socket { close(socket) }
        folder = try RunFolder(creating: URL(fileURLWithPath: path))
        writer = try TraceWriter(creating: folder.trace)
    }

    func hear(_ report: ProxyReport) {
        let time = report.time > start ? report.time - start : 0
        let name = names.name(of: report)
        switch report.event {
        case .message(let message):
            if message.interface == "wl_data_device", message.name == "start_drag" { beginDrag(of: name, at: time) }
            record(.message(message.traced(of: name)), at: time)
        case .note(let words): record(.note(.init(text: "\(name): \(words)")), at: time)
        // The messages in the trace already show these.
        case .started, .picked, .dropped, .dragEnded, .step: break
        case .ended(let reason):
            guard let reason else { return }
            record(.note(.init(text: "\(name) was disconnected: \(reason)")), at: time)
        }
    }

    /// Writes the report.
    /// - Returns: the path of the report.
    func finish() throws -> String {
        let duration = ProxyReport.now - start
        endStep(at: duration)
        var versions = ["dray": Versions.dray]
        versions["compositor"] = compositor
        let result = RunResult(
            scenario: "dray proxy", virtualDuration: duration, realDuration: duration,
            versions: versions, steps: steps, problem: failure)
        try folder.write(result, trace: records)
        return folder.report.path
    }

    /// Begins a step of the report; each drag is one.
    private func beginDrag(of client: String, at time: UInt64) {
        endStep(at: time)
        let step = RunResult.Step(
            index: steps.count + 1, text: "\(client) begins a drag", start: time, duration: 0, held: 0,
            outcome: .passed)
        steps.append(step)
        record(.step(.init(index: step.index, text: step.text)), at: time)
    }

    private func endStep(at time: UInt64) {
        guard let last = steps.indices.last else { return }
        steps[last].duration = time - min(time, steps[last].start)
    }

    private func record(_ event: TraceEvent, at time: UInt64) {
        guard failure == nil else { return }
        let record = TraceRecord(at: Instant(microseconds: time), event)
        if records.count < Self.recordLimit { records.append(record) }
        do {
            try writer.append(record)
        } catch {
            failure = "the trace could not be written: \(error)"
        }
    }

    /// Names clients after their programs, with a number if several clients have the same program.
    private struct ClientNames {
        private var names: [SharedDragTable.Client: String] = [:]
        private var counts: [String: Int] = [:]

        mutating func name(of report: ProxyReport) -> String {
            if let name = names[report.client] { return name }
            counts[report.name, default: 0] += 1
            let count = counts[report.name, default: 1]
            let name = count == 1 ? report.name : "\(report.name) \(count)"
            names[report.client] = name
            return name
        }
    }
}

extension SpokenMessage {
    fileprivate func traced(of client: String) -> TraceEvent.Message {
        let direction: TraceEvent.Message.Direction =
            switch self.direction {
            case .request: .request
            case .event: .event
            }
        return TraceEvent.Message(
            client: client, direction: direction, interface: interface, object: object, name: name,
            arguments: arguments.map { TraceEvent.Message.Argument(name: $0.name, value: $0.value) })
    }
}
