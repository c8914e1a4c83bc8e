// SPDX-License-Identifier: MIT

import DrayCore

// Names, labels and reasons that clients send with the extension are shown on screen and spoken.

enum ClientText {
    /// Returns a client's text in a form that may be shown or spoken: without control characters, and truncated.
    static func shown(_ text: String) -> String {
        VisibleText.shortened(VisibleText.singleLine(text), to: limit)
    }

    /// The maximum length in characters.
    private static let limit = 120
}
