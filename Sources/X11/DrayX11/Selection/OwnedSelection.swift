// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer
import WaylandUtil
import XCB

/// A selection of the X server that represents content of Wayland clients: claims, serves and releases it.
final class OwnedSelection {
    let window: XWindow
    private let link: X11Link
    private let selection: XAtom
    private var state = State.free
    private var transfers: [OutgoingTransfer] = []
    /// Returns the content for a requestor; nil if there is none.
    private let content: (XSelectionRequest) -> Content?
    /// Called when another client has become the owner.
    private let whenLost: () -> Void

    /// The content of the selection.
    struct Content {
        var mappings: [TypeMapping]
        /// Requests the content as a type, to be written into the descriptor.
        var give: (MimeType, ReceivedDescriptor) -> Void
        /// Called when a read of the content has ended, with whether its reader has taken all of it.
        var ended: (Bool) -> Void = { _ in }
    }

    private enum State {
        case free
        /// Waits for the server's time, to claim the selection with it.
        case claiming([(XTime) -> Void])
        case owned(XTime)
    }

    /// The maximum number of concurrent transfers; further requests are refused.
    private static let transferLimit = 64
    /// The maximum per client, so that a client cannot exhaust the limit for others.
    private static let transferLimitPerClient = 16

    init(
        _ link: X11Link, _ selection: XAtom, content: @escaping (XSelectionRequest) -> Content?,
        whenLost: @escaping () -> Void
    ) {
        self.link = link
        self.selection = selection
        self.content = content
        self.whenLost = whenLost
        let relay = Relay()
        window = link.makeWindow { relay.handler($0) }
        relay.handler = { [weak self] in self?.handle($0) }
    }

    deinit {
        link.destroy(window)
    }

    /// Claims the selection, and calls `then` with the time since which it is owned; at once if it is owned already.
    func claim(_ then: @escaping (XTime) -> Void) {
        switch state {
        case .owned(let time): return then(time)
        case .claiming(let others): state = .claiming(others + [then])
        case .free:
            state = .claiming([then])
            // The event for a changed property contains the server's time (ICCCM 2.1).
            link.connection.change(link.atoms[.transfer], of: window, to: .bytes(.string, []))
        }
        link.flushSoon()
    }

    /// Releases the selection.
    func release() {
        switch state {
        case .owned(let time): link.connection.setOwner(.none, of: selection, at: time)
        case .free, .claiming: break
        }
        state = .free
        link.flushSoon()
    }

    /// The X server has exited.
    func stop() {
        for transfer in transfers { transfer.stop() }
        state = .free
    }

    private func handle(_ event: XEvent) {
        switch event {
        case .propertyChanged(_, _, isDeleted: false, let time): received(time)
        case .selectionRequested(let request): requested(request)
        case .selectionCleared:
            guard case .owned = state else { return }
            state = .free
            whenLost()
        case _: break
        }
    }

    private func received(_ time: XTime) {
        guard case .claiming(let waiting) = state else { return }
        state = .owned(time)
        link.connection.setOwner(window, of: selection, at: time)
        for then in waiting { then(time) }
        link.flushSoon()
    }

    private func requested(_ request: XSelectionRequest) {
        // Requests from windows of the bridge are refused: another client may name one to make the bridge read into it.
        guard request.selection == selection, case .owned(let time) = state, !link.owns(request.requestor),
            request.time == .current || !request.time.isEarlier(than: time), let content = content(request)
        else { return link.connection.answer(request, with: .none) }
        // Obsolete clients specify no property (ICCCM 2.2).
        let property = request.property == .none ? request.target : request.property
        if request.target == link.atoms[.multiple], request.property != .none {
            return convertSeveral(request, content, time)
        }
        convert(request, request.target, property, content, time) { [link] succeeded in
            link.connection.answer(request, with: succeeded ? property : .none)
            link.flushSoon()
        }
    }

    private func convert(
        _ request: XSelectionRequest, _ target: XAtom, _ property: XAtom, _ content: Content, _ time: XTime,
        _ answer: @escaping (Bool) -> Void
    ) {
        let connection = link.connection
        switch link.atoms.name(of: target) {
        case .targets:
            let own: [XAtom] = [.targets, .timestamp, .multiple].map { link.atoms[$0] }
            connection.intern(content.mappings.map(\.target)) { [link] targets in
                link.connection.change(property, of: request.requestor, to: .atoms(own + targets.compactMap(\.self)))
                answer(true)
            }
        case .timestamp:
            connection.change(property, of: request.requestor, to: .words(.integer, [time.rawValue]))
            answer(true)
        case _:
            connection.name(of: target) { [weak self] name in
                guard let self, let mapping = content.mappings.first(where: { $0.target == name }),
                    transfers.count < Self.transferLimit, transferCount(of: request) < Self.transferLimitPerClient
                else { return answer(false) }
                give(mapping, request, target, property, content, answer)
            }
        }
        link.flushSoon()
    }

    private func transferCount(of request: XSelectionRequest) -> Int {
        let client = link.connection.client(of: request.requestor)
        return transfers.count { link.connection.client(of: $0.request.requestor) == client }
    }

    private func give(
        _ mapping: TypeMapping, _ request: XSelectionRequest, _ target: XAtom, _ property: XAtom, _ content: Content,
        _ answer: @escaping (Bool) -> Void
    ) {
        // The encoding of `TEXT` is given by the property's type.
        let type = mapping.target == "TEXT" ? link.atoms[.utf8] : target
        let transfer = OutgoingTransfer(
            link, request, into: property, type: type, mapping.conversion, answer: answer,
            onEnd: { [weak self] transfer, succeeded in
                self?.transfers.removeAll { $0 === transfer }
                content.ended(succeeded)
            })
        transfers.append(transfer)
        guard transfer.start({ content.give(mapping.type, $0) }) else {
            transfers.removeAll { $0 === transfer }
            return answer(false)
        }
    }

    /// Handles `MULTIPLE`: the property contains pairs of a target and a property; the property of each target that
    /// cannot be converted is replaced by None (ICCCM 2.6.2).
    private func convertSeveral(_ request: XSelectionRequest, _ content: Content, _ time: XTime) {
        link.connection.property(
            request.property, of: request.requestor, length: 4 * 2 * Self.transferLimit
        ) { [weak self] pairs in
            guard let self else { return }
            let atoms = pairs?.atoms ?? []
            guard atoms.count >= 2 else { return link.connection.answer(request, with: .none) }
            let answers = Answers(atoms, count: atoms.count / 2)
            for place in stride(from: 0, to: atoms.count - 1, by: 2) {
                convert(request, atoms[place], atoms[place + 1], content, time) { [link] succeeded in
                    if !succeeded { answers.atoms[place + 1] = .none }
                    answers.missing -= 1
                    guard answers.missing == 0 else { return }
                    link.connection.change(
                        request.property, of: request.requestor,
                        to: .words(link.atoms[.atomPair], answers.atoms.map(\.rawValue)))
                    link.connection.answer(request, with: request.property)
                    link.flushSoon()
                }
            }
        }
    }

    private final class Answers {
        var atoms: [XAtom]
        var missing: Int

        init(_ atoms: [XAtom], count: Int) {
            self.atoms = atoms
            missing = count
        }
    }

    private final class Relay {
        var handler: (XEvent) -> Void = { _ in }
    }
}
