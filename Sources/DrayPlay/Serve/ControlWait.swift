// SPDX-License-Identifier: MIT

package import DrayScenario

/// What one who drives a compositor can wait for, besides what programs tell by themselves.
package enum ControlWait: Equatable, Sendable {
    /// A window shows something of a name, and where it stays.
    case seen(AccessName, window: String)
    /// A window shows nothing of a name.
    case unseen(AccessName, window: String)
    /// A window shows a text: something has it as its name, or it stands in something.
    case text(TextMatch, window: String)
    /// What is seen stays as it is for a while.
    case still(StillPicture)
    /// A client is sent an event that no wait before has taken.
    case event(ProtocolEvent)
    /// A window that has come since something was done last.
    case new(client: String?, title: TextMatch?)
}
