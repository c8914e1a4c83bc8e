// SPDX-License-Identifier: MIT

// Descriptions of steps, which reports and `dray run` show instead of YAML.

extension Step {
    /// The description of the step for the user.
    package var words: String {
        switch action {
        case .wait(let wait): wait.condition.words
        case .pointer(let action): action.words
        case .drag(let drag):
            "drag \(drag.companions.isEmpty ? "from " : "")\((drag.companions + [drag.from]).words) to \(drag.to.words)"
                + (drag.begins ? "" : ", which starts no drag")
        case .select(.items(let places)): "select \(places.words)"
        case .select(.range(let from, let to)): "select from \(from.words) to \(to.words)"
        case .menu(let menu): menu.words
        case .touch(let action): action.words
        case .pen(let action): action.words
        case .key(let action): action.words
        case .picture(let picture): "picture \(picture.name.value)"
        case .expect(let expectation): "expect \(expectation.conditions.map(\.value.words).joined(separator: ", "))"
        case .start(let client): "start \(client.value)"
        case .kill(let kill): "send \(kill.signal.rawValue) to \(kill.client.value)"
        case .unplug(.input(let input)): "unplug the \(input.rawValue)"
        case .unplug(.output(let name)): "unplug the output \(name.value)"
        case .plug(.input(let input)): "plug in the \(input.rawValue)"
        case .plug(.output(let name)): "plug in the output \(name.value)"
        case .say(let text): text
        }
    }
}

extension Wait.Condition {
    package var words: String {
        switch self {
        case .windows(let names): "wait for \(names.map(\.value).joined(separator: " and "))"
        case .output(let client, let match): "wait until \(client.value) writes \(match.words)"
        case .sight(.seen(let name, let window)): "wait for \(name.words) in \(window.value)"
        case .sight(let sight): "wait until \(sight.words)"
        case .new(let new):
            "wait for a new window of \(new.client.value)\(new.title.map { " with the title \($0.words)" } ?? "")"
                + ", called \(new.name.value)"
        case .still(let still): "wait until \(still.subject.words) is still for \(still.duration)"
        case .event(let event): "wait until \(event.client.value) is sent \(event.interface).\(event.event)"
        case .quiet(let duration): "wait until nothing happens for \(duration)"
        case .time(let duration): "let \(duration) pass"
        case .real(let duration): "let \(duration) of real time pass"
        }
    }
}

extension TextMatch {
    package var words: String {
        switch self {
        case .equals(let text): "“\(text)”"
        case .contains(let text): "“… \(text) …”"
        case .matches(let pattern): "/\(pattern)/"
        }
    }
}

extension PointerAction {
    package var words: String {
        switch self {
        case .move(let motion): "move the pointer to \(motion.words)"
        case .press(let button): "press the \(button.rawValue) button"
        case .release(let button): "release the \(button.rawValue) button"
        case .click(let click):
            "\(click.countWords)click the \(click.button.rawValue) button\(click.at.map { " on \($0.words)" } ?? "")"
        case .scroll(let scroll): "scroll by \(scroll.x), \(scroll.y)"
        }
    }
}

extension PointerAction.Click {
    fileprivate var countWords: String {
        switch count {
        case 1: ""
        case 2: "double-"
        case let count: "\(count) times "
        }
    }
}

extension MenuChoice {
    package var words: String {
        let path = names.map { "“\($0.value)”" }.joined(separator: ", ")
        return switch opening {
        case .bar(let window): "choose \(path) from the menus of \(window.value)"
        case .context(let place): "choose \(path) from the menu at \(place.words)"
        case .button(let place): "choose \(path) from what \(place.words) opens"
        }
    }
}

extension PictureStep.Subject {
    package var words: String {
        switch self {
        case .whole: "the screen"
        case .output(let name): "the output \(name.value)"
        case .window(let name): name.value
        case .dragImage: "the drag image"
        }
    }
}

extension [Place] {
    fileprivate var words: String {
        guard let last, count > 1 else { return first?.words ?? "nothing" }
        return "\(dropLast().map(\.words).joined(separator: ", ")) and \(last.words)"
    }
}

extension TouchAction {
    package var words: String {
        switch self {
        case .down(let finger, let place): "put finger \(finger) down on \(place.words)"
        case .move(let finger, let motion): "move finger \(finger) to \(motion.words)"
        case .moveTogether(let motions):
            "move \(motions.map { "finger \($0.finger) to \($0.motion.words)" }.joined(separator: " and "))"
        case .up(let finger): "lift finger \(finger)"
        case .cancel: "cancel all touches"
        }
    }
}

extension PenAction {
    package var words: String {
        switch self {
        case .enter(let place): "bring the pen over \(place.words)"
        case .down(let place, _): "put the pen down\(place.map { " on \($0.words)" } ?? "")"
        case .move(let motion, _): "move the pen to \(motion.words)"
        case .press(let pressure): "press the pen with \(pressure)"
        case .hold(let button): "press the pen's \(button.rawValue) button"
        case .release(let button): "release the pen's \(button.rawValue) button"
        case .up: "lift the pen"
        case .leave: "move the pen out of proximity"
        }
    }
}

extension KeyAction {
    package var words: String {
        switch self {
        case .press(let key): "press the key \(key)"
        case .release(let key): "release the key \(key)"
        case .tap(let key, let modifiers):
            "tap the key \((modifiers.map(\.rawValue).sorted() + [key]).joined(separator: "+"))"
        case .hold(let modifiers): "hold \(modifiers.map(\.rawValue).sorted().joined(separator: " and "))"
        case .letGo(let modifiers): "release \(modifiers.map(\.rawValue).sorted().joined(separator: " and "))"
        case .type(let text): "type “\(text)”"
        }
    }
}

extension Motion {
    package var words: String { path.last?.words ?? "nowhere" }
}

extension Place {
    package var words: String {
        switch self {
        case .window(let name, let anchor): anchor.words(of: name.value)
        case .content(let name, let anchor): anchor.words(of: "the content of \(name.value)")
        case .named(let name, let window, let anchor):
            "\((anchor ?? .named(.center)).words(of: name.words)) in \(window.value)"
        case .screen(let point): "\(point.x), \(point.y)"
        }
    }
}

extension Place.Anchor {
    fileprivate func words(of name: String) -> String {
        switch self {
        case .named(.center): name
        case .named(let corner): "the \(corner.rawValue) of \(name)"
        case .offset(let x, let y): "\(x.words), \(y.words) of \(name)"
        }
    }
}

extension Place.Length {
    fileprivate var words: String {
        switch self {
        case .points(let points): "\(points)"
        case .share(let share): "\((share * 100).rounded())%"
        }
    }
}

extension Expectation.Condition {
    package var words: String {
        switch self {
        case .target(let window): "target \(window?.value ?? "none")"
        case .action(let action): "action \(action.rawValue)"
        case .badge(let badge): "badge \(badge.words)"
        case .cursor(let cursor): "pointer shape \(cursor.rawValue)"
        case .result(let result): "result \(result.rawValue)"
        case .read(let type): "\(type) read"
        case .payload(let payload): "payload \(payload.words)"
        case .client(let client, let condition): "\(client.value) \(condition.words)"
        case .events(let events):
            "in this order: "
                + events.map { "\($0.interface).\($0.event) to \($0.client.value)" }.joined(separator: ", ")
        case .nothingSent(let window): "nothing of the drag sent to \(window.value)"
        case .transfer(let match): "a transfer \(match.words)"
        case .announced(let match): "announced \(match.words)"
        case .earlyReads(true): "content read before an answer"
        case .earlyReads(false): "no content read before an answer"
        case .files(let matches): matches.map(\.words).joined(separator: ", ")
        case .sight(let sight): sight.words
        }
    }
}

extension Expectation.ClientCondition {
    fileprivate var words: String {
        switch self {
        case .output(let match): "writes \(match.words)"
        case .running(true): "runs"
        case .running(false): "does not run"
        case .status(let status): "ends with status \(status)"
        case .signal(let signal): "is ended by SIG\(signal.rawValue)"
        case .protocolError(let error):
            "breaks the protocol"
                + [error.object.map { " of \($0)" }, error.code.map { " (\($0))" }, error.text.map { ": \($0.words)" }]
                .compactMap { $0 }.joined()
        }
    }
}

extension Expectation.Badge {
    package var words: String {
        switch self {
        case .none: "none"
        case .plus: "plus"
        case .notAllowed: "not-allowed"
        case .count(let count): "\(count)"
        }
    }
}

extension Expectation.Payload {
    fileprivate var words: String {
        switch content {
        case .text(let match): "\(match.words)\(type.map { " as \($0)" } ?? "")"
        case .file(let file): "like \(file)\(type.map { " as \($0)" } ?? "")"
        }
    }
}
