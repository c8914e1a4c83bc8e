// SPDX-License-Identifier: MIT

/// What moves a seat's pointer. Clients see one pointer, whichever it is.
///
/// While one of them has a button down, the other neither moves the pointer nor lets go of the button (HIG-30).
public enum PointerTool: Hashable, Sendable {
    /// A mouse, a touchpad, or anything else with a pointer of its own.
    case mouse
    /// A pen, whose tip is the left button. A drag that it begins is a pen's.
    case pen
}
