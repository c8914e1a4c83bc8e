// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer

// A target in a sandbox gets files that it can open (WL-06). What it is offered is the session's matter, which files it may get that of
// `dray-access`.

extension Drag {
    /// The content comes over a client: has it files, and is that one in a sandbox, and cannot open them? Nobody is asked that where the
    /// content is its own.
    /// - Returns: whether it is to be offered keys.
    func comes(over client: Client) -> Bool {
        receiver = .anybody
        guard let portal = link.engine?.documents, let source = session.source,
            session.origin.application != ApplicationID(client.id)
        else { return false }
        receiver = source.hasFiles ? receiver(client) : .unseen(client)
        return receiver.isConfined && portal.lookForPortal()
    }

    /// How files come to the receiver, should they be what is made for it; nil where it opens them by itself. A receiver that nobody
    /// has looked at is looked at now, for a list.
    func handOver(of conversion: Conversion) -> FileHandOver? {
        if case .unseen(let client) = receiver, conversion.type.isURIList { receiver = receiver(client) }
        guard case .confined(let program) = receiver, let portal = link.engine?.documents, let host = link.host else {
            return nil
        }
        return portal.handOver(to: program, from: giver(host)) { [weak self] in self?.session.action == .move }
    }

    private func receiver(_ client: Client) -> FileReceiver {
        // Whoever has gone reads nothing.
        guard client.isConnected else { return .anybody }
        let program = link.host.flatMap { FileErrand.Program(client, $0.knownConfinement(of: client)) }
        return program.map(FileReceiver.confined) ?? .anybody
    }

    private func giver(_ host: any DragHost) -> FileErrand.Source {
        guard let confinement = content?.confinement(host) else { return .unknown }
        guard confinement != .none else { return .free }
        let client = (content as? ClientContent)?.source.client
        return client.flatMap { FileErrand.Program($0, confinement) }.map(FileErrand.Source.confined) ?? .unknown
    }
}

extension FileErrand.Program {
    /// Nil for one that is in no sandbox.
    fileprivate init?(_ client: Client, _ confinement: Confinement) {
        switch confinement {
        case .none: return nil
        case .sandbox, .unknown: self = client.process.map(Self.process) ?? .unidentified
        case .application(let name):
            self = Self(applicationID: name) ?? client.process.map(Self.process) ?? .unidentified
        }
    }
}
