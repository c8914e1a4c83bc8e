// SPDX-License-Identifier: MIT

import DrayCore
import DrayPlay
import DrayProxy
import DrayScenario

/// The drags that a proxy has seen, as a scenario that repeats them in the headless compositor: the same programs, the
/// same positions in their windows, and the same results. A proxy does not know the positions of windows on the screen;
/// the scenario places them side by side on a screen that is large enough.
///
/// A drag by touch or from a popup has no known position. A comment line in the scenario takes its place.
final class ProxyRecording {
    private var scenario: Scenario
    private let file: RecordingFile
    private var starts: [SharedDragTable.Client: (command: [String], directory: String)] = [:]
    private var clientNames: [SharedDragTable.Client: String] = [:]
    private var drag: Drag?
    private var rows = WindowRows()

    /// The current drag, or the one that was dropped last.
    private struct Drag {
        var client: SharedDragTable.Client
        var from: Place?
        var to: Place?
    }

    /// A placeholder: the steps of a recording have no location in a file.
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

    /// The scenario recorded so far.
    var text: String { ScenarioText(scenario).yaml }

    /// Writes the recording.
    /// - Returns: the path of the file.
    func finish() throws(SystemFailure) -> String {
        try file.write(text)
        return file.path
    }

    private func end(with action: DragAction?) {
        defer { drag = nil }
        guard let from = drag?.from, let to = drag?.to else {
            let why =
                drag?.to == nil
                ? "it did not end with a drop behind the proxy" : "it did not begin with a mouse in a window"
            return append(.say("A drag was omitted: \(why)."))
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

    /// The position in the scenario. A window that is not part of the scenario is added to it.
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
