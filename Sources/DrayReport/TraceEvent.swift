// SPDX-License-Identifier: MIT

/// What a trace can tell of, one case for each kind of line.
package enum TraceEvent: Equatable, Sendable {
    /// A step of the scenario begins.
    case step(Step)
    /// A Wayland message went to or from a client.
    case message(Message)
    /// Something went into the drag session or came out of it.
    case engine(Engine)
    /// Content came to its reader, or did not.
    case transfer(Transfer)
    /// A picture of the screen was saved.
    case picture(PictureFile)
    /// The screen changed with what is seen of a drag.
    case frame(Frame)
    /// Something that the scenario expects was looked at.
    case expectation(Expectation)
    /// A client wrote a line.
    case output(Output)
    /// A client's process started or ended.
    case client(Client)
    /// A remark of the runner, for people.
    case note(Note)
}
