// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayTransfer
import WaylandServer

/// Exports files to the session's document portal, for sandboxed programs that cannot open the original paths (WL-06).
/// `dray-access`, which is started when such a program is first to receive files, talks to the portal, and the engine
/// never blocks on it.
///
/// No program can pass on files that it cannot open itself: from a sandboxed source only those that the portal exports
/// to it, and from an application of another window system, whose access is unknown, none.
final class DocumentPortal: HelperListener {
    let helper: HelperSupervisor
    private let changed: () -> Void
    private var knowledge = Knowledge.none
    private var lastNumber: UInt32 = 0
    private var handovers: [UInt32: (FileHandOver.Answer) -> Void] = [:]

    private enum Knowledge: Equatable {
        /// Not queried. Leads to `asked`.
        case none
        /// Leads to `known`.
        case asked
        case known(isThere: Bool)
    }

    /// - Parameter changed: Called when a portal is found.
    init(_ helper: HelperSupervisor, changed: @escaping () -> Void) {
        self.helper = helper
        self.changed = changed
    }

    var standing: AccessRequest? { .documents }

    /// Returns whether there is a portal, as far as is known, and queries it if that was not done.
    func lookForPortal() -> Bool {
        switch knowledge {
        case .none:
            knowledge = .asked
            _ = helper.add(self)
            return false
        case .asked: return false
        case .known(let isThere): return isThere
        }
    }

    /// Creates the function that hands files from a source to a program.
    /// - Parameter mayWrite: Evaluated when the files are handed over.
    func handOver(to target: FileHandover.Program, from source: FileHandover.Source, mayWrite: @escaping () -> Bool)
        -> FileHandOver
    {
        FileHandOver { [weak self] files, then in
            guard let self else { return false }
            // For a converted list, the portal may not have been queried before the read.
            _ = lookForPortal()
            guard helper.start() else { return false }
            lastNumber = lastNumber == .max ? 1 : lastNumber + 1
            let number = lastNumber
            let handover = FileHandover(
                number: number, form: files.form, mayWrite: mayWrite(), target: target,
                // Files created by the engine need no check.
                source: files.areOwn ? .free : source)
            guard helper.send(.hand(handover), [files.list, files.result]) else { return false }
            handovers[number] = then
            return true
        }
    }

    func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.documents(let isThere)):
            let isNews = knowledge == .asked && isThere
            knowledge = .known(isThere: isThere)
            if isNews { changed() }
        case .said(.handed(let number, let outcome)):
            guard let then = handovers.removeValue(forKey: number) else { return }
            switch outcome {
            case .done: then(.done)
            case .none: then(.none)
            case .failed: then(.failed)
            }
        case .said(.quiet): end(.none)
        case .ended: end(.failed)
        case .said(.listens), .said(.application), .said(.object), .said(.text), .said(.done), .said(.setting),
            .said(.asked):
            break
        }
    }

    /// Handles a missing session bus or the exit of the helper. The next helper is queried again.
    private func end(_ answer: FileHandOver.Answer) {
        knowledge = .known(isThere: false)
        let open = handovers
        handovers = [:]
        for then in open.values { then(answer) }
    }
}
