// SPDX-License-Identifier: MIT

import WaylandServer

/// Whether a client is in a sandbox (WL-06).
public enum Confinement: Hashable, Sendable {
    /// It can open what the person can.
    case none
    /// It is in one; which application it is, is looked for where Flatpak writes it.
    case sandbox
    /// It is this application, by its ID, in a sandbox: as `wp_security_context_v1.set_app_id` says.
    case application(String)
    /// The host does not know: whether the client's process sees other file systems than the host's is looked at, as every sandbox
    /// has it, and who cannot be looked at counts as in one.
    case unknown
}

extension DragHost {
    /// What the host says of a client; where it does not know, what can be seen of its process. Never ``Confinement/unknown``.
    func knownConfinement(of client: Client) -> Confinement {
        switch confinement(of: client) {
        case .none: .none
        case .sandbox: .sandbox
        case .application(let name): .application(name)
        case .unknown: client.isConfined ? .sandbox : .none
        }
    }
}
