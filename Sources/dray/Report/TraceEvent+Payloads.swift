// SPDX-License-Identifier: MIT

extension TraceEvent {
    /// The beginning of a step of the scenario.
    struct Step: Codable, Equatable, Sendable {
        /// The step's number, from 1.
        var index: Int
        /// The step in words.
        var text: String
        /// The line of the scenario file that it stands on, from 1.
        var line: Int?
    }

    /// A Wayland message, decoded.
    struct Message: Codable, Equatable, Sendable {
        /// The client's name in the scenario.
        var client: String
        /// Which way it went.
        var direction: Direction
        /// The interface of the object, such as `wl_data_device`.
        var interface: String
        /// The object's number in that client's connection.
        var object: UInt32
        /// The message's name in the protocol, such as `start_drag`.
        var name: String
        /// Its arguments in the protocol's order.
        var arguments: [Argument]

        /// Which way a message goes.
        enum Direction: String, Codable, Sendable {
            /// From the client to the compositor.
            case request
            /// From the compositor to the client.
            case event
        }

        /// One argument, in words: a number, a text, `nil`, `wl_data_source#24`, or an enum's entries (`copy|move`).
        struct Argument: Codable, Equatable, Sendable {
            /// The argument's name in the protocol.
            var name: String
            /// The value as people read it. A descriptor is its kind (`fd`), as its number says nothing.
            var value: String
        }

        /// The value of the argument with that name, if the message has one.
        subscript(argument name: String) -> String? {
            arguments.first { $0.name == name }?.value
        }
    }

    /// An event into the drag session, or an effect out of it: what a replay needs, and what explains a decision.
    struct Engine: Codable, Equatable, Sendable {
        /// Into the session, or out of it.
        var flow: Flow
        /// The name of the event's or effect's case.
        var name: String
        /// Its associated values by label.
        var fields: [String: String]
        /// The same in words.
        var text: String
        /// Which drag, as the engine counts them; nil in traces that do not say.
        var drag: UInt64?

        /// Which side of the session something belongs to.
        enum Flow: String, Codable, Sendable {
            /// Something that the session was told.
            case event
            /// Something that the session wants done.
            case effect
        }
    }

    /// A picture of the screen.
    struct Picture: Codable, Equatable, Sendable {
        /// The path of the PNG file, relative to the trace.
        var file: String
        /// A short name, unique in the run.
        var name: String
        /// What can be seen, for people; may be empty.
        var caption: String
    }

    /// Something that the scenario expects.
    struct Expectation: Equatable, Sendable {
        /// What was expected, in words.
        var text: String
        /// Whether it was so.
        var outcome: Outcome
        /// The line of the scenario file that it stands on, from 1.
        var line: Int?

        /// Whether an expectation was met.
        enum Outcome: Equatable, Sendable {
            /// It was as expected.
            case held
            /// It was not; in words, what was there instead.
            case failed(seen: String)
        }
    }

    /// A line that a client wrote.
    struct Output: Codable, Equatable, Sendable {
        /// The client's name in the scenario.
        var client: String
        /// Where it was written.
        var stream: Stream
        /// The line, without its end.
        var text: String

        /// The standard stream of a process.
        enum Stream: String, Codable, Sendable {
            case stdout
            case stderr
        }
    }

    /// A change in a client's process.
    struct Client: Equatable, Sendable {
        /// The client's name in the scenario.
        var client: String
        /// What became of it.
        var change: Change

        /// What happens to a process.
        enum Change: Equatable, Sendable {
            /// It runs. The number differs from run to run; leave it out of a trace that is to be compared.
            case started(pid: Int32?)
            /// It ended by itself, with that status.
            case exited(status: Int32)
            /// A signal ended it.
            case killed(signal: Int32)
        }
    }

    /// A remark for people.
    struct Note: Codable, Equatable, Sendable {
        var text: String
    }
}
