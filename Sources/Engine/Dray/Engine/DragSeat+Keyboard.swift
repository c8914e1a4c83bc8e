// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

// Drags by keyboard (HIG-32): `KeyboardDrag` determines the pointer's events, and the host plays them.

extension DragSeat {
    /// Handles the host's shortcut for dragging by keyboard. Tab and the arrow keys move the pointer, and Return picks
    /// up the object under it. Then Tab moves to the next target that accepts the content, Return drops, and Escape
    /// cancels. The shortcut also ends picking. Tab cycles through the named objects of the windows if announcements
    /// are on (`DragEngine.speak`) and applications support assistive technology; otherwise it cycles through windows.
    ///
    /// From now on the host calls ``handle(_:)`` for each key and ``modifiersChanged(to:)`` for each change, until
    /// `HostEffect.keyboardReleased`, and performs `HostEffect.playPointer`.
    /// - Parameters:
    ///   - surface: The surface of the focused window, or nil.
    ///   - pointer: The seat's pointer position, or nil if it has no pointer. Global. Picking starts there if it is
    ///     within the window, and otherwise in the window's middle.
    /// - Returns: False if a drag is in progress, or there is neither a window nor a pointer.
    @discardableResult
    public func beginKeyboardDrag(in surface: WlSurface?, pointer: Point?) -> Bool {
        guard let engine = link.engine, !engine.isClosed, !engine.leaving.contains(id), !isDragging else {
            return false
        }
        guard !keyboardDrag.isOn else {
            run { $0.begin(at: .zero, in: nil) }
            return true
        }
        let surface = surface.flatMap { $0.resource.isAlive ? $0 : nil }
        let window = surface.flatMap { link.host?.bounds(of: $0, on: id) }.map(visible)
        guard let point = start(in: window, pointer: pointer) else { return false }
        run { $0.begin(at: point, in: surface.map(engine.watch)) }
        return true
    }

    /// Whether the user drags by keyboard, or picks an object to drag.
    public var isDraggingByKeyboard: Bool { keyboardDrag.isOn }

    private func start(in window: Rectangle?, pointer: Point?) -> Point? {
        guard let window, !window.isEmpty else { return pointer }
        return pointer.flatMap { window.contains($0) ? $0 : nil } ?? window.center
    }

    // MARK: Interface of the seat

    /// Handles input during a drag by keyboard.
    /// - Returns: Whether the input is consumed.
    func handleByKeyboard(_ input: DriverInput) -> Bool {
        switch input {
        case .key(let code, let keysym, .pressed):
            let shift = modifiers.contains(.shift)
            guard let meaning = keyboardDrag.meaning(of: keysym, shift: shift) else { return false }
            let surroundings = surroundings(for: meaning)
            run { $0.pressed(meaning, code: code, shift: shift, surroundings, at: link.now) }
            return true
        case .key(let code, _, .released):
            return keyboardDrag.released(code)
        case .keyboardGone:
            endKeyboardDrag()
        case .pointerButton(_, .pressed):
            if !isPlaying { run { $0.handPressed() } }
        case .pointerButton(_, .released), .penButton, .finger, .deviceGone: break
        }
        return false
    }

    /// Handles a pointer motion that may come from a device.
    func noteHand(at global: Point) {
        if keyboardDrag.isOn, !isPlaying { run { $0.handMoved(to: global) } }
    }

    /// Begins a drag by name whose source and target are known.
    func beginScriptedDrag(_ scriptedDrag: KeyboardDrag.ScriptedDrag) { run { $0.begin(scriptedDrag, at: link.now) } }

    func endKeyboardDrag() { run { $0.keyboardGone(at: link.now) } }
    func keyboardDragBegan() {
        guard keyboardDrag.isOn else { return }
        run { $0.dragBegan(at: link.now) }
    }
    func keyboardDragIsOver() { run { $0.dragEnded() } }

    /// Handles a change of the current action.
    func answered(_ outcome: Feedback.Outcome) {
        if keyboardDrag.isOn { keyboardDrag.answered(outcome, at: link.now) }
    }

    func lookAtKeyboardDrag(at time: Instant) {
        if sceneWait.end != nil { lookAround() }
        guard let next = keyboardDrag.nextLook, time >= next else { return }
        if let feedback { keyboardDrag.answered(feedback.outcome, at: time) }
        run { $0.look(at: time) }
    }

    /// The time of the next check, or nil.
    var nextKeyboardLook: Instant? { [keyboardDrag.nextLook, sceneWait.end].compactMap(\.self).min() }

    func whilePlaying(_ play: () -> Void) {
        let before = isPlaying
        isPlaying = true
        play()
        isPlaying = before
    }

    // MARK: Effects

    private func run(_ change: (inout KeyboardDrag) -> [KeyboardDrag.Effect]) {
        for effect in change(&keyboardDrag) { perform(effect) }
        if let next = nextKeyboardLook { link.engine?.frames.request(at: next) }
    }

    private func perform(_ effect: KeyboardDrag.Effect) {
        switch effect {
        case .start:
            takeKeyboard()
            sceneWait = SceneWait()
            link.host?.perform(.keyboardDragBegan, on: id)
            // Requested early, so that the names are known when the user needs them.
            if namedDrag == nil { names.ask() }
        case .move(let point):
            play(.moved(point))
            if let drag = ownDrag { keyboardDrag.pointerStopped(at: drag.session.pointer) }
        case .leaveWindow(let point):
            let bounds = window(at: point)
            let around = KeyboardDrag.Surroundings(window: bounds?.window, screen: bounds?.output)
            play(.moved(KeyboardDrag.refuge(from: point, in: around)))
        case .press: play(.button(InputEvent.Button.left, .pressed))
        case .release: play(.button(InputEvent.Button.left, .released))
        case .cancel: cancel(.escape)
        case .lookAround:
            if names.isKnown { lookAround() } else { names.ask { [weak self] in self?.lookAround() } }
        case .tell(let announcement): link.tell(announcement, on: id)
        case .sayAgain: link.engine?.announcer?.forgetPlace()
        case .errandDone(let end): scriptedDragEnded(end)
        case .end:
            sceneWait = SceneWait()
            link.host?.perform(.keyboardDragEnded, on: id)
            leavePicking()
        }
    }

    private func play(_ play: PointerPlay) {
        whilePlaying { link.host?.perform(.playPointer(play), on: id) }
    }

    // MARK: Surroundings

    /// Continues with the surroundings once the host knows its windows' positions.
    private func lookAround() {
        guard isSceneKnown else {
            if let end = sceneWait.end { link.engine?.frames.request(at: end) }
            return
        }
        let surroundings = surroundings(for: .next)
        run { $0.found(surroundings, at: link.now) }
    }

    private var isSceneKnown: Bool {
        guard keyboardDrag.isOn, let host = link.host, let engine = link.engine else { return true }
        let unknown = host.windows(on: id).filter { $0.resource.isAlive && host.bounds(of: $0, on: id) == nil }
        return sceneWait.isOver(unknown.map(engine.watch), at: link.now)
    }

    private func surroundings(for meaning: KeyboardDragKeys.Meaning) -> KeyboardDrag.Surroundings {
        switch meaning {
        case .next, .previous, .confirm:
            let bounds = keyboardDrag.point.flatMap(window)
            return KeyboardDrag.Surroundings(
                stops: names.isKnown && isSceneKnown ? stops : nil, window: bounds?.window, screen: bounds?.output,
                partial: partialWindows)
        case .left, .right, .up, .down, .cancel: return KeyboardDrag.Surroundings()
        }
    }

    /// The stops of Tab: in each visible window its named objects, and then the window itself, at visible points. While
    /// picking, windows with named objects have no stop of their own. While dropping, objects that rarely accept
    /// content, such as buttons, come after the middle of the window.
    private var stops: [DropCandidate] {
        guard let host = link.host, let engine = link.engine else { return [] }
        // If the host cannot pick, an area that another window overlaps may be hidden.
        var others: [Rectangle] = []
        return host.windows(on: id).enumerated().flatMap { number, surface -> [DropCandidate] in
            guard surface.resource.isAlive, let bounds = host.bounds(of: surface, on: id), bounds.isVisible
            else { return [] }
            let window = engine.watch(surface)
            let area = visible(bounds)
            defer { if !host.picks { others.append(area) } }
            let places = number < WindowNames.windowLimit ? names.places(in: surface, forDrop: isDragging) : []
            let named = places.compactMap { place -> NamedStop? in
                let point = (bounds.window.origin + place.point).roundedDown
                guard area.contains(point), !others.contains(where: { $0.contains(point) }),
                    isSeen(surface, bounds, at: point)
                else { return nil }
                // An object without a name is announced by its window, as if there were no names.
                let name = place.name.isEmpty ? nil : place.name
                return NamedStop(
                    stop: DropCandidate(surface: window, point: point, name: name, window: bounds.window),
                    area: Rectangle(origin: bounds.window.origin + place.area.origin, size: place.area.size),
                    hardlyTakes: place.role.hardlyTakes)
            }
            guard isDragging || named.isEmpty else { return named.map(\.stop) }
            let whole = point(of: surface, bounds).map {
                DropCandidate(surface: window, point: $0, window: bounds.window)
            }
            return named.prefix(WindowNames.dropLimit).order(with: whole)
        }
    }

    /// Windows whose objects are not completely known.
    private var partialWindows: Set<SurfaceID> {
        guard let host = link.host, let engine = link.engine else { return [] }
        let windows = host.windows(on: id).filter { $0.resource.isAlive && names.isPartial($0) }
        return Set(windows.map(engine.watch))
    }

    /// Returns the part of a window that is on its output.
    func visible(_ bounds: SurfaceBounds) -> Rectangle {
        guard let output = bounds.output, !output.isEmpty else { return bounds.window }
        return bounds.window.intersection(output)
    }

    /// Returns the middle of a window, or the nearest point to it that no other window covers.
    private func point(of surface: WlSurface, _ bounds: SurfaceBounds) -> Point? {
        let area = visible(bounds)
        guard !area.isEmpty, let host = link.host else { return nil }
        guard host.picks else { return area.center }
        let steps = [0.5, 0.3, 0.7, 0.1, 0.9]
        let points = steps.flatMap { y in
            steps.map { x in
                Point(x: (area.x + area.width * x).rounded(.down), y: (area.y + area.height * y).rounded(.down))
            }
        }
        return points.sorted {
            $0.squaredDistance(to: area.center) < $1.squaredDistance(to: area.center)
        }.first { isSeen(surface, bounds, at: $0) }
    }

    /// Returns whether this window is topmost at a point, as far as the host can determine.
    func isSeen(_ surface: WlSurface, _ bounds: SurfaceBounds, at point: Point) -> Bool {
        guard let host = link.host, host.picks else { return true }
        guard case .surface(let found) = host.pick(at: point, on: id)?.place, found.client == surface.client
        else { return false }
        return host.bounds(of: found, on: id)?.window == bounds.window
    }

    /// Returns the window at a point.
    private func window(at point: Point) -> SurfaceBounds? {
        guard let host = link.host else { return nil }
        guard host.picks else {
            return host.windows(on: id).lazy.compactMap { host.bounds(of: $0, on: self.id) }
                .first { $0.window.contains(point) }
        }
        guard case .surface(let surface) = host.pick(at: point, on: id)?.place else { return nil }
        return host.bounds(of: surface, on: id)
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
