// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayTransfer
import WaylandServer

/// Gives files to the document portal of the session, for programs in sandboxes that cannot open them where they are (WL-06).
/// `dray-access` speaks to the portal, and nobody waits: it is started when such a program is first to get files.
///
/// No program gives files that it cannot open: of one in a sandbox only what the portal shows it, and of one of another window system,
/// about which nothing is known, nothing.
final class DocumentPortal: HelperListener {
    let helper: HelperKeeper
    private let changed: () -> Void
    private var knowledge = Knowledge.none
    private var lastNumber: UInt32 = 0
    private var errands: [UInt32: (FileHandOver.Answer) -> Void] = [:]

    private enum Knowledge: Equatable {
        /// Nobody has asked. Leads to `asked`.
        case none
        /// Leads to `known`.
        case asked
        case known(isThere: Bool)
    }

    /// - Parameter changed: called when there is a portal of which nothing was known before.
    init(_ helper: HelperKeeper, changed: @escaping () -> Void) {
        self.helper = helper
        self.changed = changed
    }

    var standing: AccessRequest? { .documents }

    /// Whether there is a portal, as far as is known; it is asked for from here on.
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

    /// - Parameters:
    ///   - mayWrite: asked as the files are handed over.
    /// - Returns: how files come from a source to a program.
    func handOver(to target: FileErrand.Program, from source: FileErrand.Source, mayWrite: @escaping () -> Bool)
        -> FileHandOver
    {
        FileHandOver { [weak self] files, then in
            guard let self else { return false }
            // Of a list that is made nobody knows before it is read.
            _ = lookForPortal()
            guard helper.start() else { return false }
            lastNumber = lastNumber == .max ? 1 : lastNumber + 1
            let number = lastNumber
            let errand = FileErrand(
                number: number, form: files.form, mayWrite: mayWrite(), target: target,
                // What the engine has made itself it may give.
                source: files.areOwn ? .free : source)
            guard helper.send(.hand(errand), [files.list, files.result]) else { return false }
            errands[number] = then
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
            guard let then = errands.removeValue(forKey: number) else { return }
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

    /// There is no session bus, or the process has gone; the next is asked anew.
    private func end(_ answer: FileHandOver.Answer) {
        knowledge = .known(isThere: false)
        let open = errands
        errands = [:]
        for then in open.values { then(answer) }
    }
}
