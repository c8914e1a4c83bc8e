// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer
import WaylandUtil
import XCB

/// A clipboard that is shared by Wayland clients and X clients.
///
/// | state | Wayland client sets it | Wayland client clears it | X client takes it | X client releases it |
/// |---|---|---|---|---|
/// | unclaimed | claim: Wayland | – | request targets; X | – |
/// | Wayland | claim | release: unclaimed | request targets; X | – (owned here) |
/// | X | claim: Wayland | – (done here) | request targets again | clear: unclaimed |
final class ClipboardBridge {
    private let link: X11Link
    private let selection: XAtom
    private var owned: OwnedSelection?
    private var mappings: [TypeMapping] = []
    private var state = State.unclaimed
    private var asked: SelectionTargets?
    private var transfers: [IncomingTransfer] = []
    private let engine: Engine

    /// The engine's functions for the clipboard of one seat.
    struct Engine {
        let set: (HostSelection?) -> Void
        let send: (MimeType, ReceivedDescriptor) -> Void
    }

    private enum State {
        case unclaimed
        case wayland
        /// The owner's window, and the time since which it has owned the selection.
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
                return OwnedSelection.Content(mappings: mappings, give: engine.send)
            }, whenLost: {})
        self.owned = owned
        link.connection.watch(selection, on: owned.window)
        // The owner before the bridge was created.
        link.connection.owner(of: selection) { [weak self] owner in
            guard let self, let owner, owner != .none, case .unclaimed = state else { return }
            taken(by: owner, at: .current)
        }
        link.flushSoon()
    }

    /// Handles a change of the Wayland clipboard; nil if it was cleared, or has content of the host.
    func selectionChanged(to types: [MimeType]?) {
        guard let types else {
            if case .wayland = state {
                state = .unclaimed
                owned?.release()
            }
            return
        }
        mappings = TypeMapping.toX(types)
        state = .wayland
        asked = nil
        owned?.release()
        // Claimed again, so that X clients are notified.
        owned?.claim { _ in }
    }

    /// Handles a new owner, as reported by XFixes.
    func changed(_ change: XSelectionOwner) {
        guard change.selection == selection, change.owner != owned?.window else { return }
        if change.owner != .none { return taken(by: change.owner, at: change.selectionTime) }
        switch state {
        case .x:
            state = .unclaimed
            asked = nil
            engine.set(nil)
        case .unclaimed, .wayland: break
        }
    }

    /// The X server has exited.
    func stop() {
        owned?.stop()
        for transfer in transfers { transfer.stop() }
        asked = nil
        if case .x = state { engine.set(nil) }
        state = .unclaimed
    }

    private func taken(by owner: XWindow, at time: XTime) {
        state = .x(owner, time)
        asked = SelectionTargets(link, selection, at: time) { [weak self] _, names in
            guard let self, case .x(owner, time) = state else { return }
            asked = nil
            let mappings = TypeMapping.toWayland(names ?? [])
            // Wayland clients cannot read this content. It has replaced the previous one.
            guard !mappings.isEmpty else { return engine.set(nil) }
            engine.set(
                HostSelection(
                    types: mappings.map(\.type),
                    send: { [weak self] type, pipe, _ in self?.send(type, of: mappings, at: time, to: pipe) },
                    cancelled: {}))
        }
    }

    private func send(_ type: MimeType, of mappings: [TypeMapping], at time: XTime, to pipe: ReceivedDescriptor) {
        guard let mapping = mappings.first(where: { $0.type == type }), makeRoom() else { return }
        link.connection.intern(mapping.target) { [weak self] target in
            guard let self, let target else { return }
            transfers.append(
                IncomingTransfer(link, selection, to: target, mapping.conversion, at: { time }, into: pipe) {
                    [weak self] transfer, _ in self?.transfers.removeAll { $0 === transfer }
                })
        }
        link.flushSoon()
    }

    private func makeRoom() -> Bool { IncomingTransfer.makeRoom(in: transfers) }
}
