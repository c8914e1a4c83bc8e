// SPDX-License-Identifier: MIT

public import WaylandServer

/// Whether a client runs in a sandbox, and as which application (WL-06).
public enum Confinement: Hashable, Sendable {
    /// Not in a sandbox: the client can open every file that the user can.
    case none
    /// In a sandbox. The application ID is read from the file that Flatpak writes.
    case sandbox
    /// In a sandbox, with this application ID, as set by `wp_security_context_v1.set_app_id`.
    case application(String)
    /// The host does not know, so ``WaylandServer/Client/isConfined`` decides: a client is in a sandbox if its process
    /// has a different mount namespace from the host's, has exited, or cannot be inspected.
    case unknown
}

extension DragHost {
    /// Returns the confinement of a client: the host's answer or, if the host does not know, the result of inspecting
    /// the client's process. Never ``Confinement/unknown``. A client that the host has reported as confined once stays
    /// confined, even if the host later says otherwise.
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
