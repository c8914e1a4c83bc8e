// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop

extension Window {
    /// The title in quotation marks, for messages.
    var quoted: String { "“\(VisibleText.quotable(title, to: 100))”" }
}
