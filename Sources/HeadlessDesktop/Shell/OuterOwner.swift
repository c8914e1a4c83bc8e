// SPDX-License-Identifier: MIT

/// An application of another window system, whose server is one Wayland client for all of them: an X client.
public struct OuterOwner: Hashable, Sendable {
    /// Given to no Wayland client.
    public let id: UInt64
    /// As it says itself; 0 if it says nothing.
    public let processID: Int32

    /// - Parameter number: tells those of one window system apart.
    public init(number: UInt64, processID: Int32) {
        // Clients are counted from below.
        id = 1 << 63 | number
        self.processID = processID
    }
}

/// Asks applications of another window system whether they have handled what was sent to them. See
/// ``HeadlessCompositor/settle(timeout:counting:sparing:)``.
public protocol OuterClients: AnyObject {
    /// Those that have windows.
    var askable: [OuterOwner] { get }

    /// Calls `answered` once, when the application has handled everything that was sent to it before this, or is gone.
    func ask(_ owner: OuterOwner, _ answered: @escaping () -> Void)
}
