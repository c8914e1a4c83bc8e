// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

/// The expectations of a scenario in YAML flow style.
extension ScenarioText {
    static func flow(_ condition: Expectation.Condition) -> (key: String, value: FlowText) {
        switch condition {
        case .target(let window): ("target", .text(window?.value ?? "none"))
        case .action(let action): ("action", .text(action.rawValue))
        case .badge(.count(let count)): ("badge", .number(Double(count)))
        case .badge(.none): ("badge", "none")
        case .badge(.plus): ("badge", "plus")
        case .badge(.notAllowed): ("badge", "not-allowed")
        case .cursor(let cursor): ("cursor", .text(cursor.rawValue))
        case .result(let result): ("result", .text(result.rawValue))
        case .read(let type): ("read", .text(type))
        case .payload(let payload):
            ("payload", .map([flow(payload.content)] + (payload.type.map { [("type", .text($0))] } ?? [])))
        case .client(let client, let condition):
            ("client", .map([("name", .text(client.value)), flow(condition)]))
        case .events(let events): ("events", .list(events.map(flow)))
        case .nothingSent(let window): ("nothing-sent-to", .text(window.value))
        case .transfer(let match): ("transfer", flow(match))
        case .announced(let match): ("announced", flow(match))
        case .earlyReads(let wanted): ("early-reads", .truth(wanted))
        case .files(let matches): ("file", .list(matches.map(flow)))
        case .sight(let sight): flow(sight)
        }
    }

    private static func flow(_ match: FileMatch) -> FlowText {
        let condition: (key: String, value: FlowText) =
            switch match.condition {
            case .state(let state): ("is", .text(state.rawValue))
            case .content(let text): ("content", flow(text))
            case .same(let file): ("same-as", .text(file))
            case .moved(let place): ("moved-to", .text(place.description))
            case .copied(let place): ("copied-to", .text(place.description))
            }
        return .map([("path", .text(match.path.description)), condition])
    }

    private static func flow(_ match: TransferMatch) -> FlowText {
        let parts: [(key: String, value: FlowText)?] = [
            match.type.map { ("type", .text($0)) }, match.state.map { ("state", .text($0.rawValue)) },
            match.fault.map { ("fault", .text($0.rawValue)) }, match.isAnnounced.map { ("announced", .truth($0)) },
            match.bytes.map { ("bytes", .number(Double($0))) },
        ]
        return .map(parts.compactMap { $0 })
    }

    private static func flow(_ condition: Expectation.ClientCondition) -> (key: String, value: FlowText) {
        switch condition {
        case .output(let match): ("output", flow(match))
        case .running(let isRunning): ("running", .truth(isRunning))
        case .status(let status): ("status", .number(Double(status)))
        case .signal(let signal): ("signal", .text(signal.rawValue))
        case .protocolError(let error):
            (
                "protocol-error",
                .map(
                    (error.object.map { [("object", .text($0))] } ?? [])
                        + (error.code.map { [("code", .number(Double($0)))] } ?? [])
                        + (error.text.map { [("text", flow($0))] } ?? []))
            )
        }
    }

    private static func flow(_ content: Expectation.Payload.Content) -> (key: String, value: FlowText) {
        switch content {
        case .text(.equals(let text)), .text(.contains(let text)): ("equals", .text(text))
        case .text(.matches(let pattern)): ("matches", .text(pattern))
        case .file(let file): ("file", .text(file))
        }
    }
}
