// SPDX-License-Identifier: MIT

/// What has to be so. It holds as soon as all of it is true at once, and fails when that takes too long.
package struct Expectation: Equatable, Sendable {
    /// Never empty; in the order of the language's reference.
    package var conditions: [Located<Condition>]
    package var within: Duration
    package var location: Location

    package init(conditions: [Located<Condition>], within: Duration, location: Location) {
        self.conditions = conditions
        self.within = within
        self.location = location
    }

    package enum Condition: Equatable, Sendable {
        /// The window that would take the content now (HIG-15); nil for none.
        case target(Located<String>?)
        /// What a drop would do now, or did (HIG-01 to HIG-04).
        case action(DropAction)
        /// What the badge shows now (HIG-13).
        case badge(Badge)
        /// The pointer's shape now (HIG-14).
        case cursor(Cursor)
        /// How the last drag ended.
        case result(Result)
        /// The target has read this representation.
        case read(String)
        /// The bytes that the target was given.
        case payload(Payload)
        /// How a client is, or has ended.
        case client(Located<String>, ClientCondition)
        /// These events were sent in this order since the scenario began; others may lie between them.
        case events([ProtocolEvent])
        /// The client of this window was sent nothing of the last drag.
        case nothingSent(to: Located<String>)
        /// One of the last transfers, by drag or clipboard, is like this (HIG-17, HIG-24).
        case transfer(TransferMatch)
        /// Words for assistive technology (HIG-33).
        case announced(TextMatch)
        /// Whether a target of the last drag has read before it had answered (HIG-22).
        case earlyReads(Bool)
        /// All of these hold for files of the run's home; never empty.
        case files([FileMatch])
        /// Something is to be seen of a window.
        case sight(Sight)
    }

    /// What a client has done.
    package enum ClientCondition: Equatable, Sendable {
        /// It has written this to its standard output since it was started.
        case output(TextMatch)
        /// It runs, or does not.
        case running(Bool)
        /// It has ended by itself, with this status.
        case status(Int)
        /// A signal has ended it.
        case signal(Kill.Signal)
        /// It has broken the protocol, and was told so.
        case protocolError(ProtocolError)

        /// Whether it speaks of the client's end, which is no surprise then.
        package var isEnd: Bool {
            switch self {
            case .status, .signal, .protocolError: true
            case .running(let isRunning): !isRunning
            case .output: false
            }
        }
    }

    /// A `wl_display.error`: what is left out may be anything.
    package struct ProtocolError: Equatable, Sendable {
        /// The interface of the object that the error is about: `wl_surface`.
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

    /// What the badge of the drag image shows.
    package enum Badge: Hashable, Sendable {
        case none, plus, notAllowed
        /// The number of items, from 2.
        case count(Int)
    }

    /// The names of the pointer's shapes in a cursor theme; and what a client that has the pointer makes of it.
    package enum Cursor: String, CaseIterable, Sendable {
        /// A picture that the client has drawn itself.
        case client
        /// The client has hidden it.
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

    /// What was transferred.
    package struct Payload: Equatable, Sendable {
        package var content: Content
        /// The representation; nil for the one that the target read last.
        package var type: String?

        package init(content: Content, type: String? = nil) {
            self.content = content
            self.type = type
        }

        package enum Content: Equatable, Sendable {
            case text(TextMatch)
            /// The same bytes as a file's, absolute.
            case file(String)
        }
    }
}
