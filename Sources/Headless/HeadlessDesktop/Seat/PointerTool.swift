// SPDX-License-Identifier: MIT

/// The tools that move a seat's pointer. Clients see a single pointer.
///
/// While one tool holds a button, the other neither moves the pointer nor releases the button (HIG-30).
public enum PointerTool: Hashable, Sendable {
    /// A mouse, a touchpad, or another pointing device.
    case mouse
    /// A pen, whose tip is the left button. A drag that it begins is a pen drag.
    case pen
}
