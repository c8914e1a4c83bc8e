// SPDX-License-Identifier: MIT

/// The content of a trace record, one case per kind.
package enum TraceEvent: Equatable, Sendable {
    /// The beginning of a step of the scenario.
    case step(Step)
    /// A Wayland message to or from a client.
    case message(Message)
    /// An event into the drag session or an effect out of it.
    case engine(Engine)
    /// The outcome of a transfer.
    case transfer(Transfer)
    /// A saved screenshot.
    case picture(PictureFile)
    /// A frame in which the visible parts of a drag changed.
    case frame(Frame)
    /// A checked expectation of the scenario.
    case expectation(Expectation)
    /// A line of a client's output.
    case output(Output)
    /// The start or the end of a client's process.
    case client(Client)
    /// A remark of the runner.
    case note(Note)
}
