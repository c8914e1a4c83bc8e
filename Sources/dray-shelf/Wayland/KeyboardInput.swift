// SPDX-License-Identifier: MIT

import CXKBCommon
import Glibc
import WaylandClient
import WaylandUtil

/// The keyboard while our window has it, with keys translated by the compositor's own keymap.
final class KeyboardInput {
    enum Event {
        case focus(Bool)
        /// A key went down, or is held for so long that it counts again: its name in xkb, and what else is held.
        case pressed(name: String, KeyStroke.Modifiers, serial: UInt32)
    }

    private let keyboard: WlKeyboard
    private let handler: (Event) -> Void
    private let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
    /// Nil until the compositor has sent a keymap.
    private var state: OpaquePointer?
    private let repeater: KeyRepeat

    /// What is held now.
    var modifiers: KeyStroke.Modifiers {
        var held: KeyStroke.Modifiers = []
        if isHeld("Control") { held.insert(.control) }
        if isHeld("Shift") { held.insert(.shift) }
        return held
    }

    init(_ seat: WlSeat, _ loop: EventLoop, handler: @escaping (Event) -> Void) {
        keyboard = seat.getKeyboard()
        self.handler = handler
        repeater = KeyRepeat(loop)
        keyboard.onEvent { [weak self] in self?.handle($0) }
    }

    deinit {
        keyboard.release()
        xkb_state_unref(state)
        xkb_context_unref(context)
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let file, let size):
            if format == .xkbV1, let descriptor = file.borrowed { load(descriptor, size: Int(size)) }
        case .enter: handler(.focus(true))
        case .leave:
            repeater.stop()
            handler(.focus(false))
        case .key(let serial, _, let key, let keyState):
            switch keyState {
            case .pressed:
                press(key, serial)
                repeater.start(key) { [weak self] in self?.press(key, serial) }
            case .released: repeater.stop(key)
            }
        case .modifiers(_, let depressed, let latched, let locked, let group):
            if let state { xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group) }
        case .repeatInfo(let rate, let delay): repeater.set(rate: rate, delay: delay)
        }
    }

    private func press(_ key: UInt32, _ serial: UInt32) {
        guard let state else { return }
        // xkb counts keys from 8, for the sake of X11.
        let symbol = xkb_state_key_get_one_sym(state, key + 8)
        var name = [CChar](repeating: 0, count: 64)
        guard xkb_keysym_get_name(symbol, &name, name.count) > 0 else { return }
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        handler(.pressed(name: text, modifiers, serial: serial))
    }

    private func isHeld(_ name: String) -> Bool {
        state.map { xkb_state_mod_name_is_active($0, name, XKB_STATE_MODS_EFFECTIVE) > 0 } ?? false
    }

    /// Reads the keymap out of the compositor's file.
    private func load(_ file: Int32, size: Int) {
        // Private, as `wl_keyboard` demands since version 7: the compositor may share one file with everybody.
        let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
        guard size > 0, let memory, memory != MAP_FAILED else { return }
        defer { munmap(memory, size) }
        // The size counts the zero at the end.
        let text = memory.assumingMemoryBound(to: CChar.self)
        let keymap = xkb_keymap_new_from_buffer(
            context, text, size - 1, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        guard let keymap else { return }
        xkb_state_unref(state)
        state = xkb_state_new(keymap)
        // The state keeps it.
        xkb_keymap_unref(keymap)
    }
}
