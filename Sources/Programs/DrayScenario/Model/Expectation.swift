// SPDX-License-Identifier: MIT

/// Conditions that must hold. The expectation is met once all of them are true at the same time, and fails at the
/// timeout.
package struct Expectation: Equatable, Sendable {
    /// Never empty; in the order of the language reference.
    package var conditions: [Located<Condition>]
    package var within: Duration
    package var location: Location

    package init(conditions: [Located<Condition>], within: Duration, location: Location) {
        self.conditions = conditions
        self.within = within
        self.location = location
    }

    package enum Condition: Equatable, Sendable {
        /// The window that would receive the drop now (HIG-15); nil for none.
        case target(Located<String>?)
        /// The current action of the drag, or the final one after a drop (HIG-01 to HIG-04).
        case action(DropAction)
        /// The badge shown now (HIG-13).
        case badge(Badge)
        /// The current pointer shape (HIG-14).
        case cursor(Cursor)
        /// The outcome of the last drag.
        case result(Result)
        /// Whether the target has read this representation.
        case read(String)
        /// The bytes that the target received.
        case payload(Payload)
        /// The output, state or exit of a client.
        case client(Located<String>, ClientCondition)
        /// Events sent in this order since the scenario began; other events may come in between.
        case events([ProtocolEvent])
        /// The client of this window was sent no event of the last drag.
        case nothingSent(to: Located<String>)
        /// A match for one of the last transfers, by drag or clipboard (HIG-17, HIG-24).
        case transfer(TransferMatch)
        /// An announcement for assistive technology (HIG-33).
        case announced(TextMatch)
        /// Whether a target of the last drag has read before it answered the offer (HIG-22).
        case earlyReads(Bool)
        /// Conditions on files in the run's home, all of which must hold; never empty.
        case files([FileMatch])
        /// The visible state of a window.
        case sight(Sight)
    }

    /// The output, state or exit of a client.
    package enum ClientCondition: Equatable, Sendable {
        /// The standard output since the client was started contains a match.
        case output(TextMatch)
        /// Whether the client is running.
        case running(Bool)
        /// The client has exited with this status.
        case status(Int)
        /// A signal has ended the client.
        case signal(Kill.Signal)
        /// The client has been disconnected with a protocol error.
        case protocolError(ProtocolError)

        /// Whether the condition expects the client to end, so that its end is no failure.
        package var isEnd: Bool {
            switch self {
            case .status, .signal, .protocolError: true
            case .running(let isRunning): !isRunning
            case .output: false
            }
        }
    }

    /// A `wl_display.error`; omitted fields match anything.
    package struct ProtocolError: Equatable, Sendable {
        /// The interface of the object that caused the error: `wl_surface`.
        package var object: String?
        package var code: Int?
        package var text: TextMatch?

        package init(object: String? = nil, code: Int? = nil, text: TextMatch? = nil) {
            self.object = object
            self.code = code
            self.text = text
        }
    }

    package enum Result: String, CaseIterable, Sendable {
        case finished, cancelled
    }

    /// The badge of the drag image.
    package enum Badge: Hashable, Sendable {
        case none, plus, notAllowed
        /// The number of items, at least 2.
        case count(Int)
    }

    /// The pointer shapes, by their names in a cursor theme, and two states of a client that sets its own cursor.
    package enum Cursor: String, CaseIterable, Sendable {
        /// A cursor image of the client.
        case client
        /// Hidden by the client.
        case hidden
        case `default`, text, pointer, grab, grabbing, alias, copy, move
        case dndCopy = "dnd-copy"
        case dndMove = "dnd-move"
        case dndAsk = "dnd-ask"
        case dndLink = "dnd-link"
        case dndNone = "dnd-none"
        case dndNoDrop = "dnd-no-drop"
        case noDrop = "no-drop"
        case notAllowed = "not-allowed"
    }

    /// The transferred content.
    package struct Payload: Equatable, Sendable {
        package var content: Content
        /// The MIME type of the representation; nil for the one that the target read last.
        package var type: String?

        package init(content: Content, type: String? = nil) {
            self.content = content
            self.type = type
        }

        package enum Content: Equatable, Sendable {
            case text(TextMatch)
            /// The content of a file, by its absolute path.
            case file(String)
        }
    }
}
