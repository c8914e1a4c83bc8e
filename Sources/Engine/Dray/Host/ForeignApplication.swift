// SPDX-License-Identifier: MIT

/// An application that is not a Wayland client but belongs to another window system that the host bridges, such as X11.
/// The rules treat it as an application of its own (HIG-01).
public struct ForeignApplication: Hashable, Sendable {
    /// The application's number, unique within the host.
    public let number: UInt32

    public init(_ number: UInt32) {
        self.number = number
    }
}
