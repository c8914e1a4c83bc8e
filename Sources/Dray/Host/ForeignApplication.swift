// SPDX-License-Identifier: MIT

/// An application that is no Wayland client of its own: one of another window system, as X11, that a host bridges. To the rules
/// it is one beside all clients (HIG-01).
public struct ForeignApplication: Hashable, Sendable {
    /// Which one, among all of the host's.
    public let number: UInt32

    public init(_ number: UInt32) {
        self.number = number
    }
}
