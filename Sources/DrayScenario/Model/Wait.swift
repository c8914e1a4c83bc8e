// SPDX-License-Identifier: MIT

/// Waiting until something is so; the scenario fails, and ends, when it takes too long.
package struct Wait: Equatable, Sendable {
    package var condition: Condition
    /// In real time, since programs take theirs; nil if the file does not say.
    package var limit: Duration?
    package var location: Location

    package init(condition: Condition, within limit: Duration? = nil, location: Location) {
        self.condition = condition
        self.limit = limit
        self.location = location
    }

    /// How long it may take, but for windows, which a client says more of.
    package var within: Duration { limit ?? .seconds(10) }

    package enum Condition: Equatable, Sendable {
        /// The windows are mapped; never empty.
        case windows([Located<String>])
        /// A client has written something to its standard output, since it was started.
        case output(client: Located<String>, TextMatch)
        /// A client is sent an event: the first since the scenario began that no wait before has taken, so that an event
        /// which comes before its wait is not missed.
        case event(ProtocolEvent)
        /// Something is to be seen of a window.
        case sight(Sight)
        /// A client has another window, which gets a name.
        case new(NewWindow)
        /// What is seen stays as it is for a while.
        case still(StillPicture)
        /// Nothing is sent to any client, and nothing is drawn, for a while.
        case quiet(Duration)
        /// Time passes, whatever happens; a long one faster than clients see it.
        case time(Duration)
        /// Time passes as clients see it, all of it.
        case real(Duration)
    }
}

extension Wait {
    static let shape = Shape<Wait>.record { keys in
        let condition = keys.exactlyOne([
            Case("window", "Until a window is mapped.", .reference(to: .window)) { Condition.windows([$0]) },
            Case("windows", "Until all of these are mapped.", .list(of: .reference(to: .window), minimum: 1)) {
                Condition.windows($0)
            },
            Case("output", "Until a client has written a text.", outputShape) { $0 },
            Case("title", "Until a window has a title.", Sight.titleShape) { Condition.sight($0) },
            Case("gone", "Until a window is not there.", Sight.goneShape) { Condition.sight($0) },
            Case("new", "Until a client has a new window, which gets a name.", NewWindow.shape) { Condition.new($0) },
            Case("seen", "Until a window shows something of a name.", Sight.seenShape) { Condition.sight($0) },
            Case("unseen", "Until a window shows nothing of a name.", Sight.unseenShape) { Condition.sight($0) },
            Case("text", "Until a window shows a text.", Sight.textShape) { Condition.sight($0) },
            Case("still", "Until what is seen stays the same for this long.", StillPicture.shape) {
                Condition.still($0)
            },
            Case("event", "Until a client is sent an event.", ProtocolEvent.shape) { Condition.event($0) },
            Case("quiet", "Until nothing has happened for this long.", .duration) { Condition.quiet($0) },
            Case("time", "This long, whatever happens; what is over 2s goes by faster.", .duration) {
                Condition.time($0)
            },
            Case("real", "This long in real time, all of it.", .duration) { Condition.real($0) },
        ])
        let within = keys.optional(
            "within", "Fail after this long; 10s if left out, or for windows what their client's `starts-within` says.",
            .duration)
        return condition.map { Wait(condition: $0, within: within, location: keys.location) }
    }
    .named("wait")

    private static let outputShape = Shape<Condition>.record { keys in
        let client = keys.required("client", "Whose.", .reference(to: .client))
        let match = keys.exactlyOne([
            Case("text", "A piece of it.", Shape<String>.text) { TextMatch.contains($0) },
            Case("matches", "A regular expression that is found in it.", .pattern) { TextMatch.matches($0) },
        ])
        guard let client, let match else { return nil }
        return .output(client: client, match)
    }
}
