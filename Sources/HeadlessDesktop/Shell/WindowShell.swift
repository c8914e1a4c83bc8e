// SPDX-License-Identifier: MIT

/// A shell role that belongs to a window: the window's own, or that of a popup above it.
protocol WindowShell: ShellRole {
    /// The window that it is, or that its chain of parents ends in.
    var window: Window? { get }

    /// Tells the client its size and state again, if it was told before.
    func reconfigure()
    /// The window is somewhere else, or what is around it.
    func surroundingsChanged()
    /// The role's object is gone.
    func endRole()
    /// Asks to close a window that is no `xdg_toplevel`.
    func askToClose()
}

extension WindowShell {
    func askToClose() {}
}

extension Surface {
    /// The window that the surface is in: its own, or that of its popup's chain of parents.
    public var window: Window? { (root.shell as? any WindowShell)?.window }
}
