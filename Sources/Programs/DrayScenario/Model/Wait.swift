// SPDX-License-Identifier: MIT

/// A wait for a condition; at the timeout, the scenario fails and ends.
package struct Wait: Equatable, Sendable {
    package var condition: Condition
    /// The timeout in real time, because programs run in real time; nil if the file does not set one.
    package var limit: Duration?
    package var location: Location

    package init(condition: Condition, within limit: Duration? = nil, location: Location) {
        self.condition = condition
        self.limit = limit
        self.location = location
    }

    /// The effective timeout, except for windows, whose client has its own.
    package var within: Duration { limit ?? .seconds(10) }

    package enum Condition: Equatable, Sendable {
        /// The windows are mapped; never empty.
        case windows([Located<String>])
        /// A client has written a match to its standard output since it was started.
        case output(client: Located<String>, TextMatch)
        /// An event is sent to a client: the first since the scenario began that no earlier wait consumed. An event
        /// that precedes its wait is therefore not missed.
        case event(ProtocolEvent)
        /// The visible state of a window.
        case sight(Sight)
        /// A client opens another window, which gets a name.
        case new(NewWindow)
        /// A subject's appearance stays unchanged for a while.
        case still(StillPicture)
        /// No event is sent to any client and nothing is drawn for a while.
        case quiet(Duration)
        /// A fixed time; long waits run faster than clients perceive time.
        case time(Duration)
        /// A fixed time in full, as clients perceive it.
        case real(Duration)
    }
}

extension Wait {
    static let shape = Shape<Wait>.record { keys in
        let condition = keys.exactlyOne([
            Case("window", "A window that is mapped.", .reference(to: .window)) { Condition.windows([$0]) },
            Case("windows", "Windows that are all mapped.", .list(of: .reference(to: .window), minimum: 1)) {
                Condition.windows($0)
            },
            Case("output", "A text that a client writes.", outputShape) { $0 },
            Case("title", "The title of a window.", Sight.titleShape) { Condition.sight($0) },
            Case("gone", "A window that no longer exists.", Sight.goneShape) { Condition.sight($0) },
            Case("new", "A new window of a client, which gets a name.", NewWindow.shape) { Condition.new($0) },
            Case("seen", "An object with an accessible name that a window shows.", Sight.seenShape) {
                Condition.sight($0)
            },
            Case("unseen", "An object with an accessible name that a window does not show.", Sight.unseenShape) {
                Condition.sight($0)
            },
            Case("text", "A text that a window shows.", Sight.textShape) { Condition.sight($0) },
            Case("still", "The duration for which the appearance stays unchanged.", StillPicture.shape) {
                Condition.still($0)
            },
            Case("event", "An event that is sent to a client.", ProtocolEvent.shape) { Condition.event($0) },
            Case("quiet", "The duration without any activity.", .duration) { Condition.quiet($0) },
            Case("time", "A fixed duration; the part beyond 2s passes faster.", .duration) {
                Condition.time($0)
            },
            Case("real", "A fixed duration, in real time in full.", .duration) { Condition.real($0) },
        ])
        let within = keys.optional(
            "within", "The timeout; 10s if left out, or for windows their client's `starts-within`.",
            .duration)
        return condition.map { Wait(condition: $0, within: within, location: keys.location) }
    }
    .named("wait")

    private static let outputShape = Shape<Condition>.record { keys in
        let client = keys.required("client", "Whose.", .reference(to: .client))
        let match = keys.exactlyOne([
            Case("text", "A substring.", Shape<String>.text) { TextMatch.contains($0) },
            Case("matches", "A regular expression that matches anywhere in it.", .pattern) { TextMatch.matches($0) },
        ])
        guard let client, let match else { return nil }
        return .output(client: client, match)
    }
}
