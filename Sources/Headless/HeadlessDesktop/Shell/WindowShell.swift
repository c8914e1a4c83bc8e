// SPDX-License-Identifier: MIT

/// A shell role that belongs to a window: that of the window itself, or of a popup above it.
protocol WindowShell: ShellRole {
    /// The window of the role, or of its chain of parents.
    var window: Window? { get }

    /// Sends the size and state to the client again, if they were sent before.
    func reconfigure()
    /// Called when the window or its surroundings have changed.
    func surroundingsChanged()
    /// Called when the role object is destroyed.
    func endRole()
    /// Requests that a window without `xdg_toplevel` is closed.
    func askToClose()
}

extension WindowShell {
    func askToClose() {}
}

extension Surface {
    /// The window that contains the surface, directly or through its popup's chain of parents.
    public var window: Window? { (root.shell as? any WindowShell)?.window }
}
