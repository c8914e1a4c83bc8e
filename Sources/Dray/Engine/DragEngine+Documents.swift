// SPDX-License-Identifier: MIT

import DrayCore

// Programs in sandboxes can open the files that are dropped on them (WL-06).

extension DragEngine {
    /// From here on a client in a sandbox gets files that it can open: a list of files that it reads names the places at which the
    /// session's document portal shows them to it, and where the source has no key of that portal's it is offered one
    /// (`application/vnd.portal.filetransfer`). Who is in a sandbox the host says (``DragHost/confinement(of:)``). It may read the
    /// files; what is moved to it, it may write as well.
    ///
    /// A process speaks to the portal (`dray-access`), which is started when such a client is first to get files. Nobody
    /// waits for it: a portal that does not answer within five seconds makes the read fail. Without a portal nothing changes. The
    /// portal is never started for this.
    ///
    /// - Parameters:
    ///   - environment: by which the process finds the session bus, as `NAME=value`; that of this process if left out.
    ///   - program: where `dray-access` is; it is looked for if left out.
    /// - Returns: whether it is there. If not, nothing is handed over.
    @discardableResult
    public func handOverFiles(environment: [String]? = nil, program: String? = nil) -> Bool {
        guard let helper = helper(program, environment) else { return false }
        if documents?.helper !== helper {
            documents = DocumentPortal(helper) { [unowned link] in link.engine?.portalFound() }
        }
        return true
    }

    /// Clients in sandboxes get what sources give, as it is.
    public func keepFiles() { documents = nil }

    /// Files that are over a client in a sandbox now came before anything was known of a portal: it is offered keys to them.
    private func portalFound() {
        for drag in drags where drag.receiver.isConfined && drag.session.phase == .underWay {
            // There are no keys to what is made.
            guard drag.session.source?.hasFiles == true, let surface = drag.session.target?.surface else { continue }
            drag.seat.enterAgain(surface, drag)
        }
    }
}
