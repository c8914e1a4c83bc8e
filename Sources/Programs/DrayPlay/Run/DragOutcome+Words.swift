// SPDX-License-Identifier: MIT

import DrayCore

// Descriptions of drag outcomes for authors of scenarios; `Catalogue` has the announcements for screen readers.

extension DragOutcome {
    /// The reason why the content did not arrive; nil if it did.
    /// - Parameter target: The display name of the last target; nil if there was none.
    func reason(target: String?) -> String? {
        let who = target ?? "the target"
        return switch self {
        case .finished, .handedOver: nil
        case .missed: "it was dropped where nothing accepts the content"
        case .refused: "\(who) rejected it: it had accepted none of the types, or there is no common action"
        case .abandoned: "\(who) destroyed the offer after the drop without finishing it"
        case .targetGone: "the application of \(who) exited after the drop, before finishing it"
        case .sourceGone: "its source was destroyed, or the source's application exited"
        case .interrupted(.escape): "Escape was pressed"
        case .interrupted(.deviceGone): "the device that performed the drag was unplugged"
        case .interrupted(.touchCancelled): "the touch points were cancelled"
        case .interrupted(.sessionLocked): "the session was locked"
        case .interrupted(.host): "the compositor cancelled it"
        case .interrupted(.transferFailed): "the content could not be transferred"
        case .interrupted(.timedOut): "\(who) took too long to finish it"
        }
    }
}
