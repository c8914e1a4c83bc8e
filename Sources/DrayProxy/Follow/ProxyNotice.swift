// SPDX-License-Identifier: MIT

package import DrayCore

/// What the proxy has to tell of one client: for traces, and for people who ask why.
package enum ProxyNotice: Equatable, Sendable {
    /// A message of a drag, as it was before the proxy changed it (requests), or after (events).
    case message(SpokenMessage)
    /// An offer came over a window of the client, which stands so to where the content comes from.
    case decided(Relation)
    /// The target's `set_actions` went on with these numbers.
    case answerChanged(from: DragActions, to: DragActions, preferred: DragAction?)
    /// The target was shown these of the source's actions.
    case actionsHidden(from: DragActions, to: DragActions)
    /// The compositor sent no `leave` after a drop; the proxy did.
    case leaveAdded
    /// The client began a drag: where the button was pressed; nil where nothing is known of it (a finger, a popup).
    case picked(WindowPlace?)
    /// Something was dropped on the client.
    case dropped(WindowPlace?)
    /// The client's drag is over: with that action, or with none.
    case dragEnded(DragAction?)
    /// A step of a drag, for words and the list of drops.
    case step(DragStep)
    /// The client makes security contexts: what runs inside them speaks with the compositor directly.
    case securityContext
    /// The connection is over, and why, where it was the proxy that ended it.
    case ended(String?)

    /// The same in words; nil for what is no sentence.
    package var words: String? {
        switch self {
        case .message, .picked, .dropped, .dragEnded, .step: nil
        case .decided(.sameContainer): "the content is over the window that it comes from"
        case .decided(.sameApplication): "the content is over another window of its own application"
        case .decided(.otherApplication): "the content is over another application"
        case .answerChanged(let said, let mask, let preferred):
            "the target can \(said.words); the compositor was told \(mask.words), "
                + "preferably \(preferred.map { DragActions($0).words } ?? "nothing")"
        case .actionsHidden(let told, let shown): "the source allows \(told.words); the target was told \(shown.words)"
        case .leaveAdded: "the compositor sent no leave after the drop: it was added"
        case .securityContext: "makes security contexts: what runs in them is not behind the proxy"
        case .ended(let reason): reason.map { "was disconnected: \($0)" } ?? "has left"
        }
    }
}

extension DragActions {
    fileprivate var words: String {
        let names = [(DragActions.copy, "copy"), (.move, "move"), (.ask, "ask")].filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
