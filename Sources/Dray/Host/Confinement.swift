// SPDX-License-Identifier: MIT

public import WaylandServer

/// Whether a client is in a sandbox (WL-06).
public enum Confinement: Hashable, Sendable {
    /// It can open what the person can.
    case none
    /// It is in one; which application it is, is looked for where Flatpak writes it.
    case sandbox
    /// It is this application, by its ID, in a sandbox: as `wp_security_context_v1.set_app_id` says.
    case application(String)
    /// The host does not know. Then ``WaylandServer/Client/isConfined`` decides: a client is in a sandbox if its process sees other
    /// file systems than the host's, has ended, or may not be looked at.
    case unknown
}

extension DragHost {
    /// The one verdict on a client: what the host says, and where the host does not know, what can be seen of the client's process.
    /// Never ``Confinement/unknown``. A client that the host has once called confined stays so, even if the host forgets.
    public func knownConfinement(of client: Client) -> Confinement {
        let answer = confinement(of: client)
        switch answer {
        case .none: return .none
        case .sandbox, .application:
            client.confine()
            return answer
        case .unknown: return client.isConfined ? .sandbox : .none
        }
    }
}
