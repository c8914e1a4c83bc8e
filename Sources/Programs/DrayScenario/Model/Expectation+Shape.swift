// SPDX-License-Identifier: MIT

// The syntax of expectations. The descriptions of the keys also appear in the JSON Schema.

extension Expectation {
    static let shape = Shape<Expectation>.record { keys in
        let conditions = keys.atLeastOne([
            Case("target", "The window that would receive the drop, or `none`.", targetShape, Condition.target),
            Case("action", "The current action of the drag.", Shape<DropAction>.word, Condition.action),
            Case("badge", "`none`, `plus`, `not-allowed` or a number.", Badge.shape, Condition.badge),
            Case("cursor", "The pointer's shape.", Shape<Cursor>.word, Condition.cursor),
            Case("result", "How the drag ended.", Shape<Result>.word, Condition.result),
            Case("read", "The representation that the target read.", .mimeType, Condition.read),
            Case("payload", "What was transferred.", Payload.shape, Condition.payload),
            Case("client", "The output of a client, or its exit.", clientShape) { $0 },
            Case(
                "events", "Events in this order; other events may come in between.",
                .list(of: ProtocolEvent.shape, minimum: 1), Condition.events),
            Case("nothing-sent-to", "A window whose client is sent no event of the drag.", .reference(to: .window)) {
                Condition.nothingSent(to: $0)
            },
            Case("transfer", "The state of one of the last transfers.", TransferMatch.shape, Condition.transfer),
            Case("announced", "An announcement for assistive technology.", TextMatch.shape, Condition.announced),
            Case(
                "early-reads", "Whether a target has read before it answered the offer.", .truth, Condition.earlyReads),
            Case("file", "A file in the clients' home, or a list of files.", FileMatch.shape, Condition.files),
            Case("title", "The title of a window.", Sight.titleShape) { Condition.sight($0) },
            Case("text", "A text that a window shows.", Sight.textShape) { Condition.sight($0) },
            Case("seen", "An object with an accessible name that a window shows.", Sight.seenShape) {
                Condition.sight($0)
            },
            Case("unseen", "An object with an accessible name that a window does not show.", Sight.unseenShape) {
                Condition.sight($0)
            },
            Case("gone", "A window that does not exist.", Sight.goneShape) { Condition.sight($0) },
        ])
        let within = keys.optional(
            "within", "The timeout; 5s if left out.", .duration, default: .seconds(5))
        guard !conditions.isEmpty else { return nil }
        return Expectation(conditions: conditions, within: within, location: keys.location)
    }
    .named("expectation")

    /// A window, or the word `none`.
    private static let targetShape = Shape<Located<String>?>(schema: { .text(pattern: nil) }) { node, reading in
        if case .scalar(let scalar) = node.content, scalar.text == "none" { return .some(nil) }
        return Shape.reference(to: .window).read(node, reading).map { .some($0) }
    }

    private static let clientShape = Shape<Condition>.record { keys in
        let name = keys.required("name", "The client.", .reference(to: .client))
        let condition = keys.exactlyOne([
            Case("output", "A substring of its output, or `{matches: …}`.", TextMatch.shape) {
                ClientCondition.output($0)
            },
            Case("running", "Whether it is running.", .truth) { ClientCondition.running($0) },
            Case("status", "The exit status, 0 to 255.", .integer(in: 0...255)) {
                ClientCondition.status($0)
            },
            Case("signal", "The signal that ended it: `SEGV`.", Shape<Kill.Signal>.word) { ClientCondition.signal($0) },
            Case("protocol-error", "The protocol error that disconnected it.", protocolError) {
                ClientCondition.protocolError($0)
            },
        ])
        guard let name, let condition else { return nil }
        return .client(name, condition)
    }

    private static let protocolError = Shape<ProtocolError>.record { keys in
        let parts = keys.atLeastOne([
            Case("object", "The interface of the object: `wl_surface`.", .text) {
                ErrorPart.object($0)
            },
            Case("code", "The error code of the interface.", .integer(in: 0...65535)) { ErrorPart.code($0) },
            Case("text", "A substring of its message, or `{matches: …}`.", TextMatch.shape) { ErrorPart.text($0) },
        ])
        return parts.reduce(into: ProtocolError()) { error, part in
            switch part.value {
            case .object(let interface): error.object = interface
            case .code(let code): error.code = code
            case .text(let text): error.text = text
            }
        }
    }

    private enum ErrorPart {
        case object(String)
        case code(Int)
        case text(TextMatch)
    }
}

extension Expectation.Badge {
    fileprivate static let shape = Shape<Self>(schema: {
        .anyOf([.choice(["none", "plus", "not-allowed"]), .integer(2...999)])
    }) { node, reading in
        Shape.scalar(
            .text(pattern: nil), expected: "a badge", help: "`none`, `plus`, `not-allowed` or a number from 2"
        ) { text in
            switch text {
            case "none": Self.none
            case "plus": .plus
            case "not-allowed": .notAllowed
            default: Int(text).flatMap { (2...999).contains($0) ? .count($0) : nil }
            }
        }
        .read(node, reading)
    }
}

extension Expectation.Payload {
    fileprivate static let shape = Shape<Self>.record { keys in
        let content = keys.exactlyOne([
            Case("equals", "The whole content, as UTF-8.", Shape<String>.text) { Content.text(.equals($0)) },
            Case("matches", "A regular expression that matches anywhere in it.", .pattern) {
                Content.text(.matches($0))
            },
            Case("file", "A file with the same bytes.", .file("file")) { Content.file($0) },
        ])
        let type = keys.optional(
            "type", "The MIME type of the representation; the last one read if left out.", .mimeType)
        return content.map { Self(content: $0, type: type) }
    }
}
