// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import XCB

// Applies the effects of the table to the X11 windows and to those of the compositor.

extension XWindowManager {
    func perform(_ effect: XWindowTable.Effect) {
        switch effect {
        case .ask(let window): ask(window)
        case .map(let window): connection.map(window)
        case .configure(let window, let change): connection.configure(window, change)
        case .confirm(let window, let place): connection.confirm(place, of: window)
        case .mark(let window, let isManaged): mark(window, isManaged)
        case .tell(let window, let states):
            connection.change(atoms[.states], of: window, to: .atoms(atoms.atoms(states)))
        case .show(let window, let showing): show(window, showing)
        case .hide(let window): hide(window)
        case .describe(let window, let words): describe(window, words)
        case .move(let window, let x, let y): move(window, x: x, y: y)
        case .request(let window, let states):
            shown[window]?.shell.setFullscreen(states.contains(.fullscreen))
            shown[window]?.shell.setMaximized(states.contains(.maximized))
        case .raise(let window):
            if let shown = shown[window]?.shell.shownWindow { compositor.raise(shown) }
        case .activate(let window): activate(window)
        case .focus(let window, let setsInput, let takesFocus): focus(window, setsInput, takesFocus)
        case .stack(let window, let lower):
            connection.configure(window, XConfiguration(sibling: lower, stacking: .above))
        case .delete(let window): send(.deleteWindow, to: window)
        case .kill(let window): connection.killClient(of: window)
        }
    }

    /// Sets the properties by which clients detect the window manager and its features.
    func announce() {
        let root = connection.root
        connection.select([.substructureNotify, .substructureRedirect, .propertyChange], on: root)
        connection.redirectSubwindows(of: root)
        let check = connection.createWindow(
            at: XRectangle(x: -1, y: -1, width: 1, height: 1), kind: .inputOnly, overridesRedirect: true)
        connection.change(atoms[.supportingCheck], of: check, to: .windows([check]))
        connection.change(atoms[.name], of: check, to: .bytes(atoms[.utf8], Array("Dray".utf8)))
        connection.change(atoms[.supportingCheck], of: root, to: .windows([check]))
        connection.change(atoms[.supported], of: root, to: .atoms(XWindowAtom.announced.map { atoms[$0] }))
        connection.change(atoms[.desktopCount], of: root, to: .words(.cardinal, [1]))
        connection.change(atoms[.currentDesktop], of: root, to: .words(.cardinal, [0]))
        connection.setOwner(check, of: atoms[.managerSelection], at: .current)
        focus(nil, true, false)
    }

    /// Sets `_NET_FRAME_EXTENTS`: windows have no frame.
    func tellExtents(_ window: XWindow) {
        connection.change(atoms[.frameExtents], of: window, to: .words(.cardinal, [0, 0, 0, 0]))
        flushSoon()
    }

    private func mark(_ window: XWindow, _ isManaged: Bool) {
        guard isManaged else { return connection.delete(atoms[.state], of: window) }
        // Normal state, without an icon window.
        connection.change(atoms[.state], of: window, to: .words(atoms[.state], [1, 0]))
        connection.change(atoms[.frameExtents], of: window, to: .words(.cardinal, [0, 0, 0, 0]))
    }

    /// Activates an X11 window. This concerns only focus among X11 windows, not that of Wayland clients.
    private func activate(_ window: XWindow) {
        guard let shown = shown[window]?.shell.shownWindow else { return }
        let focus = seat.keyboard.focus
        if focus == nil || focus?.client === client { compositor.activate(shown, for: seat) }
    }

    private func focus(_ window: XWindow?, _ setsInput: Bool, _ takesFocus: Bool) {
        if setsInput { connection.setInputFocus(window ?? .none, at: .current) }
        if let window, takesFocus { send(.takeFocus, to: window) }
        connection.change(atoms[.activeWindow], of: connection.root, to: .windows([window ?? .none]))
    }

    private func send(_ word: XWindowAtom, to window: XWindow) {
        connection.send(
            XClientMessage(window: window, type: atoms[.protocols], words: [atoms[word].rawValue, 0]), to: window)
    }
}
