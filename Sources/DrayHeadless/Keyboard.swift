// SPDX-License-Identifier: MIT

public import DrayCore
internal import DrayInput
internal import WaylandServer
internal import WaylandUtil

/// A seat's keyboard.
public final class Keyboard {
    /// Who gets the keys; nil if nobody, or during a grab that takes the keyboard.
    public private(set) var focus: Surface?

    /// Set once, by the seat that owns this device.
    private unowned var seat: Seat!
    private let shared: SharedKeymap
    private var state: SeatKeyboard
    private var objects: [WlKeyboard] = []
    /// Whom the keys belong to when no grab has them.
    private weak var wanted: Surface?
    /// Keys that went down without a client's knowledge, and go up likewise.
    private var kept: Set<UInt32> = []
    /// There is one device; its number means nothing.
    private static let device = DeviceID(1)

    init(_ keymap: SharedKeymap) {
        shared = keymap
        state = SeatKeyboard(keymap.keymap)
    }

    /// Presses or releases a key.
    /// - Parameter code: evdev's: `KEY_ESC` is 1.
    public func key(_ code: UInt32, _ keyState: InputEvent.PressState) {
        guard isPresent else { return }
        let key = InputEvent.Key(code: code, state: keyState)
        let isKeptByGrab = seat.grab?.key(key, at: seat.now) ?? false
        guard case .keys(let keys, let changes) = state.handle(key, of: Self.device) else { return }
        for key in keys {
            switch key.state {
            case .pressed:
                if isKeptByGrab { kept.insert(key.code) } else { send(key) }
            case .released:
                // Who saw the key go down sees it go up, whatever the grab says.
                if kept.remove(key.code) == nil { send(key) }
            }
        }
        if changes.contains(.masks) { sendModifiers() }
        if changes.contains(.modifiers) { seat.grab?.modifiersChanged(modifiers, at: seat.now) }
    }

    /// Types a text as a person would, with Shift and AltGr where the keymap needs them.
    /// - Returns: false if the text has a character that no key writes; then nothing was typed.
    @discardableResult
    public func type(_ text: String) -> Bool {
        let strokes = text.unicodeScalars.map { scalar in
            Keysym(character: scalar == "\n" ? "\r" : scalar).flatMap(shared.keymap.stroke)
        }
        guard !strokes.contains(where: { $0 == nil || $0?.layout != 0 }) else { return false }
        for case .some(let stroke) in strokes {
            let held = modifierKeys(stroke.modifiers)
            for code in held { key(code, .pressed) }
            key(stroke.code, .pressed)
            key(stroke.code, .released)
            for code in held.reversed() { key(code, .released) }
        }
        return true
    }

    /// What is in effect now.
    public var modifiers: Modifiers { state.state.modifiers }
    /// The evdev codes of the keys that are down, in the order in which they were pressed.
    public var pressedKeys: [UInt32] { state.heldCodes }

    /// What a key means now, by xkbcommon's name: `Escape`, `a`.
    /// - Parameter code: evdev's.
    public func keysymName(of code: UInt32) -> String { state.state.keysym(code: code).description }

    /// The evdev code of the key that means an xkbcommon keysym such as `Escape` or `Shift_L`.
    public func code(ofKeysym name: String) -> UInt32? {
        Keysym(named: name).flatMap(shared.keymap.stroke)?.code
    }

    // MARK: The seat's side

    func attach(to seat: Seat) { self.seat = seat }

    /// Gives the keys to a surface, now or as soon as no grab has them.
    func setFocus(_ surface: Surface?) {
        wanted = surface
        restoreFocus()
    }

    func restoreFocus() {
        guard isPresent, !seat.grabScope.contains(.keyboard) else { return }
        enter(wanted.flatMap { $0.isAlive ? $0 : nil })
    }

    func handOver() { enter(nil) }

    /// Whether the surface has the keys, or will when no grab has them.
    func isWanted(by surface: Surface) -> Bool { wanted?.window === surface.window && wanted != nil }

    func add(_ object: WlKeyboard) {
        object.setHandler(KeyboardRequests(self))
        guard isPresent else { return }
        objects.append(object)
        object.sendKeymap(format: .xkbV1, fd: shared.file.descriptor, size: shared.file.size)
        let keyRepeat = seat.compositor.configuration.keyRepeat
        object.sendRepeatInfo(rate: keyRepeat?.perSecond ?? 0, delay: keyRepeat?.delayMilliseconds ?? 0)
        guard let focus, focus.isAlive, focus.client == object.client else { return }
        sendEnter(focus, seat.nextSerial(for: object.client), to: object)
    }

    func remove(_ object: WlKeyboard) { objects.removeAll { $0 == object } }

    func unplug() {
        enter(nil)
        _ = state.remove(Self.device)
        seat.grab?.modifiersChanged(modifiers, at: seat.now)
        kept = []
        objects = []
    }

    func end() {
        objects = []
        focus = nil
        wanted = nil
    }

    func surfaceDestroyed(_ surface: Surface) {
        if wanted === surface { wanted = nil }
        guard focus === surface else { return }
        focus = nil
        seat.compositor.keyboardFocusChanged(of: seat)
    }

    // MARK: Details

    private var isPresent: Bool { seat.capabilities.contains(.keyboard) }
    private var listeners: [WlKeyboard] {
        guard let focus, focus.isAlive else { return [] }
        return objects.filter { $0.client == focus.client }
    }

    private func enter(_ surface: Surface?) {
        guard surface !== focus else { return }
        for object in listeners {
            guard let old = focus else { break }
            object.sendLeave(serial: seat.nextSerial(for: object.client), surface: old.object)
        }
        let oldClient = focus?.client
        focus = surface
        if let surface {
            let serial = seat.nextSerial(for: surface.client)
            if oldClient != surface.client { seat.compositor.keyboardFocusChanged(of: seat) }
            for object in listeners { sendEnter(surface, serial, to: object) }
        } else {
            seat.compositor.keyboardFocusChanged(of: seat)
        }
    }

    private func sendEnter(_ surface: Surface, _ serial: UInt32, to object: WlKeyboard) {
        let keys = state.heldCodes.filter { !kept.contains($0) }
        object.sendEnter(serial: serial, surface: surface.object, keys: WireArray(keys))
        sendModifiers(serial, to: object)
    }

    private func send(_ key: InputEvent.Key) {
        guard let focus, focus.isAlive else { return }
        let serial = seat.nextSerial(for: focus.client)
        for object in listeners {
            object.sendKey(
                serial: serial, time: seat.now.milliseconds, key: key.code,
                state: key.state == .pressed ? .pressed : .released)
        }
    }

    private func sendModifiers() {
        guard let focus, focus.isAlive else { return }
        let serial = seat.nextSerial(for: focus.client)
        for object in listeners { sendModifiers(serial, to: object) }
    }

    private func sendModifiers(_ serial: UInt32, to object: WlKeyboard) {
        let masks = state.state.masks
        object.sendModifiers(
            serial: serial, modsDepressed: masks.depressed, modsLatched: masks.latched, modsLocked: masks.locked,
            group: masks.group)
    }

    private func modifierKeys(_ modifiers: Modifiers) -> [UInt32] {
        var codes: [UInt32?] = []
        if modifiers.contains(.shift) { codes.append(shared.keymap.code(named: "LFSH")) }
        if modifiers.contains(.level3) { codes.append(shared.keymap.code(named: "RALT")) }
        return codes.compactMap(\.self)
    }
}

/// Answers one `wl_keyboard`.
final class KeyboardRequests: ResourceHandler {
    private weak var keyboard: Keyboard?

    init(_ keyboard: Keyboard) {
        self.keyboard = keyboard
    }

    func handle(_ request: WlKeyboard.Request, on object: WlKeyboard) {
        switch request {
        case .release: break
        }
    }

    func destroyed(_ object: WlKeyboard) { keyboard?.remove(object) }
}
