// SPDX-License-Identifier: MIT

/// The xkb names of the keysyms on a US keyboard.
package enum KeyName {
    /// The names longer than one letter.
    package static let words: [String] =
        [
            "Escape", "Tab", "Return", "BackSpace", "Delete", "Insert", "space", "Left", "Right", "Up", "Down", "Home",
            "End", "Prior", "Next", "Page_Up", "Page_Down", "Menu", "Print", "Pause", "Scroll_Lock", "Num_Lock",
            "Caps_Lock", "Shift_L", "Shift_R", "Control_L", "Control_R", "Alt_L", "Alt_R", "Super_L", "Super_R",
            "ISO_Left_Tab", "exclam", "at", "numbersign", "dollar", "percent", "asciicircum", "ampersand", "asterisk",
            "parenleft", "parenright", "minus", "underscore", "equal", "plus", "bracketleft", "bracketright",
            "braceleft", "braceright", "backslash", "bar", "semicolon", "colon", "apostrophe", "quotedbl", "comma",
            "less", "period", "greater", "slash", "question", "grave", "asciitilde", "KP_Enter", "KP_Add",
            "KP_Subtract", "KP_Multiply", "KP_Divide", "KP_Decimal",
        ] + (1...12).map { "F\($0)" } + (0...9).map { "KP_\($0)" }

    package static func isKnown(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        if scalars.count == 1, let scalar = scalars.first {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": return true
            default: return false
            }
        }
        return words.contains(name)
    }
}
