// SPDX-License-Identifier: MIT

package import DrayCore

/// An event of one client's connection, for traces and for messages to the user.
package enum ProxyNotice: Equatable, Sendable {
    /// A message of a drag: requests before the proxy changes them, events after.
    case message(SpokenMessage)
    /// An offer has entered a window with this relation to the drag's source.
    case decided(Relation)
    /// The target's `set_actions` was forwarded with these arguments.
    case answerChanged(from: DragActions, to: DragActions, preferred: DragAction?)
    /// The target was sent these of the source's actions.
    case actionsHidden(from: DragActions, to: DragActions)
    /// The client was sent another action than the compositor has selected.
    case actionChanged(from: DragActions, to: DragActions)
    /// One side has violated the protocol. Reported once for each kind.
    case violation(ProtocolViolation)
    /// The proxy has added the `leave` that the compositor did not send after a drop.
    case leaveAdded
    /// The client began a drag by a button press at this position; nil if the position is unknown (a finger, a popup).
    case picked(WindowPlace?)
    /// The client received a drop at this position, nil if unknown.
    case dropped(WindowPlace?)
    /// The client's drag ended with this action, or without one.
    case dragEnded(DragAction?)
    /// A step of a drag, for announcements and the list of drops.
    case step(DragStep)
    /// The client creates security contexts. Clients in them connect to the compositor directly.
    case securityContext
    /// The connection has ended. The reason is nil unless the proxy has ended it.
    case ended(String?)

    /// A description of the notice; nil for kinds without one.
    package var words: String? {
        switch self {
        case .message, .picked, .dropped, .dragEnded, .step: nil
        case .decided(.sameContainer): "the content is over the window that it comes from"
        case .decided(.sameApplication): "the content is over another window of its own application"
        case .decided(.otherApplication): "the content is over another application"
        case .answerChanged(let said, let mask, let preferred):
            "the target accepts \(said.words); the compositor was sent \(mask.words),  "
                + "preferably \(preferred.map { DragActions($0).words } ?? "nothing")"
        case .actionsHidden(let told, let shown): "the source allows \(told.words); the target was sent \(shown.words)"
        case .actionChanged(let selected, let sent):
            "the compositor selected \(selected.words); the client was sent \(sent.words)"
        case .violation(let violation): violation.words
        case .leaveAdded: "the compositor sent no leave after the drop, so the proxy added one"
        case .securityContext: "creates security contexts: clients in them are not behind the proxy"
        case .ended(let reason): reason.map { "was disconnected: \($0)" } ?? "has disconnected"
        }
    }
}

extension DragActions {
    fileprivate var words: String {
        let names = [(DragActions.copy, "copy"), (.move, "move"), (.ask, "ask")].filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
