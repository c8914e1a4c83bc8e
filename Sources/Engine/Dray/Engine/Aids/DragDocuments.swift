// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer

/// Files for targets in sandboxes (WL-06). The session decides which types are offered, and `dray-access` which files
/// the target may receive.
final class DragDocuments {
    /// The file access of the program under the content, or on which it was dropped.
    private(set) var receiver = FileReceiver.unrestricted

    /// Handles content entering a client's surface: determines whether the content has files and the client cannot open
    /// them because it is in a sandbox. The check is skipped for the client's own content.
    /// - Returns: Whether the client is to be offered portal keys.
    func comes(over client: Client, _ drag: Drag) -> Bool {
        receiver = .unrestricted
        guard let portal = drag.link.engine?.documents, let source = drag.session.source,
            drag.session.origin.application != ApplicationID(client.id)
        else { return false }
        receiver = source.hasFiles ? receiver(client, drag) : .unseen(client)
        return receiver.isConfined && portal.lookForPortal()
    }

    /// Handles content entering a place of the host.
    func comesOverHost() { receiver = .unrestricted }

    /// Returns the function that hands over converted files to the receiver, or nil if the receiver can open them
    /// itself. If the receiver's sandbox is unknown, it is determined now, for a list of files.
    func handOver(of conversion: Conversion, _ drag: Drag) -> FileHandOver? {
        if case .unseen(let client) = receiver, conversion.type.isURIList { receiver = receiver(client, drag) }
        guard case .confined(let program) = receiver, let portal = drag.link.engine?.documents,
            let host = drag.link.host
        else { return nil }
        return portal.handOver(to: program, from: giver(host, drag)) { [reference = drag.reference] in
            reference.drag?.session.action == .move
        }
    }

    private func receiver(_ client: Client, _ drag: Drag) -> FileReceiver {
        // A disconnected client reads nothing.
        guard client.isConnected else { return .unrestricted }
        let program = drag.link.host.flatMap { FileHandover.Program(client, $0.knownConfinement(of: client)) }
        return program.map(FileReceiver.confined) ?? .unrestricted
    }

    private func giver(_ host: any DragHost, _ drag: Drag) -> FileHandover.Source {
        guard let confinement = drag.content?.confinement(host) else { return .unknown }
        guard confinement != .none else { return .free }
        let client = (drag.content as? ClientContent)?.source.client
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
