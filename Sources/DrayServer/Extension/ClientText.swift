// SPDX-License-Identifier: MIT

import DrayCore

// Names, labels and reasons that clients say by the extension come on the screen and to people's ears.

enum ClientText {
    /// Text of a client's that may be shown or spoken: harmless, and no longer than a person wants to hear.
    static func shown(_ text: String) -> String {
        VisibleText.shortened(VisibleText.singleLine(text), to: limit)
    }

    /// In characters.
    private static let limit = 120
}
