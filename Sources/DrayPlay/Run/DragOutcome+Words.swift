// SPDX-License-Identifier: MIT

import DrayCore

// The end of a drag as the author of a scenario reads it; what people hear of it by a screen reader is in `Catalogue`.

extension DragOutcome {
    /// Why the content did not arrive, for people; nil where it did.
    /// - Parameter target: what people call that which it was held over last; nil for nothing.
    func reason(target: String?) -> String? {
        let who = target ?? "the target"
        return switch self {
        case .finished, .handedOver: nil
        case .missed: "it was let go where nothing takes what is dragged"
        case .refused: "\(who) refused it: it had accepted none of its types, or no action suits both"
        case .abandoned: "\(who) gave it back after the drop, without having finished it"
        case .targetGone: "the application of \(who) ended after the drop, before it had finished it"
        case .sourceGone: "its source, or the application of that, has gone"
        case .interrupted(.escape): "Escape was pressed"
        case .interrupted(.deviceGone): "the pointer, finger or pen that held it was unplugged"
        case .interrupted(.touchCancelled): "the screen called the fingers off"
        case .interrupted(.sessionLocked): "the session was locked"
        case .interrupted(.host): "the compositor broke it off"
        case .interrupted(.transferFailed): "the content could not be transferred"
        case .interrupted(.timedOut): "\(who) took too long to finish it"
        }
    }
}
