// SPDX-License-Identifier: MIT

public import DrayInput
public import WaylandServer

/// An error in the creation of a headless compositor or in reading or writing an image.
public enum HeadlessError: Error, CustomStringConvertible {
    case display(Display.Failure)
    /// The keymap does not compile, or could not be shared with clients.
    case keymap(InputError)
    case outOfMemory
    /// The area of a screenshot is not on any output.
    case noOutput
    /// The file at `path` could not be written; the reason is the description of `errno`.
    case cannotWrite(path: String, reason: String)
    /// An image could not be read.
    case cannotRead(path: String, reason: String)

    public var description: String {
        switch self {
        case .display(let failure): "\(failure)"
        case .keymap(let error): "\(error)"
        case .outOfMemory: "out of memory"
        case .noOutput: "the area is not on any output"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
        }
    }
}
