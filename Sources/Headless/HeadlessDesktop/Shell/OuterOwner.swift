// SPDX-License-Identifier: MIT

/// An application of another window system, such as an X11 client. The server of that system is a single Wayland
/// client.
public struct OuterOwner: Hashable, Sendable {
    /// Different from all ids of Wayland clients.
    public let id: UInt64
    /// As reported by the application; 0 if unknown.
    public let processID: Int32

    /// - Parameter number: unique among the applications of that window system.
    public init(number: UInt64, processID: Int32) {
        // Ids of Wayland clients count up, and never reach the highest bit.
        id = 1 << 63 | number
        self.processID = processID
    }
}

/// Asks applications of another window system whether they have processed everything that was sent to them. See
/// ``HeadlessCompositor/settle(timeout:counting:sparing:)``.
public protocol OuterClients: AnyObject {
    /// The applications with windows.
    var askable: [OuterOwner] { get }

    /// Calls `answered` once, when the application has processed everything sent before, or has disconnected.
    func ask(_ owner: OuterOwner, _ answered: @escaping () -> Void)
}
