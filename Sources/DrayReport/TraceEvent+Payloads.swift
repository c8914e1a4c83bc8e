// SPDX-License-Identifier: MIT

// What each kind of line in a trace holds, but for frames. Their names and fields are the format of `trace.jsonl`.

extension TraceEvent {
    /// The beginning of a step of the scenario.
    package struct Step: Codable, Equatable, Sendable {
        /// The step's number, from 1.
        package var index: Int
        /// The step in words.
        package var text: String
        /// The line of the scenario file that it stands on, from 1.
        package var line: Int?
        /// The included file that it stands in; nil for the scenario's own.
        package var file: String?

        package init(index: Int, text: String, line: Int? = nil, file: String? = nil) {
            self.index = index
            self.text = text
            self.line = line
            self.file = file
        }
    }

    /// A Wayland message, decoded.
    package struct Message: Codable, Equatable, Sendable {
        /// The client's name in the scenario.
        package var client: String
        /// Which way it went.
        package var direction: Direction
        /// The interface of the object, such as `wl_data_device`.
        package var interface: String
        /// The object's number in that client's connection.
        package var object: UInt32
        /// The message's name in the protocol, such as `start_drag`.
        package var name: String
        /// Its arguments in the protocol's order.
        package var arguments: [Argument]

        package init(
            client: String, direction: Direction, interface: String, object: UInt32, name: String, arguments: [Argument]
        ) {
            self.client = client
            self.direction = direction
            self.interface = interface
            self.object = object
            self.name = name
            self.arguments = arguments
        }

        /// Which way a message goes.
        package enum Direction: String, Codable, Sendable {
            /// From the client to the compositor.
            case request
            /// From the compositor to the client.
            case event
        }

        /// One argument, in words: a number, a text, `nil`, `wl_data_source#24`, or an enum's entries (`copy|move`).
        package struct Argument: Codable, Equatable, Sendable {
            /// The argument's name in the protocol.
            package var name: String
            /// The value as people read it. A descriptor is its kind (`fd`), as its number says nothing.
            package var value: String

            package init(name: String, value: String) {
                self.name = name
                self.value = value
            }
        }

        /// The value of the argument with that name, if the message has one.
        package subscript(argument name: String) -> String? {
            arguments.first { $0.name == name }?.value
        }
    }

    /// An event into the drag session, or an effect out of it: what a replay needs, and what explains a decision.
    package struct Engine: Codable, Equatable, Sendable {
        /// Into the session, or out of it.
        package var flow: Flow
        /// The name of the event's or effect's case.
        package var name: String
        /// Its associated values by label.
        package var fields: [String: String]
        /// The same in words.
        package var text: String
        /// Which drag, as the engine counts them; nil in traces that do not say.
        package var drag: UInt64?

        package init(flow: Flow, name: String, fields: [String: String], text: String, drag: UInt64? = nil) {
            self.flow = flow
            self.name = name
            self.fields = fields
            self.text = text
            self.drag = drag
        }

        /// Which side of the session something belongs to.
        package enum Flow: String, Codable, Sendable {
            /// Something that the session was told.
            case event
            /// Something that the session wants done.
            case effect
        }
    }

    /// What came of one read of offered content; or how it stood at the end of the run.
    package struct Transfer: Codable, Equatable, Sendable {
        /// The drag that it belongs to, as the engine counts them; nil for a clipboard.
        package var drag: UInt64?
        /// The MIME type that was read.
        package var type: String
        /// How it ended: `complete`, `broken`, `given-up`, `unwatched`; or stood: `asked`, `flowing`, `stalled`.
        package var state: String
        /// Why it is broken: `not-asked`, `source-gone`, `wrote-nothing`, `broke-off`, `cancelled`; nil if it is not.
        package var fault: String?
        /// What the reader got.
        package var bytes: Int
        /// On the virtual clock, in microseconds.
        package var duration: UInt64

        package init(drag: UInt64?, type: String, state: String, fault: String?, bytes: Int, duration: UInt64) {
            self.drag = drag
            self.type = type
            self.state = state
            self.fault = fault
            self.bytes = bytes
            self.duration = duration
        }
    }

    /// A picture of the screen.
    package struct PictureFile: Codable, Equatable, Sendable {
        /// The path of the PNG file, relative to the trace.
        package var file: String
        /// A short name, unique in the run.
        package var name: String
        /// What can be seen, for people; may be empty.
        package var caption: String
        /// What the windows showed to assistive technology then; nil where nobody asked.
        package var names: Names?
        /// What it shows the difference of; nil where it is a picture by itself.
        package var difference: Difference?

        package init(
            file: String, name: String, caption: String, names: Names? = nil, difference: Difference? = nil
        ) {
            self.file = file
            self.name = name
            self.caption = caption
            self.names = names
            self.difference = difference
        }

        /// Two pictures that do not look alike. Both are files, relative to the trace.
        package struct Difference: Codable, Equatable, Sendable {
            package var expected: String
            package var seen: String
            /// How large it is.
            package var words: String

            package init(expected: String, seen: String, words: String) {
                self.expected = expected
                self.seen = seen
                self.words = words
            }
        }

        /// What the windows showed, window by window.
        package struct Names: Codable, Equatable, Sendable {
            /// The path of the text file that says the same, relative to the trace.
            package var file: String
            package var windows: [Window]

            package init(file: String, windows: [Window]) {
                self.file = file
                self.windows = windows
            }
        }

        /// What one window showed.
        package struct Window: Codable, Equatable, Sendable {
            /// The window, as people call it.
            package var title: String
            /// One line for each thing with a name.
            package var lines: [String]
            /// What there is to say of the list: that it is not whole, or why there is none.
            package var remark: String?

            package init(title: String, lines: [String], remark: String? = nil) {
                self.title = title
                self.lines = lines
                self.remark = remark
            }
        }
    }

    /// Something that the scenario expects.
    package struct Expectation: Equatable, Sendable {
        /// What was expected, in words.
        package var text: String
        /// Whether it was so.
        package var outcome: Outcome
        /// The line of the scenario file that it stands on, from 1.
        package var line: Int?
        /// The included file that it stands in; nil for the scenario's own.
        package var file: String?

        package init(text: String, outcome: Outcome, line: Int? = nil, file: String? = nil) {
            self.text = text
            self.outcome = outcome
            self.line = line
            self.file = file
        }

        /// Whether an expectation was met.
        package enum Outcome: Equatable, Sendable {
            /// It was as expected.
            case held
            /// It was not; in words, what was there instead.
            case failed(seen: String)
        }
    }

    /// A line that a client wrote.
    package struct Output: Codable, Equatable, Sendable {
        /// The client's name in the scenario.
        package var client: String
        /// Where it was written.
        package var stream: Stream
        /// The line, without its end.
        package var text: String

        package init(client: String, stream: Stream, text: String) {
            self.client = client
            self.stream = stream
            self.text = text
        }

        /// The standard stream of a process.
        package enum Stream: String, Codable, Sendable {
            case stdout
            case stderr
        }
    }

    /// A change in a client's process.
    package struct Client: Equatable, Sendable {
        /// The client's name in the scenario.
        package var client: String
        /// What became of it.
        package var change: Change

        package init(client: String, change: Change) {
            self.client = client
            self.change = change
        }

        /// What happens to a process.
        package enum Change: Equatable, Sendable {
            /// It runs. The number differs from run to run; leave it out of a trace that is to be compared.
            case started(pid: Int32?)
            /// It ended by itself, with that status.
            case exited(status: Int32)
            /// A signal ended it.
            case killed(signal: Int32)
        }
    }

    /// A remark for people.
    package struct Note: Codable, Equatable, Sendable {
        package var text: String

        package init(text: String) {
            self.text = text
        }
    }
}
