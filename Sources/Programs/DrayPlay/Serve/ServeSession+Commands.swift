// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayReport
import DrayScenario
import FoundationEssentials
import HeadlessDesktop
import WaylandServer

// Commands without a duration, and the resolution of windows and places. Commands with a duration are in
// `ServeSession+Work`.

extension ServeSession {
    /// The reason why a command cannot be performed.
    struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Performs a command without a duration, and returns its answer.
    func performNow(_ command: ControlCommand) throws -> ControlAnswer {
        switch command {
        case .pointer(let action): try perform(action)
        case .touch(let action): try perform(action)
        case .pen(let action): try perform(action)
        case .key(let action): try perform(action)
        case .unplug(let device): try unplug(device)
        case .plug(let device): try plug(device)
        case .type(let text): try type(text)
        case .windows: return .done(compositor.windows.map(words), .windows(windowRecords))
        case .state: return .done(stateWords, .state(stateRecord))
        case .shot(let file, let subject): try shoot(subject, to: file)
        case .payload(let file, let type): try savePayload(ofType: type, to: file)
        case .place(let name, let point):
            let window = try floatingWindow(named: name)
            compositor.place(window, at: Point(point))
            recorder?.moved(window)
        case .size(let name, let size):
            let window = try floatingWindow(named: name)
            window.resize(width: Double(size.width), height: Double(size.height))
            recorder?.resized(window, to: size)
        case .raise(let name): compositor.activate(try window(named: name), for: seat)
        case .close(let name): try window(named: name).close()
        case .start(let launch): return .done([], .client(ClientRecord(try start(launch))))
        case .quit: end(.quit)
        case .help(let name): return .done(try ControlHelp.text(for: name))
        case .listen: return .done([], .snapshot(beginTelling()))
        case .compare(let comparison, let subject, let seen, let difference):
            try compare(comparison, of: subject, seen: seen, difference: difference)
        // Commands with a duration are performed elsewhere.
        case .wait, .drag, .dragByName, .doubleClick, .select, .menu, .choose, .freshClick, .names, .await, .settle,
            .outcome:
            break
        }
        return .done([])
    }

    // MARK: Devices

    /// Adds a seat capability for a command's device on its first use.
    func plugIn(_ device: WlSeat.Capability) {
        if !seat.capabilities.contains(device) { seat.add(device) }
    }

    private func perform(_ action: PointerAction) throws {
        plugIn(.pointer)
        switch action {
        case .press(let button):
            guard !seat.pointer.pressedButtons.contains(button.code) else {
                throw Problem("the \(button.rawValue) button is down already")
            }
            recordPlace()
            recorder?.record(.pointer(action))
            lastPress = (compositor.clock.now, seat.pointer.position)
            seat.pointer.button(button.code, .pressed)
        case .release(let button):
            guard seat.pointer.pressedButtons.contains(button.code) else {
                throw Problem("the \(button.rawValue) button is not down")
            }
            expectDrop()
            recorder?.record(.pointer(action))
            seat.pointer.button(button.code, .released)
        case .click(let click):
            guard !seat.pointer.pressedButtons.contains(click.button.code) else {
                throw Problem("the \(click.button.rawValue) button is down")
            }
            recordPlace()
            recorder?.record(.pointer(action))
            lastPress = (compositor.clock.now, seat.pointer.position)
            for _ in 0..<click.count { seat.pointer.click(click.button.code) }
        case .scroll(let scroll):
            recorder?.record(.pointer(action))
            seat.pointer.scroll(InputEvent.Scroll(scroll))
        case .move: break  // Has a duration and is performed elsewhere.
        }
    }

    /// Records the state before a button or a finger is released.
    func expectDrop() {
        recorder?.expectDrop(witness, seatDrags: host.drags(of: seat).isDragging, target: targetWindow)
    }

    private func perform(_ action: TouchAction) throws {
        plugIn(.touch)
        switch action {
        case .down(let finger, let place):
            let id = FingerID(Int32(finger))
            guard seat.touch.position(of: id) == nil else { throw Problem("finger \(finger) is down already") }
            recorder?.record(.touch(.down(finger: finger, at: try record(place))))
            seat.touch.down(id, at: try point(place))
        case .up(let finger):
            let id = FingerID(Int32(finger))
            guard seat.touch.position(of: id) != nil else { throw Problem("finger \(finger) is not down") }
            expectDrop()
            recorder?.record(.touch(action))
            seat.touch.up(id)
        case .cancel:
            recorder?.record(.touch(action))
            seat.touch.cancel()
        case .move, .moveTogether: break  // Has a duration and is performed elsewhere.
        }
    }

    private func perform(_ action: KeyAction) throws {
        plugIn(.keyboard)
        switch action {
        case .press(let key):
            try recordKey(action, changing: [key], to: .pressed)
        case .release(let key):
            try recordKey(action, changing: [key], to: .released)
        case .tap(let key, let modifiers):
            let held = modifiers.map(\.keyName).sorted()
            try recordKey(action, changing: held + [key], to: .pressed)
            try press([key] + held.reversed(), .released)
        case .hold(let modifiers):
            try recordKey(action, changing: modifiers.map(\.keyName).sorted(), to: .pressed)
        case .letGo(let modifiers):
            try recordKey(action, changing: modifiers.map(\.keyName).sorted(), to: .released)
        case .type(let text): try type(text)
        }
    }

    private func type(_ text: String) throws {
        plugIn(.keyboard)
        guard seat.keyboard.type(text) else { throw Problem(KeyAction.cannotType) }
        recorder?.record(.key(.type(text)))
    }

    private func recordKey(_ action: KeyAction, changing keys: [String], to state: InputEvent.PressState) throws {
        for key in keys {
            guard let code = seat.keyboard.code(ofKeysym: key) else { throw Problem("the keyboard has no key \(key)") }
            let isDown = seat.keyboard.pressedKeys.contains(code)
            if isDown, state == .pressed { throw Problem("the key \(key) is down already") }
            if !isDown, state == .released { throw Problem("the key \(key) is not down") }
        }
        recorder?.record(.key(action))
        try press(keys, state)
    }

    private func press(_ keys: [String], _ state: InputEvent.PressState) throws {
        for key in keys {
            if let code = seat.keyboard.code(ofKeysym: key) { seat.keyboard.key(code, state) }
        }
    }

    // MARK: Places

    /// The window with a name. A maximized or fullscreen window is restored first, because its position and size would
    /// not apply.
    private func floatingWindow(named name: String) throws -> Window {
        let window = try window(named: name)
        if !window.isFloating { window.restore() }
        return window
    }

    /// The window with a title, an app ID, or a number as in `#2`.
    func window(named name: String) throws -> Window {
        if name.hasPrefix("#"), let number = Int(name.dropFirst()) {
            if let window = compositor.windows.first(where: { numbers[$0] == number }) { return window }
            throw Problem("there is no window \(name)")
        }
        let found =
            compositor.windows.last { $0.title == name } ?? compositor.windows.last { $0.appID == name }
        guard let found else {
            let names = compositor.windows.flatMap { [$0.title, $0.appID] }.filter { !$0.isEmpty }
            throw Problem("there is no window “\(name)”\(Suggestion.phrase(for: name, among: names))")
        }
        return found
    }

    /// The point of a place in the compositor's global space.
    func point(_ place: Place) throws -> Point {
        switch place {
        case .screen(let point): return try onScreen(Point(point), place)
        case .window(let name, let anchor):
            return try point(anchor, of: try window(named: name.value).geometry, place)
        case .content(let name, let anchor):
            let surface = try window(named: name.value).surface
            return try point(
                anchor, of: Rectangle(origin: surface.globalPosition ?? .zero, size: surface.state.size), place)
        // Named places are resolved beforehand.
        case .named(let name, _, _): throw Problem("\(name.words) was not resolved")
        }
    }

    private func point(_ anchor: Place.Anchor, of area: Rectangle, _ place: Place) throws -> Point {
        guard let point = anchor.point(within: area) else {
            throw Problem(
                "\(place.words) is outside: the area is \(area.sizeWords) at \(area.cornerWords); for a point outside "
                    + "of a window, use a place on the screen")
        }
        return try onScreen(point, place)
    }

    private func onScreen(_ point: Point, _ place: Place) throws -> Point {
        guard let beyond = compositor.words(forPlaceBeyondScreen: point) else { return point }
        throw Problem("\(place.words) is \(beyond)")
    }

    /// A movement as recorded in the scenario.
    func record(_ motion: Motion) throws -> Motion {
        var motion = motion
        motion.path = try motion.path.map(record)
        return motion
    }

    /// A place as recorded in the scenario: relative to the window that it is on.
    func record(_ place: Place) throws -> Place {
        guard let recorder else { return place }
        return recorder.place(of: try point(place), in: compositor)
    }

    /// Records the position for a press if no command has moved the pointer.
    private func recordPlace() {
        guard let recorder, !recorder.knowsPointer else { return }
        let place = recorder.place(of: seat.pointer.position, in: compositor)
        recorder.record(
            .pointer(.move(Motion(path: [place], duration: .zero, easing: .linear, location: Location(1, 1)))))
    }

    // MARK: Descriptions

    func words(for window: Window) -> String {
        let area = window.geometry
        let appID = window.appID.isEmpty ? "no app id" : window.appID
        return "#\(numbers[window] ?? 0)  “\(window.title)”  \(appID)  at \(number(area.x)), \(number(area.y))"
            + "  size \(number(area.width))x\(number(area.height))\(window.isActivated ? "  active" : "")"
    }

    private var stateWords: [String] {
        let position = seat.pointer.position
        var lines = ["pointer: \(number(position.x)), \(number(position.y))"]
        let modifiers = seat.keyboard.modifiers
        let names: [(Modifiers, String)] = [(.shift, "shift"), (.control, "ctrl"), (.alt, "alt"), (.logo, "logo")]
        lines.append("modifiers: \(list(names.filter { modifiers.contains($0.0) }.map(\.1)))")
        return lines + dragWords
    }

    /// A description of the last drag.
    var dragWords: [String] {
        guard let outcome = witness.outcome else {
            guard witness.drag != nil else { return ["drag: none"] }
            if witness.isDropped {
                return ["drag: \(witness.unfinishedWords ?? "")", "action: \(witness.action.rawValue)"]
            }
            var lines = ["drag: under way"]
            lines.append("target: \(targetWindow?.quoted ?? "none")")
            lines.append("action: \(witness.action.rawValue)")
            lines.append("badge: \(Expectation.Badge(witness.feedback).words)")
            if witness.earlyReads > 0 { lines.append("read before an answer: \(witness.earlyReads)") }
            return lines
        }
        let end = outcome.isSuccess ? "finished" : "cancelled"
        return ["drag: \(end)\(cancellation.map { ": \($0)" } ?? "")", "action: \(witness.action.rawValue)"]
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

    private func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
    }

    private func savePayload(ofType type: String?, to file: String) throws {
        guard homePath != nil else { throw Problem("transferred data is only kept with `dray serve --home`") }
        let reads = witness.transfers.filter { $0.drag == witness.drag }
        guard let read = reads.last(where: { type == nil || $0.type.rawValue == type }) else {
            let types = reads.map(\.type.rawValue)
            throw Problem(
                types.isEmpty
                    ? "nothing was read in the last drag"
                    : "nothing was read as \(type ?? "") in the last drag, only as \(list(types))")
        }
        guard read.isOver else { throw Problem("the target is still reading") }
        try RegularFile(writing: file).replaceAll(by: read.bytes)
    }
}
