// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop

/// Commands that consist of several other commands.
extension ServeSession {
    /// The interval after which no toolkit counts a press as a further click, in microseconds.
    private static let clickGap: UInt64 = 600_000
    /// The distance beyond which no toolkit counts a press as a further click, in logical pixels.
    private static let clickReach = 32.0
    /// The delay before a click at a new position, because applications sample the pointer per frame.
    private static let restTime = Duration.milliseconds(50)

    /// Performs parts in sequence. If one fails, the remaining parts are skipped and everything is released.
    /// - Parameter finish: Receives the overall result.
    func begin(
        _ parts: [ControlCommand], _ work: Work,
        finish: @escaping (WholeCommand) -> ControlAnswer = { _ in .done([]) }
    ) {
        // Modifiers that the user already holds stay held.
        let held = parts.heldModifiers.filter { modifier in
            seat.keyboard.code(ofKeysym: modifier.keyName).map { !seat.keyboard.pressedKeys.contains($0) } ?? false
        }
        let whole = WholeCommand(earlierDrags: dragCount, held: held, buttons: parts.pressedButtons)
        let last = parts.count - 1
        let works = parts.enumerated().map { index, command in
            Work(command: command, whole: whole) { [weak self] answer in
                switch answer {
                case .failed:
                    self?.breakOff(whole)
                    work.answer(answer)
                case .done: if index == last { work.answer(finish(whole)) }
                }
            }
        }
        queue.insert(contentsOf: works, at: 0)
    }

    private func breakOff(_ whole: WholeCommand) {
        // The parts of a nested command belong to it.
        queue.removeAll { $0.whole === whole }
        for button in whole.buttons where seat.pointer.pressedButtons.contains(button.code) {
            seat.pointer.button(button.code, .released)
        }
        for modifier in whole.held.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let code = seat.keyboard.code(ofKeysym: modifier.keyName) else { continue }
            if seat.keyboard.pressedKeys.contains(code) { seat.keyboard.key(code, .released) }
        }
    }

    func motion(to place: Place, _ duration: Duration = .zero) -> ControlCommand {
        .pointer(.move(Motion(path: [place], duration: duration, easing: .easeInOut, location: Location(1, 1))))
    }

    /// Clicks that do not count as further clicks of earlier ones.
    func clicks(on place: Place, _ button: PointerAction.Button = .left, count: Int = 1) -> [ControlCommand] {
        [
            motion(to: place), .wait(Self.restTime), .freshClick(count: count),
            .pointer(.click(.init(button: button, at: nil, count: count))),
        ]
    }

    func parts(of selection: Selection) -> [ControlCommand] {
        let (first, key, others): (Place, Modifier, [Place]) =
            switch selection {
            case .items(let items): (items[0], .ctrl, Array(items.dropFirst()))
            case .range(let from, let to): (from, .shift, [to])
            }
        guard !others.isEmpty else { return clicks(on: first) }
        return clicks(on: first) + [.key(.hold([key]))] + others.flatMap { clicks(on: $0) } + [.key(.letGo([key]))]
    }

    func parts(of menu: MenuChoice) throws -> [ControlCommand] {
        guard let window = menu.window?.value else { throw Problem("a menu belongs to a window") }
        _ = try self.window(named: window)
        var names = menu.names[...]
        let opening: [ControlCommand]
        switch menu.opening {
        case .bar(let window):
            let name = AccessName(name: names.removeFirst())
            opening = clicks(on: .named(name, in: window, at: nil))
        case .context(let place): opening = clicks(on: place, .right)
        case .button(let place): opening = clicks(on: place)
        }
        return opening + names.map { .choose($0, window: window) }
    }

    /// The delay until a press at the current position cannot count as a further click.
    /// - Parameter count: The number of clicks. The first of several must not follow a click elsewhere either.
    func restBeforeClick(count: Int) -> Duration {
        guard let last = lastPress else { return .zero }
        let reach = Self.clickReach * Self.clickReach
        guard count > 1 || last.place.squaredDistance(to: seat.pointer.position) < reach else { return .zero }
        let (now, end) = (compositor.clock.now.microseconds, last.time.microseconds + Self.clickGap)
        return now < end ? .microseconds(Int64(end - now)) : .zero
    }
}

extension ControlCommand {
    /// Whether it is a user action, after which windows may appear.
    var isDone: Bool {
        switch self {
        case .pointer, .touch, .pen, .key, .unplug, .plug, .type, .drag, .dragByName, .doubleClick, .select, .menu,
            .choose, .close, .start:
            true
        case .windows, .state, .shot, .place, .size, .raise, .wait, .freshClick, .names, .await, .compare, .settle,
            .outcome, .payload, .listen, .quit, .help:
            false
        }
    }

    /// The first place with an accessible name.
    var namedPlace: CalledPlace? { places.lazy.compactMap(CalledPlace.init).first }

    /// The command with a point instead of the first named place.
    func at(_ point: Point) -> ControlCommand {
        guard let index = places.firstIndex(where: \.isNamed) else { return self }
        var places = places
        places[index] = .screen(ScreenPoint(x: point.x, y: point.y))
        return replacingPlaces(by: places)
    }

    /// The places of a command that is performed directly. Composite commands leave places to their parts.
    private var places: [Place] {
        switch self {
        case .pointer(.move(let motion)), .touch(.move(_, let motion)), .pen(.move(let motion, _)): motion.path
        case .touch(.moveTogether(let motions)): motions.flatMap(\.motion.path)
        case .touch(.down(_, let place)), .pen(.enter(let place)): [place]
        case .pointer, .touch, .pen, .key, .unplug, .plug, .windows, .state, .shot, .place, .size, .raise, .close,
            .start, .wait, .type, .drag, .dragByName, .doubleClick, .select, .menu, .choose, .freshClick, .names,
            .await,
            .compare, .settle, .outcome, .payload, .listen, .quit, .help:
            []
        }
    }

    /// - Parameter places: The new places, in the same number.
    private func replacingPlaces(by places: [Place]) -> ControlCommand {
        switch self {
        case .pointer(.move(var motion)):
            motion.path = places
            return .pointer(.move(motion))
        case .touch(.move(let finger, var motion)):
            motion.path = places
            return .touch(.move(finger: finger, motion))
        case .touch(.moveTogether(var motions)):
            var rest = places[...]
            for index in motions.indices {
                let count = motions[index].motion.path.count
                motions[index].motion.path = Array(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            return .touch(.moveTogether(motions))
        case .touch(.down(let finger, _)): return .touch(.down(finger: finger, at: places[0]))
        case .pen(.enter): return .pen(.enter(places[0]))
        case .pen(.move(var motion, let pressure)):
            motion.path = places
            return .pen(.move(motion, pressure: pressure))
        case .pointer, .touch, .pen, .key, .unplug, .plug, .windows, .state, .shot, .place, .size, .raise, .close,
            .start, .wait, .type, .drag, .dragByName, .doubleClick, .select, .menu, .choose, .freshClick, .names,
            .await,
            .compare, .settle, .outcome, .payload, .listen, .quit, .help:
            return self
        }
    }
}

extension [ControlCommand] {
    /// The modifiers that the commands hold while they are performed.
    fileprivate var heldModifiers: Set<Modifier> {
        reduce(into: []) { held, command in if case .key(.hold(let modifiers)) = command { held.formUnion(modifiers) } }
    }

    /// The buttons that the commands press while they are performed.
    fileprivate var pressedButtons: [PointerAction.Button] {
        compactMap { command in if case .pointer(.press(let button)) = command { button } else { nil } }
    }
}
