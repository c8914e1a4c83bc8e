// SPDX-License-Identifier: MIT

package import DrayScenario

/// A condition that a control client can wait for, besides the events of programs.
package enum ControlWait: Equatable, Sendable {
    /// A window shows an object with an accessible name at a stable position.
    case seen(AccessName, window: String)
    /// A window shows no object with an accessible name.
    case unseen(AccessName, window: String)
    /// A window shows a text, as an accessible name or as part of a text.
    case text(TextMatch, window: String)
    /// An image stays unchanged for a while.
    case still(StillPicture)
    /// An event is sent to a client that no earlier wait has consumed.
    case event(ProtocolEvent)
    /// A window has appeared since the last action.
    case new(client: String?, title: TextMatch?)
}
