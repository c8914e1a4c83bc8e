// SPDX-License-Identifier: MIT

public import DrayInput
public import WaylandServer

/// Why a headless compositor could not be made, or a picture not be written.
public enum HeadlessError: Error, CustomStringConvertible {
    case display(Display.Failure)
    /// The keymap does not compile, or could not be shared with clients.
    case keymap(InputError)
    case outOfMemory
    /// A picture was asked for of what no output shows.
    case noOutput
    /// The file at `path` could not be written, for the reason in the system's words.
    case cannotWrite(path: String, reason: String)
    /// A picture could not be read.
    case cannotRead(path: String, reason: String)

    public var description: String {
        switch self {
        case .display(let failure): "\(failure)"
        case .keymap(let error): "\(error)"
        case .outOfMemory: "no memory for a compositor"
        case .noOutput: "no output shows that"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
        }
    }
}
