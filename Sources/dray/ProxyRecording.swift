// SPDX-License-Identifier: MIT

import DrayCore
import DrayPlay
import DrayProxy
import DrayScenario

/// The drags that a proxy saw, as a scenario that plays them again in the headless compositor: the same programs, the same
/// places on their windows, and what came of it. Where windows stood nobody tells a proxy: they are put side by side, on a screen
/// that has room for them.
///
/// A drag with a finger, or from a popup, has no known place, and is left out with a line that says so.
final class ProxyRecording {
    private var scenario: Scenario
    private let file: RecordingFile
    private var starts: [DragBoard.Client: (command: [String], directory: String)] = [:]
    private var clientNames: [DragBoard.Client: String] = [:]
    private var drag: Drag?
    private var rows = WindowRows()

    /// The drag that goes on, or was dropped.
    private struct Drag {
        var client: DragBoard.Client
        var from: Place?
        var to: Place?
    }

    /// A recording has one file and no lines of its own yet.
    private static let nowhere = Location(1, 1)

    init(policy: Scenario.Policy, file: RecordingFile) {
        scenario = .recording(policy: policy)
        self.file = file
    }

    func hear(_ report: ProxyReport) {
        switch report.event {
        case .started(let command, let directory): starts[report.client] = (command, directory)
        case .picked(let place):
            drag = Drag(client: report.client, from: place.flatMap { self.place($0, of: report) })
        case .dropped(let place):
            drag?.to = place.flatMap { self.place($0, of: report) }
        case .dragEnded(let action): if drag?.client == report.client { end(with: action) }
        case .message, .note, .step, .ended: break
        }
    }

    /// The scenario as far as it goes.
    var text: String { ScenarioText(scenario).yaml }

    /// Writes the recording.
    /// - Returns: where it is.
    func finish() throws(SystemFailure) -> String {
        try file.write(text)
        return file.path
    }

    private func end(with action: DragAction?) {
        defer { drag = nil }
        guard let from = drag?.from, let to = drag?.to else {
            let why = drag?.to == nil ? "nothing was dropped behind the proxy" : "it began with no mouse on a window"
            return append(.say("A drag is left out: \(why)."))
        }
        append(
            .drag(
                .init(
                    from: from, via: [], to: to, duration: .milliseconds(500), easing: .easeInOut, button: .left,
                    location: Self.nowhere)))
        let conditions: [Expectation.Condition] =
            action.map { [.action(DropAction($0)), .result(.finished)] } ?? [.result(.cancelled)]
        append(
            .expect(
                Expectation(
                    conditions: conditions.map { Located($0, at: Self.nowhere) }, within: .seconds(5),
                    location: Self.nowhere)))
    }

    /// The place in the scenario; a window that it does not know yet comes in.
    private func place(_ place: WindowPlace, of report: ProxyReport) -> Place? {
        guard let client = client(of: report), !place.title.isEmpty || !place.appID.isEmpty else { return nil }
        let match: Client.Match =
            place.title.isEmpty
            ? .appID(place.appID)
            : place.appID.isEmpty
                ? .title(.equals(place.title)) : .both(title: .equals(place.title), appID: place.appID)
        let windows = scenario.clients[client].windows
        let name: Located<String>
        if let known = windows.first(where: { $0.match == match }) {
            name = known.name
        } else {
            let count = scenario.clients.reduce(0) { $0 + $1.windows.count }
            name = Located("window-\(count + 1)", at: Self.nowhere)
            scenario.clients[client].windows.append(
                .init(name: name, match: match, position: rows.add(place)))
            scenario.outputs[0].size = rows.screen
            append(.wait(.init(condition: .windows([name]), location: Self.nowhere)))
        }
        return .content(name, at: .offset(x: .points(place.x.rounded()), y: .points(place.y.rounded())))
    }

    private func client(of report: ProxyReport) -> Int? {
        guard let start = starts[report.client], !start.command.isEmpty else { return nil }
        if let name = clientNames[report.client] { return scenario.clients.firstIndex { $0.name.value == name } }
        let name = "client-\(scenario.clients.count + 1)"
        clientNames[report.client] = name
        scenario.clients.append(
            Client(
                name: Located(name, at: Self.nowhere), command: start.command, environment: [],
                directory: start.directory.isEmpty ? scenario.directory : start.directory, windows: [],
                startsWithin: .seconds(10)))
        return scenario.clients.count - 1
    }

    private func append(_ action: Step.Action) {
        scenario.steps.append(Step(action: action, location: Self.nowhere))
    }
}

extension DropAction {
    fileprivate init(_ action: DragAction) {
        switch action {
        case .copy: self = .copy
        case .move: self = .move
        case .ask: self = .ask
        }
    }
}
