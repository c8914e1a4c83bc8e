// SPDX-License-Identifier: MIT

import DrayCore

// Sandboxed programs can open the files that are dropped on them (WL-06).

extension DragEngine {
    /// Makes dropped files accessible to clients in sandboxes: a list of files that such a client reads contains the
    /// paths under which the session's document portal exports the files to it. If the source does not offer the
    /// portal's key (`application/vnd.portal.filetransfer`), the engine offers one. The host reports which clients are
    /// in a sandbox (``DragHost/confinement(of:)``). The client may read the files, and also write those that are moved
    /// to it.
    ///
    /// A helper process, `dray-access`, talks to the portal. It is started when files are first dragged to a sandboxed
    /// client, and the engine never blocks on it: if the portal does not answer within five seconds, the read fails.
    /// Without a portal nothing changes. The engine never starts the portal for this purpose.
    ///
    /// - Parameters:
    ///   - environment: The environment of the helper, as `NAME=value`, by which it finds the session bus; by default,
    ///     that of this process.
    ///   - program: The path of `dray-access`; by default, it is searched for.
    /// - Returns: Whether the program exists. If not, no files are handed over.
    @discardableResult
    public func handOverFiles(environment: [String]? = nil, program: String? = nil) -> Bool {
        guard let helper = helper(program, environment) else { return false }
        if documents?.helper !== helper {
            documents = DocumentPortal(helper) { [unowned link] in link.engine?.portalFound() }
        }
        return true
    }

    /// Stops handing over files: clients in sandboxes receive the content as sources write it.
    public func keepFiles() { documents = nil }

    /// Offers keys for files that were already over a sandboxed client when the portal was found.
    private func portalFound() {
        for drag in drags where drag.aids.documents.receiver.isConfined && drag.session.phase == .underWay {
            // There are no keys for converted content.
            guard drag.session.source?.hasFiles == true, let surface = drag.session.target?.surface else { continue }
            drag.seat.enterAgain(surface, drag)
        }
    }
}
