// SPDX-License-Identifier: MIT

// The classes of scalars that a client's text may not carry into a line of text, a log, a terminal or a sentence. Both
// are unions of properties of the Unicode Character Database, so that they include scalars of later Unicode versions:
//
//   class          members
//   -------------  --------------------------------------------------------------------------------------------------
//   text control   General_Category Cc (C0, DEL, C1), Zl (U+2028), Zp (U+2029); Bidi_Control
//   hidden         text controls; Default_Ignorable_Code_Point (zero-width characters, byte order mark, tags, variation
//                  selectors, fillers, soft hyphen); Noncharacter_Code_Point; interlinear annotation (U+FFF9 to U+FFFB)
//
// Private-use and unassigned scalars are in neither class: icon fonts use the former, and the latter are letters and
// emoji of a later Unicode version. Neither controls anything.

extension Unicode.Scalar {
    /// Whether the scalar ends a line, controls a terminal or changes the direction of the text around it.
    ///
    /// Decoded text with such a scalar must not be written into a line-based format.
    package var isTextControl: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }

    /// Whether the scalar is a text control or has no glyph of its own, so that the user cannot see it.
    package var isHidden: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        return isTextControl || properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
            || (0xFFF9...0xFFFB).contains(value)
    }
}
