// SPDX-License-Identifier: MIT

// The payloads of all kinds of trace records, except frames. The names and fields define the format of `trace.jsonl`.

extension TraceEvent {
    /// The beginning of a step of the scenario.
    package struct Step: Codable, Equatable, Sendable {
        /// The step's number, from 1.
        package var index: Int
        /// The description of the step.
        package var text: String
        /// The line in the scenario file, from 1.
        package var line: Int?
        /// The included file that contains the step; nil for the scenario file itself.
        package var file: String?

        package init(index: Int, text: String, line: Int? = nil, file: String? = nil) {
            self.index = index
            self.text = text
            self.line = line
            self.file = file
        }
    }

    /// A decoded Wayland message.
    package struct Message: Codable, Equatable, Sendable {
        /// The client's name in the scenario.
        package var client: String
        /// The direction of the message.
        package var direction: Direction
        /// The interface of the object, such as `wl_data_device`.
        package var interface: String
        /// The object's ID in the client's connection.
        package var object: UInt32
        /// The message's name in the protocol, such as `start_drag`.
        package var name: String
        /// The arguments, in the protocol's order.
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

        /// The direction of a message.
        package enum Direction: String, Codable, Sendable {
            /// From the client to the compositor.
            case request
            /// From the compositor to the client.
            case event
        }

        /// An argument as text: a number, a string, `nil`, `wl_data_source#24`, or the entries of an enum
        /// (`copy|move`).
        package struct Argument: Codable, Equatable, Sendable {
            /// The argument's name in the protocol.
            package var name: String
            /// The value as text. A file descriptor is only shown as `fd`, because its number has no meaning.
            package var value: String

            package init(name: String, value: String) {
                self.name = name
                self.value = value
            }
        }

        /// The value of the argument with a name, if the message has one.
        package subscript(argument name: String) -> String? {
            arguments.first { $0.name == name }?.value
        }
    }

    /// An event into the drag session or an effect out of it: the input of a replay, and the explanation of a decision.
    package struct Engine: Codable, Equatable, Sendable {
        /// Whether it is an event into the session or an effect out of it.
        package var flow: Flow
        /// The name of the event's or effect's case.
        package var name: String
        /// The associated values, by label.
        package var fields: [String: String]
        /// A description of the event or effect.
        package var text: String
        /// The engine's number of the drag; nil in traces that do not record it.
        package var drag: UInt64?

        package init(flow: Flow, name: String, fields: [String: String], text: String, drag: UInt64? = nil) {
            self.flow = flow
            self.name = name
            self.fields = fields
            self.text = text
            self.drag = drag
        }

        /// The side of the session that a record belongs to.
        package enum Flow: String, Codable, Sendable {
            /// An event that the session received.
            case event
            /// An effect that the session requested.
            case effect
        }
    }

    /// The outcome of one read of offered content, or its state at the end of the run.
    package struct Transfer: Codable, Equatable, Sendable {
        /// The engine's number of the drag; nil for a clipboard.
        package var drag: UInt64?
        /// The MIME type of the data.
        package var type: String
        /// The final state: `complete`, `broken`, `given-up`, `unwatched`; or the current one: `asked`, `flowing`,
        /// `stalled`.
        package var state: String
        /// The reason for a broken transfer: `not-asked`, `source-gone`, `wrote-nothing`, `broke-off`, `cancelled`;
        /// otherwise nil.
        package var fault: String?
        /// The number of bytes that the reader received.
        package var bytes: Int
        /// The duration on the virtual clock, in microseconds.
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

    /// A screenshot.
    package struct PictureFile: Codable, Equatable, Sendable {
        /// The path of the PNG file, relative to the trace.
        package var file: String
        /// A short name, unique in the run.
        package var name: String
        /// A caption for the reader; may be empty.
        package var caption: String
        /// The accessible names in the windows at that time; nil if they were not requested.
        package var names: Names?
        /// The comparison that this image shows; nil for a plain screenshot.
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

        /// Two images that differ. Both are paths of files, relative to the trace.
        package struct Difference: Codable, Equatable, Sendable {
            package var expected: String
            package var seen: String
            /// A description of the size of the difference.
            package var words: String

            package init(expected: String, seen: String, words: String) {
                self.expected = expected
                self.seen = seen
                self.words = words
            }
        }

        /// The accessible names in the windows, window by window.
        package struct Names: Codable, Equatable, Sendable {
            /// The path of a text file with the same information, relative to the trace.
            package var file: String
            package var windows: [Window]

            package init(file: String, windows: [Window]) {
                self.file = file
                self.windows = windows
            }
        }

        /// The accessible names in one window.
        package struct Window: Codable, Equatable, Sendable {
            /// The display name of the window.
            package var title: String
            /// One line for each object with a name.
            package var lines: [String]
            /// A remark about the list: that it is incomplete, or why it is missing.
            package var remark: String?

            package init(title: String, lines: [String], remark: String? = nil) {
                self.title = title
                self.lines = lines
                self.remark = remark
            }
        }
    }

    /// An expectation of the scenario.
    package struct Expectation: Equatable, Sendable {
        /// A description of what was expected.
        package var text: String
        /// Whether the expectation was met.
        package var outcome: Outcome
        /// The line in the scenario file, from 1.
        package var line: Int?
        /// The included file that contains the expectation; nil for the scenario file itself.
        package var file: String?

        package init(text: String, outcome: Outcome, line: Int? = nil, file: String? = nil) {
            self.text = text
            self.outcome = outcome
            self.line = line
            self.file = file
        }

        /// The outcome of an expectation.
        package enum Outcome: Equatable, Sendable {
            /// The expectation was met.
            case held
            /// The expectation was not met; `seen` describes what was found instead.
            case failed(seen: String)
        }
    }

    /// A line of a client's output.
    package struct Output: Codable, Equatable, Sendable {
        /// The client's name in the scenario.
        package var client: String
        /// The stream that it was written to.
        package var stream: Stream
        /// The line without its terminator.
        package var text: String

        package init(client: String, stream: Stream, text: String) {
            self.client = client
            self.stream = stream
            self.text = text
        }

        /// A standard stream of a process.
        package enum Stream: String, Codable, Sendable {
            case stdout
            case stderr
        }
    }

    /// A change in the state of a client's process.
    package struct Client: Equatable, Sendable {
        /// The client's name in the scenario.
        package var client: String
        /// The change.
        package var change: Change

        package init(client: String, change: Change) {
            self.client = client
            self.change = change
        }

        /// A change in the state of a process.
        package enum Change: Equatable, Sendable {
            /// The process has started. The process ID differs between runs and is left out of traces that are
            /// compared.
            case started(pid: Int32?)
            /// The process has exited with a status.
            case exited(status: Int32)
            /// A signal has ended the process.
            case killed(signal: Int32)
        }
    }

    /// A remark for the reader.
    package struct Note: Codable, Equatable, Sendable {
        package var text: String

        package init(text: String) {
            self.text = text
        }
    }
}
