// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer
import WaylandUtil
import XCB

/// One clipboard, which Wayland clients and X clients have in common.
///
/// | state | Wayland takes it | Wayland empties it | X takes it | X gives it up |
/// |---|---|---|---|---|
/// | nobody's | claim: Wayland's | – | ask targets; X's | – |
/// | Wayland's | claim | release: nobody's | ask targets; X's | – (we own it) |
/// | X's | claim: Wayland's | – (we did so) | ask targets anew | empty: nobody's |
final class ClipboardBridge {
    private let link: X11Link
    private let selection: XAtom
    private var owned: OwnedSelection?
    private var carriages: [Carriage] = []
    private var state = State.nobody
    private var asked: SelectionTargets?
    private var transfers: [IncomingTransfer] = []
    private let engine: Engine

    /// What the bridge asks of the engine, for the clipboard of one seat.
    struct Engine {
        let set: (HostSelection?) -> Void
        let send: (MimeType, ReceivedDescriptor) -> Void
    }

    private enum State {
        case nobody
        case wayland
        /// Of this window, since then.
        case x(XWindow, XTime)
    }

    init(_ link: X11Link, _ selection: XAtom, _ engine: Engine) {
        self.link = link
        self.selection = selection
        self.engine = engine
        let owned = OwnedSelection(
            link, selection,
            content: { [weak self] _ in
                guard let self, case .wayland = state else { return nil }
                return OwnedSelection.Content(carriages: carriages, give: engine.send)
            }, whenLost: {})
        self.owned = owned
        link.connection.watch(selection, on: owned.window)
        // Who had it before.
        link.connection.owner(of: selection) { [weak self] owner in
            guard let self, let owner, owner != .none, case .nobody = state else { return }
            taken(by: owner, at: .current)
        }
        link.flushSoon()
    }

    /// A Wayland client's content is in the clipboard; nil: none is, or the host's own.
    func selectionChanged(to types: [MimeType]?) {
        guard let types else {
            if case .wayland = state {
                state = .nobody
                owned?.release()
            }
            return
        }
        carriages = Carriage.toX(types)
        state = .wayland
        asked = nil
        owned?.release()
        // Anew, so that X clients hear of it.
        owned?.claim { _ in }
    }

    /// XFixes tells who owns it.
    func changed(_ change: XSelectionOwner) {
        guard change.selection == selection, change.owner != owned?.window else { return }
        if change.owner != .none { return taken(by: change.owner, at: change.selectionTime) }
        switch state {
        case .x:
            state = .nobody
            asked = nil
            engine.set(nil)
        case .nobody, .wayland: break
        }
    }

    /// The server has gone.
    func stop() {
        owned?.stop()
        for transfer in transfers { transfer.stop() }
        asked = nil
        if case .x = state { engine.set(nil) }
        state = .nobody
    }

    private func taken(by owner: XWindow, at time: XTime) {
        state = .x(owner, time)
        asked = SelectionTargets(link, selection, at: time) { [weak self] _, names in
            guard let self, case .x(owner, time) = state else { return }
            asked = nil
            let carriages = Carriage.toWayland(names ?? [])
            // Content that Wayland clients cannot read: what was there before is no more.
            guard !carriages.isEmpty else { return engine.set(nil) }
            engine.set(
                HostSelection(
                    types: carriages.map(\.type),
                    send: { [weak self] in self?.send($0, of: carriages, at: time, to: $1) }, cancelled: {}))
        }
    }

    private func send(_ type: MimeType, of carriages: [Carriage], at time: XTime, to pipe: ReceivedDescriptor) {
        guard let carriage = carriages.first(where: { $0.type == type }), makeRoom() else { return }
        link.connection.intern(carriage.target) { [weak self] target in
            guard let self, let target else { return }
            transfers.append(
                IncomingTransfer(link, selection, to: target, carriage.conversion, at: { time }, into: pipe) {
                    [weak self] transfer, _ in self?.transfers.removeAll { $0 === transfer }
                })
        }
        link.flushSoon()
    }

    private func makeRoom() -> Bool { IncomingTransfer.makeRoom(in: transfers) }
}
