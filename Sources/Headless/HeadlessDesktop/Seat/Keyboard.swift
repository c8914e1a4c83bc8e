// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput
internal import WaylandServer
internal import WaylandUtil

/// A seat's keyboard.
public final class Keyboard {
    /// The surface with keyboard focus; nil if none has it, or during a grab that includes the keyboard.
    public private(set) var focus: Surface?
    /// Called for each key that no grab consumes, before clients receive it, for shortcuts of the host (HIG-31).
    public var onKey: ((InputEvent.Key) -> Void)?
    /// Called when the LEDs of the keyboards change.
    public var onLEDs: ((KeyboardLEDs) -> Void)?

    /// Set once by the seat that owns this object.
    private unowned var seat: Seat!
    /// The seat's own keyboards, which share a keymap.
    private let own: KeySet
    /// The virtual keyboards of clients, each with its own keymap.
    private var virtual: [KeySet] = []
    /// The keyboard of the last key. Clients are sent its keymap and modifiers.
    private var active: KeySet
    /// Modifiers that are active without keys.
    private var added: Modifiers = []
    private var objects = ClientObjects<WlKeyboard>()
    /// The surface that has focus when no grab includes the keyboard.
    private weak var wanted: Surface?
    /// The surface that temporarily has focus instead.
    private weak var borrower: Surface?
    /// Keys whose press was consumed. Their release is consumed too.
    private var kept: Set<UInt32> = []
    /// The id of the keyboard that code controls; libinput counts from the other end.
    private static let played = DeviceID(.max)

    init(_ keymap: SharedKeymap) {
        own = KeySet(keymap)
        active = own
    }

    /// Presses or releases a key.
    /// - Parameter code: the evdev code: `KEY_ESC` is 1.
    public func key(_ code: UInt32, _ keyState: InputEvent.PressState) {
        key(InputEvent.Key(code: code, state: keyState), of: Self.played)
    }

    /// Handles a key of one of the seat's keyboards. A key that is pressed on several keyboards is released with the
    /// last of them.
    public func key(_ key: InputEvent.Key, of device: DeviceID) {
        handle(key, of: device, in: own)
    }

    /// Types a text, with Shift and AltGr if the keymap needs them. Characters that the keymap lacks are typed on a
    /// temporary keyboard, as wtype and input methods do: clients are sent its keymap meanwhile.
    /// - Returns: false if the text contains a character that no keyboard can type. Then nothing was typed.
    @discardableResult
    public func type(_ text: String) -> Bool {
        typeOnOwn(text) || typeOnAnother(text)
    }

    private func typeOnAnother(_ text: String) -> Bool {
        guard let map = TypedKeymap(text), let shared = try? SharedKeymap(text: map.keymap) else { return false }
        let set = KeySet(shared)
        add(set)
        for code in map.codes {
            key(InputEvent.Key(code: code, state: .pressed), in: set)
            key(InputEvent.Key(code: code, state: .released), in: set)
        }
        remove(set)
        return true
    }

    private func typeOnOwn(_ text: String) -> Bool {
        let strokes = strokes(of: text)
        guard strokes.allSatisfy({ $0?.layout == 0 }) else { return false }
        for case .some(let stroke) in strokes {
            let held = modifierKeys(stroke.modifiers)
            for code in held { key(code, .pressed) }
            key(stroke.code, .pressed)
            key(stroke.code, .released)
            for code in held.reversed() { key(code, .released) }
        }
        return true
    }

    private func strokes(of text: String) -> [KeyStroke?] {
        text.unicodeScalars.map { scalar in
            Keysym(character: scalar == "\n" ? "\r" : scalar).flatMap(own.shared.keymap.stroke)
        }
    }

    /// The active modifiers of all keyboards.
    public var modifiers: Modifiers { virtual.reduce(own.modifiers.union(added)) { $0.union($1.modifiers) } }
    /// The evdev codes of the pressed keys in the order of their presses.
    public var pressedKeys: [UInt32] { own.keys.heldCodes + virtual.flatMap(\.keys.heldCodes) }

    /// The current keysym of a key by its xkbcommon name, such as `Escape` or `a`.
    /// - Parameter code: the evdev code.
    public func keysymName(of code: UInt32) -> String { active.keys.state.keysym(code: code).description }

    /// The evdev code of the key for an xkbcommon keysym such as `Escape` or `Shift_L`.
    public func code(ofKeysym name: String) -> UInt32? {
        Keysym(named: name).flatMap(own.shared.keymap.stroke)?.code
    }

    // MARK: Virtual keyboards

    /// Activates modifiers without keys, such as those of a pen button. They replace earlier ones.
    func add(modifiers: Modifiers) {
        changeModifiers { added = modifiers }
        tellModifiersWithoutKeys()
    }

    /// Adds a client's virtual keyboard.
    func add(_ set: KeySet) { virtual.append(set) }

    /// Handles a key of a client's virtual keyboard.
    func key(_ key: InputEvent.Key, in set: KeySet) { handle(key, of: Self.played, in: set) }

    /// Sets the modifiers of a client's virtual keyboard.
    func update(_ masks: ModifierMasks, in set: KeySet) {
        activate(set)
        changeModifiers {
            if set.keys.update(masks: masks).contains(.masks) { sendModifiers() }
        }
        tellModifiersWithoutKeys()
    }

    /// Removes a client's virtual keyboard and releases its keys.
    func remove(_ set: KeySet) {
        changeModifiers {
            let outcome = set.keys.remove(Self.played)
            tellInput(of: outcome)
            if case .keys(let keys, _) = outcome { for key in keys { tell(key, isKept: false) } }
            virtual.removeAll { $0 === set }
            if active === set { activate(own) }
        }
        tellModifiersWithoutKeys()
    }

    // MARK: The seat's side

    /// The current keysym of a key.
    package func keysym(of code: UInt32) -> Keysym { active.keys.state.keysym(code: code) }

    /// The LEDs of the seat's keyboards.
    var leds: KeyboardLEDs { own.keys.state.leds }

    /// Removes one of the seat's keyboards and releases the keys that only it held.
    func remove(_ device: DeviceID) {
        let outcome = own.keys.remove(device)
        tellInput(of: outcome)
        finish(outcome, in: own, isKept: false)
    }

    func attach(to seat: Seat) { self.seat = seat }

    /// Gives focus to a surface, now or when no grab includes the keyboard.
    func setFocus(_ surface: Surface?) {
        wanted = surface
        restoreFocus()
    }

    func restoreFocus() {
        guard isPresent, !seat.grabScope.contains(.keyboard) else { return }
        enter((borrower ?? wanted).flatMap { $0.isAlive ? $0 : nil })
    }

    /// Gives focus temporarily to a surface whose window does not become active; nil restores the previous focus.
    package func lend(to surface: Surface?) {
        borrower = surface
        restoreFocus()
    }

    func handOver() { enter(nil) }

    /// Whether the surface's window has focus, or gets it when no grab includes the keyboard.
    package func isWanted(by surface: Surface) -> Bool { wanted?.window === surface.window && wanted != nil }

    func add(_ object: WlKeyboard) {
        object.setHandler(KeyboardRequests(self))
        guard isPresent else { return }
        objects.add(object)
        object.sendKeymap(format: .xkbV1, fd: active.shared.file.descriptor, size: active.shared.file.size)
        let keyRepeat = seat.host.configuration.keyRepeat
        object.sendRepeatInfo(rate: keyRepeat?.perSecond ?? 0, delay: keyRepeat?.delayMilliseconds ?? 0)
        guard let focus, focus.isAlive, focus.client == object.client else { return }
        sendEnter(focus, seat.nextSerial(for: object.client), to: object)
    }

    func remove(_ object: WlKeyboard) { objects.remove(object) }

    func unplug() {
        enter(nil)
        changeModifiers { _ = own.keys.removeAll() }
        kept = []
        objects.removeAll()
    }

    func end() {
        objects.removeAll()
        focus = nil
        wanted = nil
    }

    func surfaceDestroyed(_ surface: Surface) {
        if wanted === surface { wanted = nil }
        guard focus === surface else { return }
        focus = nil
        seat.host.keyboardFocusChanged(of: seat)
    }

    // MARK: Details

    private var isPresent: Bool { seat.capabilities.contains(.keyboard) }
    private var listeners: [WlKeyboard] {
        guard let focus, focus.isAlive else { return [] }
        return objects[focus.client]
    }

    private func handle(_ key: InputEvent.Key, of device: DeviceID, in set: KeySet) {
        guard isPresent else { return }
        activate(set)
        tellInput(key)
        let isKept =
            seat.grab?.key(key, at: seat.now) ?? false
            || key.state == .pressed && seat.host.takesShortcut(key, of: seat)
        finish(set.keys.handle(key, of: device), in: set, isKept: isKept)
    }

    private func finish(_ outcome: SeatKeyboard.Outcome, in set: KeySet, isKept: Bool) {
        guard case .keys(let keys, let changes) = outcome else { return }
        for key in keys { tell(key, isKept: isKept) }
        if changes.contains(.masks) { sendModifiers() }
        if changes.contains(.modifiers) { seat.grab?.modifiersChanged(modifiers, at: seat.now) }
        if changes.contains(.leds), set === own { onLEDs?(leds) }
    }

    private func tell(_ key: InputEvent.Key, isKept: Bool) {
        switch key.state {
        case .pressed:
            if isKept {
                kept.insert(key.code)
                return
            }
        case .released:
            // A client that was sent the press is sent the release, whatever the grab returns.
            if kept.remove(key.code) != nil { return }
        }
        onKey?(key)
        send(key)
    }

    /// Makes a keyboard the active one: clients are sent its keymap.
    private func activate(_ set: KeySet) {
        guard set !== active else { return }
        active = set
        let file = (descriptor: set.shared.file.descriptor, size: set.shared.file.size)
        for object in objects { object.sendKeymap(format: .xkbV1, fd: file.descriptor, size: file.size) }
        sendModifiers()
    }

    private func changeModifiers(_ change: () -> Void) {
        let before = modifiers
        change()
        if modifiers != before { seat.grab?.modifiersChanged(modifiers, at: seat.now) }
    }

    private func tellInput(_ key: InputEvent.Key) {
        if let onInput = seat.onInput { onInput(.key(key, keysym: keysymName(of: key.code))) }
    }

    private func tellInput(of outcome: SeatKeyboard.Outcome) {
        if case .keys(let keys, _) = outcome { keys.forEach(tellInput) }
    }

    private func tellModifiersWithoutKeys() {
        seat.onInput?(.modifiersWithoutKeys(virtual.reduce(added) { $0.union($1.modifiers) }))
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
            if oldClient != surface.client { seat.host.keyboardFocusChanged(of: seat) }
            for object in listeners { sendEnter(surface, serial, to: object) }
        } else {
            seat.host.keyboardFocusChanged(of: seat)
        }
    }

    private func sendEnter(_ surface: Surface, _ serial: UInt32, to object: WlKeyboard) {
        let keys = pressedKeys.filter { !kept.contains($0) }
        object.sendEnter(serial: serial, surface: surface.object, keys: WireArray(keys))
        send(active.keys.state.masks, serial, to: object)
    }

    private func send(_ key: InputEvent.Key) {
        guard let focus, focus.isAlive else { return }
        let serial = seat.nextSerial(for: focus.client)
        for object in listeners {
            object.sendKey(
                serial: serial, time: seat.stamp.milliseconds, key: key.code,
                state: key.state == .pressed ? .pressed : .released)
        }
    }

    /// Sends empty modifiers to the client that loses focus, since it will not receive their release.
    package func loosenModifiers() {
        let masks = active.keys.state.masks
        sendModifiers(ModifierMasks(locked: masks.locked, group: masks.group))
    }

    private func sendModifiers() { sendModifiers(active.keys.state.masks) }

    private func sendModifiers(_ masks: ModifierMasks) {
        guard let focus, focus.isAlive else { return }
        let serial = seat.nextSerial(for: focus.client)
        for object in listeners { send(masks, serial, to: object) }
    }

    private func send(_ masks: ModifierMasks, _ serial: UInt32, to object: WlKeyboard) {
        object.sendModifiers(
            serial: serial, modsDepressed: masks.depressed, modsLatched: masks.latched, modsLocked: masks.locked,
            group: masks.group)
    }

    private func modifierKeys(_ modifiers: Modifiers) -> [UInt32] {
        var codes: [UInt32?] = []
        if modifiers.contains(.shift) { codes.append(own.shared.keymap.code(named: "LFSH")) }
        if modifiers.contains(.level3) { codes.append(own.shared.keymap.code(named: "RALT")) }
        return codes.compactMap(\.self)
    }
}

/// Handles the requests of one `wl_keyboard`.
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
