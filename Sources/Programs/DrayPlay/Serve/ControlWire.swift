// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import FoundationEssentials

/// The JSON protocol of the control socket: one line per command, answer or event.
///
/// `packaging/python/dray_run/wire.schema.json` describes it, and the tests of that package validate real traffic
/// against the schema.
enum ControlWire {
    /// A request line.
    struct Request: Decodable {
        /// An identifier that the answer repeats.
        var id: Int?
        /// The words of a command, as for `dray ctl`.
        var command: [String]
        /// For `start`: the name of the program in events.
        var name: String?
        /// For `start`: additional environment variables of the program.
        var environment: [String: String]?
        /// For `start`: the working directory of the program.
        var directory: String?
    }

    /// Whether a line uses this protocol.
    static func isJSON(_ line: String) -> Bool { line.utf8.first == UInt8(ascii: "{") }

    static func request(_ line: String) throws(ControlMistake) -> Request {
        do { return try JSONDecoder().decode(Request.self, from: Data(line.utf8)) } catch {
            throw ControlMistake(
                description: """
                    not a request: expected a JSON object with `command`, a list of texts, optionally `id`, a whole \
                    number, and for `start` the texts `name` and `directory` and `environment`, an object of texts
                    """)
        }
    }

    /// The ID of a line that is otherwise invalid; nil if it has none.
    static func id(of line: String) -> Int? {
        struct Numbered: Decodable { var id: Int? }
        return try? JSONDecoder().decode(Numbered.self, from: Data(line.utf8)).id
    }

    /// The command of a request.
    static func command(_ request: Request) throws(ControlMistake) -> ControlCommand {
        let command = try ControlCommand(words: request.command)
        guard case .start(var launch) = command else {
            if request.name != nil || request.environment != nil || request.directory != nil {
                throw ControlMistake(
                    description:
                        "`name`, `environment` and `directory` are for `start`, not for `\(request.command[0])`")
            }
            return command
        }
        (launch.name, launch.directory) = (request.name, request.directory)
        launch.environment = request.environment ?? [:]
        return .start(launch)
    }

    // MARK: Output

    private struct AnswerLine: Encodable {
        var id: Int?
        var ok: Bool
        var error: String?
        var lines: [String]?
        var windows: [WindowRecord]?
        var objects: [ObjectRecord]?
        var state: StateRecord?
        var drag: DragStatus?
        var client: ClientRecord?
        var snapshot: SnapshotRecord?
    }

    static func line(_ answer: ControlAnswer, id: Int?) -> String {
        switch answer {
        // Reasons and lines are for display and contain cleaned window titles; records contain exact values.
        case .failed(let reason):
            return encode(AnswerLine(id: id, ok: false, error: VisibleText.cleaned(reason)))
        case .done(let lines, nil):
            let lines = lines.map(VisibleText.cleaned)
            return encode(AnswerLine(id: id, ok: true, lines: lines.isEmpty ? nil : lines))
        case .done(_, let record?):
            var line = AnswerLine(id: id, ok: true)
            switch record {
            case .windows(let windows): line.windows = windows
            case .objects(let objects): line.objects = objects
            case .state(let state): line.state = state
            case .drag(let drag): line.drag = drag
            case .client(let client): line.client = client
            case .snapshot(let snapshot): line.snapshot = snapshot
            }
            return encode(line)
        }
    }

    private struct EventLine: Encodable {
        var event: String
        var window: WindowRecord?
        var drag: DragStatus?
        var client: ClientRecord?
        var output: OutputRecord?
        var text: String?
    }

    static func line(_ event: ControlEvent) -> String {
        switch event {
        case .windowMapped(let window): encode(EventLine(event: "window-mapped", window: window))
        case .windowChanged(let window): encode(EventLine(event: "window-changed", window: window))
        case .windowGone(let window): encode(EventLine(event: "window-gone", window: window))
        case .drag(let drag): encode(EventLine(event: "drag", drag: drag))
        case .client(let client): encode(EventLine(event: "client", client: client))
        case .output(let output): encode(EventLine(event: "output", output: output))
        case .announced(let text): encode(EventLine(event: "announced", text: text))
        }
    }

    /// Encodes one line, with its terminator.
    private static func encode(_ value: some Encodable) -> String {
        do { return try JSONText.write(value) + "\n" } catch {
            // Encoding fails only for a number that JSON cannot represent.
            return "{\"error\":\"the answer cannot be encoded\",\"ok\":false}\n"
        }
    }
}
