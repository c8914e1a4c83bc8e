// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer

// Files for targets in sandboxes (WL-06). The session decides which types are offered, and `dray-access` which files
// the target may receive.

extension Drag {
    /// Handles content entering a client's surface: determines whether the content has files and the client cannot open
    /// them because it is in a sandbox. The check is skipped for the client's own content.
    /// - Returns: Whether the client is to be offered portal keys.
    func comes(over client: Client) -> Bool {
        receiver = .unrestricted
        guard let portal = link.engine?.documents, let source = session.source,
            session.origin.application != ApplicationID(client.id)
        else { return false }
        receiver = source.hasFiles ? receiver(client) : .unseen(client)
        return receiver.isConfined && portal.lookForPortal()
    }

    /// Returns the function that hands over converted files to the receiver, or nil if the receiver can open them
    /// itself. If the receiver's sandbox is unknown, it is determined now, for a list of files.
    func handOver(of conversion: Conversion) -> FileHandOver? {
        if case .unseen(let client) = receiver, conversion.type.isURIList { receiver = receiver(client) }
        guard case .confined(let program) = receiver, let portal = link.engine?.documents, let host = link.host else {
            return nil
        }
        return portal.handOver(to: program, from: giver(host)) { [weak self] in self?.session.action == .move }
    }

    private func receiver(_ client: Client) -> FileReceiver {
        // A disconnected client reads nothing.
        guard client.isConnected else { return .unrestricted }
        let program = link.host.flatMap { FileHandover.Program(client, $0.knownConfinement(of: client)) }
        return program.map(FileReceiver.confined) ?? .unrestricted
    }

    private func giver(_ host: any DragHost) -> FileHandover.Source {
        guard let confinement = content?.confinement(host) else { return .unknown }
        guard confinement != .none else { return .free }
        let client = (content as? ClientContent)?.source.client
        return client.flatMap { FileHandover.Program($0, confinement) }.map(FileHandover.Source.confined) ?? .unknown
    }
}

extension FileHandover.Program {
    /// Nil for a client that is not in a sandbox.
    fileprivate init?(_ client: Client, _ confinement: Confinement) {
        switch confinement {
        case .none: return nil
        case .sandbox, .unknown: self = client.process.map(Self.process) ?? .unidentified
        case .application(let name):
            self = Self(applicationID: name) ?? client.process.map(Self.process) ?? .unidentified
        }
    }
}
