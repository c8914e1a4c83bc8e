// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The drags by keyboard of a seat (HIG-32): `KeyboardDrag` determines the pointer's events, and the host plays them.
/// A call passes the seat, which its caller keeps alive.
final class SeatKeyboardDrag {
    /// The state of a drag by keyboard, including picking.
    private var state = KeyboardDrag()
    /// The named objects in the windows that Tab cycles through.
    let names: WindowNames
    /// The wait for the positions of the windows that Tab cycles through.
    private var sceneWait = SceneWait()

    init(link: EngineLink, seat: SeatID) {
        names = WindowNames(link: link, seat: seat)
    }

    /// Whether the user drags by keyboard, or picks an object to drag.
    var isOn: Bool { state.isOn }

    /// Whether the host has yet to report where its windows are.
    var awaitsScene: Bool { sceneWait.end != nil }

    /// Handles the host's shortcut.
    /// - Returns: False if a drag is in progress, or there is neither a window nor a pointer.
    func begin(in surface: WlSurface?, pointer: Point?, _ seat: DragSeat) -> Bool {
        guard let engine = seat.link.engine, !engine.isClosed, !engine.leaving.contains(seat.id), !seat.isDragging
        else {
            return false
        }
        guard !state.isOn else {
            run(seat) { $0.begin(at: .zero, in: nil) }
            return true
        }
        let surface = surface.flatMap { $0.resource.isAlive ? $0 : nil }
        let windows = SeatWindows(seat)
        let window = surface.flatMap { seat.link.host?.bounds(of: $0, on: seat.id) }.map(windows.visible)
        guard let point = start(in: window, pointer: pointer) else { return false }
        run(seat) { $0.begin(at: point, in: surface.map(engine.watch)) }
        return true
    }

    private func start(in window: Rectangle?, pointer: Point?) -> Point? {
        guard let window, !window.isEmpty else { return pointer }
        return pointer.flatMap { window.contains($0) ? $0 : nil } ?? window.center
    }

    /// Handles input during a drag by keyboard.
    /// - Returns: Whether the input is consumed.
    func handle(_ input: DriverInput, _ seat: DragSeat) -> Bool {
        switch input {
        case .key(let code, let keysym, .pressed):
            let shift = seat.modifiers.contains(.shift)
            guard let meaning = state.meaning(of: keysym, shift: shift) else { return false }
            let surroundings = surroundings(for: meaning, seat)
            run(seat) { $0.pressed(meaning, code: code, shift: shift, surroundings, at: seat.link.now) }
            return true
        case .key(let code, _, .released):
            return state.released(code)
        case .keyboardGone:
            keyboardGone(seat)
        case .pointerButton(_, .pressed):
            if !seat.isPlaying { run(seat) { $0.handPressed() } }
        case .pointerButton(_, .released), .penButton, .finger, .deviceGone: break
        }
        return false
    }

    /// Handles a pointer motion that may come from a device.
    func handMoved(to global: Point, _ seat: DragSeat) {
        if state.isOn, !seat.isPlaying { run(seat) { $0.handMoved(to: global) } }
    }

    /// Begins a drag by name whose source and target are known.
    func begin(_ scriptedDrag: KeyboardDrag.ScriptedDrag, _ seat: DragSeat) {
        run(seat) { $0.begin(scriptedDrag, at: seat.link.now) }
    }

    func keyboardGone(_ seat: DragSeat) { run(seat) { $0.keyboardGone(at: seat.link.now) } }

    func dragBegan(_ seat: DragSeat) {
        guard state.isOn else { return }
        run(seat) { $0.dragBegan(at: seat.link.now) }
    }

    func dragEnded(_ seat: DragSeat) { run(seat) { $0.dragEnded() } }

    /// Returns the consumed keys that are still held, which the seat keeps from now on.
    func handOverKeys() -> KeptKeys { state.handOverKeys() }

    /// Handles a change of the current action.
    func answered(_ outcome: Feedback.Outcome, _ seat: DragSeat) {
        if state.isOn { state.answered(outcome, at: seat.link.now) }
    }

    func look(at time: Instant, _ seat: DragSeat) {
        if awaitsScene { lookAround(seat) }
        guard let next = state.nextLook, time >= next else { return }
        if let feedback = seat.feedback { state.answered(feedback.outcome, at: time) }
        run(seat) { $0.look(at: time) }
    }

    /// The time of the next check, or nil.
    var nextLook: Instant? { [state.nextLook, sceneWait.end].compactMap(\.self).min() }

    /// Forgets everything when the engine releases the seat.
    func reset() {
        state = KeyboardDrag()
        sceneWait = SceneWait()
    }

    // MARK: Effects

    private func run(_ seat: DragSeat, _ change: (inout KeyboardDrag) -> [KeyboardDrag.Effect]) {
        let effects = change(&state)
        seat.updateTurns()
        for effect in effects { perform(effect, seat) }
        if let nextLook { seat.link.engine?.frames.request(at: nextLook) }
    }

    private func perform(_ effect: KeyboardDrag.Effect, _ seat: DragSeat) {
        let link = seat.link
        switch effect {
        case .start:
            seat.takeKeyboard()
            sceneWait = SceneWait()
            link.host?.perform(.keyboardDragBegan, on: seat.id)
            // Requested early, so that the names are known when the user needs them.
            if !seat.namedDrag.isUnderWay { names.ask() }
        case .move(let point):
            play(.moved(point), seat)
            if let drag = seat.ownDrag { state.pointerStopped(at: drag.session.pointer) }
        case .leaveWindow(let point):
            let bounds = SeatWindows(seat).window(at: point)
            let around = KeyboardDrag.Surroundings(window: bounds?.window, screen: bounds?.output)
            play(.moved(KeyboardDrag.refuge(from: point, in: around)), seat)
        case .press: play(.button(InputEvent.Button.left, .pressed), seat)
        case .release: play(.button(InputEvent.Button.left, .released), seat)
        case .cancel: seat.cancel(.escape)
        case .lookAround:
            if names.isKnown {
                lookAround(seat)
            } else {
                names.ask { [weak seat] in
                    if let seat { seat.keyboardDrag.lookAround(seat) }
                }
            }
        case .tell(let announcement): link.tell(announcement, on: seat.id)
        case .sayAgain: link.engine?.announcer?.forgetPlace()
        case .errandDone(let end): seat.namedDrag.ended(end)
        case .end:
            sceneWait = SceneWait()
            link.host?.perform(.keyboardDragEnded, on: seat.id)
            seat.leavePicking()
        }
    }

    private func play(_ play: PointerPlay, _ seat: DragSeat) {
        seat.whilePlaying { seat.link.host?.perform(.playPointer(play), on: seat.id) }
    }

    // MARK: Surroundings

    /// Continues with the surroundings once the host knows its windows' positions.
    private func lookAround(_ seat: DragSeat) {
        guard isSceneKnown(seat) else {
            if let end = sceneWait.end { seat.link.engine?.frames.request(at: end) }
            return
        }
        let surroundings = surroundings(for: .next, seat)
        run(seat) { $0.found(surroundings, at: seat.link.now) }
    }

    private func isSceneKnown(_ seat: DragSeat) -> Bool {
        guard state.isOn, let host = seat.link.host, let engine = seat.link.engine else { return true }
        let unknown = host.windows(on: seat.id).filter {
            $0.resource.isAlive && host.bounds(of: $0, on: seat.id) == nil
        }
        return sceneWait.isOver(unknown.map(engine.watch), at: seat.link.now)
    }

    private func surroundings(for meaning: KeyboardDragKeys.Meaning, _ seat: DragSeat) -> KeyboardDrag.Surroundings {
        switch meaning {
        case .next, .previous, .confirm:
            let bounds = state.point.flatMap(SeatWindows(seat).window)
            return KeyboardDrag.Surroundings(
                stops: names.isKnown && isSceneKnown(seat) ? stops(seat) : nil, window: bounds?.window,
                screen: bounds?.output, partial: partialWindows(seat))
        case .left, .right, .up, .down, .cancel: return KeyboardDrag.Surroundings()
        }
    }

    /// The stops of Tab: in each visible window its named objects, and then the window itself, at visible points. While
    /// picking, windows with named objects have no stop of their own. While dropping, objects that rarely accept
    /// content, such as buttons, come after the middle of the window.
    private func stops(_ seat: DragSeat) -> [DropCandidate] {
        guard let host = seat.link.host, let engine = seat.link.engine else { return [] }
        let windows = SeatWindows(seat)
        // If the host cannot pick, an area that another window overlaps may be hidden.
        var others: [Rectangle] = []
        return host.windows(on: seat.id).enumerated().flatMap { number, surface -> [DropCandidate] in
            guard surface.resource.isAlive, let bounds = host.bounds(of: surface, on: seat.id), bounds.isVisible
            else { return [] }
            let window = engine.watch(surface)
            let area = windows.visible(bounds)
            defer { if !host.picks { others.append(area) } }
            let places = number < WindowNames.windowLimit ? names.places(in: surface, forDrop: seat.isDragging) : []
            let named = places.compactMap { place -> NamedStop? in
                let point = (bounds.window.origin + place.point).roundedDown
                guard area.contains(point), !others.contains(where: { $0.contains(point) }),
                    windows.isSeen(surface, bounds, at: point)
                else { return nil }
                // An object without a name is announced by its window, as if there were no names.
                let name = place.name.isEmpty ? nil : place.name
                return NamedStop(
                    stop: DropCandidate(surface: window, point: point, name: name, window: bounds.window),
                    area: Rectangle(origin: bounds.window.origin + place.area.origin, size: place.area.size),
                    hardlyTakes: place.role.hardlyTakes)
            }
            guard seat.isDragging || named.isEmpty else { return named.map(\.stop) }
            let whole = windows.point(of: surface, bounds).map {
                DropCandidate(surface: window, point: $0, window: bounds.window)
            }
            return named.prefix(WindowNames.dropLimit).order(with: whole)
        }
    }

    /// Windows whose objects are not completely known.
    private func partialWindows(_ seat: DragSeat) -> Set<SurfaceID> {
        guard let host = seat.link.host, let engine = seat.link.engine else { return [] }
        let windows = host.windows(on: seat.id).filter { $0.resource.isAlive && names.isPartial($0) }
        return Set(windows.map(engine.watch))
    }
}

/// A stop of Tab within a window, from the accessibility tree.
private struct NamedStop {
    var stop: DropCandidate
    /// The bounds of the object. Global.
    var area: Rectangle
    /// Whether the object rarely accepts dropped content.
    var hardlyTakes: Bool
}

extension Collection<NamedStop> {
    /// Returns the stops in the order in which they are tried: likely targets, the middle of the window, and unlikely
    /// targets. If the middle is within an unlikely target, that target is used for it.
    fileprivate func order(with whole: DropCandidate?) -> [DropCandidate] {
        var unlikely = filter(\.hardlyTakes)
        var middle = whole
        if let whole, let index = unlikely.lastIndex(where: { $0.area.contains(whole.point) }) {
            middle = unlikely.remove(at: index).stop
        }
        return filter { !$0.hardlyTakes }.map(\.stop) + [middle].compactMap(\.self) + unlikely.map(\.stop)
    }
}
