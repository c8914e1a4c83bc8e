// SPDX-License-Identifier: MIT

import DrayScenario

/// The commands of `dray ctl`, each with its syntax, description and parser.
package enum ControlHelp {
    package struct Entry: Sendable {
        package let name: String
        /// The syntax of the arguments.
        let arguments: String
        package let about: String
        let read: @Sendable (inout CommandTokens) throws(ControlMistake) -> ControlCommand

        package var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }
    }

    /// The syntax of places, for help texts.
    package static let places = """
        PLACE is `X Y` on the screen, or a window (its title, its app id, or its number as `#2`), alone for its center \
        or with `X Y`, `30% 70%`, or one of center, top, bottom, left, right, top-left, top-right, bottom-left, \
        bottom-right; or, with `dray serve --accessibility`, an object with an accessible name: a window with \
        `name=Photo`, and optionally `role=icon`, `number=2` for the second nearest to the pointer, and `at=30%,20`. \
        `in=content` after a window selects its whole surface including the shadow, in surface-local coordinates. \
        Coordinates are logical pixels. `via PLACE`, which can be repeated, is a waypoint. TIME is `300ms` or \
        `1.5s`; a movement without one jumps. `easing=` is linear, ease-in, ease-out or ease-in-out. A word with \
        spaces goes into double quotes.

        A drag by name goes from the object with the accessible name NAME to another object, or \
        to a window with that title. --role, --window and --number (the nearest is 1) select one of several to be \
        dragged, --to-role, --to-window and --to-number the target; --to-window alone is the window itself.
        """

    /// The commands, in the order of the help.
    package static let entries: [Entry] = pointer + touch + pen + keyboard + windows + names + others

    /// All commands with their descriptions; the description of a long command is on a separate line.
    package static var lines: [String] {
        let width = 36
        return entries.flatMap { entry in
            let usage = entry.usage
            guard usage.count < width else { return [usage, String(repeating: " ", count: width) + entry.about] }
            return [usage + String(repeating: " ", count: width - usage.count) + entry.about]
        }
    }

    /// The help for all commands, or for one of them.
    package static func text(for name: String? = nil) throws(ControlMistake) -> [String] {
        guard let name else {
            return lines + ["", places]
        }
        guard let entry = entries.first(where: { $0.name == name }) else {
            let near = Suggestion.phrase(for: name, among: entries.map(\.name))
            throw ControlMistake(description: "unknown command `\(name)`\(near)")
        }
        return [entry.usage, entry.about]
    }

    private static let pointer: [Entry] = [
        Entry(name: "move", arguments: "[via PLACE]... PLACE [TIME] [easing=EASING]", about: "Move the pointer.") {
            words throws(ControlMistake) in .pointer(.move(try words.motion()))
        },
        Entry(name: "press", arguments: "[BUTTON]", about: "Press left, right, middle, back or forward.") {
            words throws(ControlMistake) in .pointer(.press(try words.choice("button", default: .left)))
        },
        Entry(name: "release", arguments: "[BUTTON]", about: "Release a button.") { words throws(ControlMistake) in
            .pointer(.release(try words.choice("button", default: .left)))
        },
        Entry(name: "click", arguments: "[BUTTON] [COUNT]", about: "Press and release a button.") {
            words throws(ControlMistake) in
            let button: PointerAction.Button = try words.choice("button", default: .left)
            let count = words.isEmpty ? 1 : try words.integer("COUNT", in: 1...10)
            return .pointer(.click(.init(button: button, at: nil, count: count)))
        },
        Entry(
            name: "drag",
            arguments: "PLACE [via PLACE]... PLACE [TIME] [easing=EASING] [button=BUTTON] | --name NAME --to NAME",
            about: "Pick up at one place and drop at another (500ms)."
        ) {
            words throws(ControlMistake) in
            words.hasOption ? .dragByName(try words.namedDrag()) : .drag(try words.drag(ofSeveral: false))
        },
        Entry(
            name: "drag-items", arguments: "PLACE... [via PLACE]... PLACE [TIME] [easing=EASING] [button=BUTTON]",
            about: "Select all places but the last, as `select` does, and drag them there."
        ) { words throws(ControlMistake) in .drag(try words.drag(ofSeveral: true)) },
        Entry(name: "double-click", arguments: "PLACE", about: "Click twice with the left button.") {
            words throws(ControlMistake) in .doubleClick(try words.place())
        },
        Entry(name: "select", arguments: "PLACE...", about: "Click the first place, then the others with Ctrl.") {
            words throws(ControlMistake) in .select(.items(try words.places()))
        },
        Entry(name: "select-to", arguments: "PLACE PLACE", about: "Click one place, then the other with Shift.") {
            words throws(ControlMistake) in .select(.range(from: try words.place(), to: try words.place()))
        },
        Entry(
            name: "settle", arguments: "", about: "Wait until the target under a drag has answered, at most one second."
        ) { _ throws(ControlMistake) in .settle },
        Entry(name: "outcome", arguments: "", about: "Wait until the last drag is complete, at most five seconds.") {
            _ throws(ControlMistake) in .outcome
        },
        Entry(name: "scroll", arguments: "X Y [wheel|finger]", about: "Scroll; positive is right and down.") {
            words throws(ControlMistake) in
            let (x, y) = (try words.number("X"), try words.number("Y"))
            return .pointer(.scroll(.init(x: x, y: y, source: try words.choice("source", default: .wheel))))
        },
    ]

    private static let touch: [Entry] = [
        Entry(name: "touch-down", arguments: "PLACE [FINGER]", about: "Put a finger down; its number is 0 to 31.") {
            words throws(ControlMistake) in
            let place = try words.place()
            return .touch(.down(finger: try finger(&words), at: place))
        },
        Entry(
            name: "touch-move", arguments: "[via PLACE]... PLACE [TIME] [easing=EASING] [FINGER]",
            about: "Move a finger."
        ) {
            words throws(ControlMistake) in
            let motion = try words.motion()
            return .touch(.move(finger: try finger(&words), motion))
        },
        Entry(
            name: "touch-move-together", arguments: "FINGER PLACE... [TIME] [easing=EASING]",
            about: "Move several fingers at the same time, each to its place."
        ) { words throws(ControlMistake) in .touch(.moveTogether(try words.fingerMotions())) },
        Entry(name: "touch-up", arguments: "[FINGER]", about: "Lift a finger.") { words throws(ControlMistake) in
            .touch(.up(finger: try finger(&words)))
        },
        Entry(name: "touch-cancel", arguments: "", about: "Cancel all touches, as after palm detection.") {
            _ throws(ControlMistake) in
            .touch(.cancel)
        },
    ]

    private static let pen: [Entry] = [
        Entry(name: "pen-enter", arguments: "PLACE", about: "Bring the pen into proximity, over a place.") {
            words throws(ControlMistake) in .pen(.enter(try words.place()))
        },
        Entry(
            name: "pen-down", arguments: "[PRESSURE]", about: "Put the pen down where it is; 0 to 1, 0.5 if left out."
        ) {
            words throws(ControlMistake) in .pen(.down(at: nil, pressure: try words.pressure() ?? 0.5))
        },
        Entry(
            name: "pen-move", arguments: "[via PLACE]... PLACE [TIME] [easing=EASING] [PRESSURE]",
            about: "Move the pen; the pressure is unchanged if left out."
        ) { words throws(ControlMistake) in
            let motion = try words.motion()
            return .pen(.move(motion, pressure: try words.pressure()))
        },
        Entry(name: "pen-press", arguments: "PRESSURE", about: "Change the pressure of the pen, 0 to 1.") {
            words throws(ControlMistake) in
            guard let pressure = try words.pressure() else { throw ControlMistake(description: "PRESSURE is missing") }
            return .pen(.press(pressure))
        },
        Entry(name: "pen-hold", arguments: "BUTTON", about: "Press a button of the pen, upper or lower.") {
            words throws(ControlMistake) in .pen(.hold(try words.choice("button")))
        },
        Entry(name: "pen-release", arguments: "BUTTON", about: "Release a button of the pen.") {
            words throws(ControlMistake) in .pen(.release(try words.choice("button")))
        },
        Entry(name: "pen-up", arguments: "", about: "Lift the pen.") { _ throws(ControlMistake) in .pen(.up) },
        Entry(name: "pen-leave", arguments: "", about: "Move the pen out of proximity.") { _ throws(ControlMistake) in
            .pen(.leave)
        },
    ]

    private static let keyboard: [Entry] = [
        Entry(name: "key", arguments: "NAME", about: "Press and release a key: Escape, ctrl+c.") {
            words throws(ControlMistake) in
            var parts = try words.next("NAME").split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            let name = try known(parts.removeLast())
            return .key(.tap(name, modifiers: try modifiers(parts)))
        },
        Entry(name: "type", arguments: "TEXT", about: "Type a text, including characters that a US keyboard lacks.") {
            words throws(ControlMistake) in .type(try words.next("TEXT"))
        },
        Entry(name: "key-down", arguments: "NAME", about: "Press a key.") { words throws(ControlMistake) in
            .key(.press(try known(try words.next("NAME"))))
        },
        Entry(name: "key-up", arguments: "NAME", about: "Release a key.") { words throws(ControlMistake) in
            .key(.release(try known(try words.next("NAME"))))
        },
        Entry(name: "hold", arguments: "MODIFIER...", about: "Hold modifiers: shift, ctrl, alt, logo.") {
            words throws(ControlMistake) in .key(.hold(try modifiers(try words.rest("MODIFIER"))))
        },
        Entry(name: "let-go", arguments: "MODIFIER...", about: "Release modifiers.") { words throws(ControlMistake) in
            .key(.letGo(try modifiers(try words.rest("MODIFIER"))))
        },
    ]

    private static let windows: [Entry] = [
        Entry(name: "windows", arguments: "", about: "List the windows, the topmost last.") {
            _ throws(ControlMistake) in
            .windows
        },
        Entry(name: "place", arguments: "WINDOW X Y", about: "Move a window's top left corner to a position.") {
            words throws(ControlMistake) in
            let window = try words.next("WINDOW")
            return .place(window: window, ScreenPoint(x: try words.number("X"), y: try words.number("Y")))
        },
        Entry(name: "size", arguments: "WINDOW WIDTH HEIGHT", about: "Request a size from a window.") {
            words throws(ControlMistake) in
            let window = try words.next("WINDOW")
            let width = try words.integer("WIDTH", in: 1...16384)
            return .size(window: window, ScreenSize(width: width, height: try words.integer("HEIGHT", in: 1...16384)))
        },
        Entry(name: "raise", arguments: "WINDOW", about: "Raise a window and give it keyboard focus.") {
            words throws(ControlMistake) in .raise(window: try words.next("WINDOW"))
        },
        Entry(name: "close", arguments: "WINDOW", about: "Ask a window to close.") { words throws(ControlMistake) in
            .close(window: try words.next("WINDOW"))
        },
    ]

    private static let others: [Entry] = [
        Entry(
            name: "compare",
            arguments:
                "FILE [drag-image|output=NAME|WINDOW] [tolerance=SHARE] [channel=N] [seen=FILE] [difference=FILE]",
            about: "Compare the screen with an image; if they differ, save a screenshot and the difference."
        ) { words throws(ControlMistake) in
            let file = try words.next("FILE")
            let subject = subject(&words)
            let tolerance = try words.share(of: "tolerance") ?? 0
            var channel = 0
            if let word = words.value(of: "channel") {
                guard let number = Int(word), (0...255).contains(number) else {
                    throw ControlMistake(description: "`channel=` must be from 0 to 255, not `\(word)`")
                }
                channel = number
            }
            let comparison = PictureStep.Comparison(
                file: file, tolerance: tolerance, channel: channel, location: Location(1, 1))
            return .compare(
                comparison, of: subject, seen: words.value(of: "seen"), difference: words.value(of: "difference"))
        },
        Entry(name: "shot", arguments: "FILE [drag-image|output=NAME|WINDOW]", about: "Save a screenshot as PNG.") {
            words throws(ControlMistake) in
            let file = try words.next("FILE")
            if let name = words.value(of: "output") { return .shot(file: file, of: .output(located(name))) }
            // The word is not validated here, because a window may have any name.
            return .shot(file: file, of: words.next().map(subject) ?? .whole)
        },
        Entry(name: "state", arguments: "", about: "Show pointer, modifiers and drag.") { _ throws(ControlMistake) in
            .state
        },
        Entry(
            name: "payload", arguments: "FILE [TYPE]",
            about: "Save the data read by a target (with `dray serve --home`)."
        ) { words throws(ControlMistake) in
            .payload(file: try words.next("FILE"), type: words.next())
        },
        Entry(name: "listen", arguments: "", about: "Subscribe to events; for programs, in JSON.") {
            _ throws(ControlMistake) in
            .listen
        },
        Entry(
            name: "unplug", arguments: "DEVICE | output NAME",
            about: "Unplug the pointer, keyboard, touch, pen or an output, and wait until programs are informed."
        ) { words throws(ControlMistake) in .unplug(try device(&words)) },
        Entry(
            name: "plug", arguments: "DEVICE | output NAME", about: "Plug it in, and wait until programs are informed."
        ) {
            words throws(ControlMistake) in .plug(try device(&words))
        },
        Entry(name: "start", arguments: "PROGRAM [ARGUMENT...]", about: "Start a program in the compositor.") {
            words throws(ControlMistake) in .start(.init(command: try words.rest("PROGRAM")))
        },
        Entry(name: "wait", arguments: "TIME", about: "Wait before the next command.") { words throws(ControlMistake) in
            guard let duration = words.duration() else {
                throw ControlMistake(description: "TIME is missing, such as `300ms` or `1.5s`")
            }
            return .wait(duration)
        },
        Entry(name: "quit", arguments: "", about: "End the compositor and its programs.") { _ throws(ControlMistake) in
            .quit
        },
        Entry(name: "help", arguments: "[COMMAND]", about: "List the commands.") { words throws(ControlMistake) in
            .help(words.next())
        },
    ]

    // MARK: Helpers

    static func located(_ text: String) -> Located<String> { Located(text, at: Location(1, 1)) }

    /// The subject of a screenshot: the next word, unless that is another argument.
    static func subject(_ words: inout CommandTokens) -> PictureStep.Subject {
        if let name = words.value(of: "output") { return .output(located(name)) }
        return words.nextName().map(subject) ?? .whole
    }

    static func subject(_ word: String) -> PictureStep.Subject {
        word == "drag-image" ? .dragImage : .window(located(word))
    }

    private static func device(_ words: inout CommandTokens) throws(ControlMistake) -> Device {
        guard words.next(amongst: ["output"]) != nil else { return .input(try words.choice("device")) }
        return .output(located(try words.next("NAME")))
    }

    private static func finger(_ words: inout CommandTokens) throws(ControlMistake) -> Int {
        words.isEmpty ? 0 : try words.integer("FINGER", in: 0...31)
    }

    private static func known(_ key: String) throws(ControlMistake) -> String {
        guard KeyName.isKnown(key) else {
            let near = Suggestion.phrase(for: key, among: KeyName.words)
            throw ControlMistake(description: "unknown key `\(key)`\(near)")
        }
        return key
    }

    private static func modifiers(_ names: [String]) throws(ControlMistake) -> Set<Modifier> {
        var result: Set<Modifier> = []
        for name in names {
            guard let modifier = Modifier(rawValue: name) else {
                let near = Suggestion.phrase(for: name, among: Modifier.allCases.map(\.rawValue))
                throw ControlMistake(description: "unknown modifier `\(name)`\(near)")
            }
            result.insert(modifier)
        }
        return result
    }
}
