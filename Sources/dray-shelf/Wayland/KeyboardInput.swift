// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient
import WaylandUtil

/// The keyboard while our window has it, with keys translated by the compositor's own keymap.
final class KeyboardInput {
    enum Event {
        /// - Parameter serial: of its coming, with which the clipboard can be set; nil as it goes.
        case focus(Bool, serial: UInt32?)
        /// A key went down, or is held for so long that it counts again: its name in xkb, and what it means to us.
        case pressed(name: String, KeyStroke?, serial: UInt32)
    }

    private let keyboard: WlKeyboard
    private let handler: (Event) -> Void
    /// Nil until the compositor has sent a keymap.
    private var state: KeyboardState?
    private let repeater: KeyRepeat

    /// What is held now.
    var modifiers: KeyStroke.Modifiers { state?.modifiers ?? [] }

    init(_ seat: WlSeat, _ loop: EventLoop, handler: @escaping (Event) -> Void) {
        keyboard = seat.getKeyboard()
        self.handler = handler
        repeater = KeyRepeat(loop)
        keyboard.onEvent { [weak self] in self?.handle($0) }
    }

    deinit {
        keyboard.release()
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let file, let size):
            if format == .xkbV1, let descriptor = file.borrowed { load(descriptor, size: Int(size)) }
        case .enter(let serial, _, _): handler(.focus(true, serial: serial))
        case .leave:
            repeater.stop()
            handler(.focus(false, serial: nil))
        case .key(let serial, _, let key, let keyState):
            switch keyState {
            case .pressed:
                press(key, serial)
                repeater.start(key) { [weak self] in self?.press(key, serial) }
            case .released: repeater.stop(key)
            }
        case .modifiers(_, let depressed, let latched, let locked, let group):
            state?.update(depressed: depressed, latched: latched, locked: locked, layout: group)
        case .repeatInfo(let rate, let delay): repeater.set(rate: rate, delay: delay)
        }
    }

    private func press(_ key: UInt32, _ serial: UInt32) {
        guard let state, let name = state.name(of: key) else { return }
        let meant = modifiers.contains(.control) ? state.shortcut(of: key) : name
        handler(.pressed(name: name, meant.flatMap { KeyStroke($0, modifiers) }, serial: serial))
    }

    /// Reads the keymap out of the compositor's file.
    private func load(_ file: Int32, size: Int) {
        // Private, as `wl_keyboard` demands since version 7: the compositor may share one file with everybody.
        let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
        guard size > 0, let memory, memory != MAP_FAILED else { return }
        defer { munmap(memory, size) }
        // The size counts the zero at the end.
        let text = memory.assumingMemoryBound(to: CChar.self)
        if let next = KeyboardState(text, size: size - 1) { state = next }
    }
}
