// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer

// A target in a sandbox gets files that it can open (WL-06). What it is offered is the session's matter, which files it may get that of
// `dray-access`.

extension Drag {
    /// The content comes over a client: is it in a sandbox, and may there be files that it cannot open? Nobody is asked that for
    /// content without any, and where the content is its own.
    /// - Returns: whether it is to be offered keys.
    func comes(over client: Client) -> Bool {
        receiver = nil
        guard let portal = link.engine?.documents, let host = link.host, content != nil,
            session.origin.application != ApplicationID(client.id), session.source?.mayHaveFiles == true,
            let program = FileErrand.Program(client, host.knownConfinement(of: client))
        else { return false }
        receiver = program
        return portal.lookForPortal()
    }

    /// How files come to what the content is over; nil where it opens them by itself.
    var handOver: FileHandOver? {
        guard let receiver, let portal = link.engine?.documents, let host = link.host else { return nil }
        return portal.handOver(to: receiver, from: giver(host)) { [weak self] in self?.session.action == .move }
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
        case .sandbox, .unknown: self = .process(client.processID)
        case .application(let name): self = Self(applicationID: name) ?? .process(client.processID)
        }
    }
}
