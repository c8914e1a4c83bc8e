// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop

extension Window {
    /// The title as a sentence for people has it, in quotation marks.
    var quoted: String { "“\(VisibleText.quotable(title, to: 100))”" }
}
