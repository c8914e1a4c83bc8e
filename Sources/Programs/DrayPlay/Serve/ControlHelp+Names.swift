// SPDX-License-Identifier: MIT

import DrayScenario

// Commands that refer to accessible names, and commands that wait for conditions.

extension ControlHelp {
    /// The default timeout, as in scenarios.
    private static let timeout = Duration.seconds(10)

    static let names: [Entry] = [
        Entry(
            name: "menu", arguments: "WINDOW NAME...",
            about: "Choose from a window's menu bar, by name; further names go through submenus."
        ) { words throws(ControlMistake) in
            let window = try words.next("WINDOW")
            return .menu(MenuChoice(opening: .bar(of: located(window)), names: try choices(&words)))
        },
        Entry(
            name: "menu-at", arguments: "PLACE NAME...",
            about: "Choose from the context menu at a place on a window."
        ) { words throws(ControlMistake) in
            .menu(MenuChoice(opening: .context(try placeOnWindow(&words)), names: try choices(&words)))
        },
        Entry(
            name: "menu-of", arguments: "PLACE NAME...",
            about: "Choose from what a click there opens: the menu of a button, the list of a combo box."
        ) { words throws(ControlMistake) in
            .menu(MenuChoice(opening: .button(try placeOnWindow(&words)), names: try choices(&words)))
        },
        Entry(
            name: "names", arguments: "[WINDOW]",
            about: "List the accessible objects in a window, or the named objects in all windows."
        ) {
            words throws(ControlMistake) in .names(window: words.next())
        },
        Entry(
            name: "wait-seen", arguments: "WINDOW name=NAME [role=ROLE] [number=N] [TIME]",
            about: "Wait until a window shows an object with that name."
        ) { words throws(ControlMistake) in
            let (window, name) = try (words.next("WINDOW"), named(&words))
            return .await(.seen(name, window: window), within: try words.timeout(timeout))
        },
        Entry(
            name: "wait-unseen", arguments: "WINDOW name=NAME [role=ROLE] [number=N] [TIME]",
            about: "Wait until a window shows no object with that name."
        ) { words throws(ControlMistake) in
            let (window, name) = try (words.next("WINDOW"), named(&words))
            return .await(.unseen(name, window: window), within: try words.timeout(timeout))
        },
        Entry(
            name: "wait-text", arguments: "WINDOW TEXT [contains|equals|matches] [TIME]",
            about: "Wait until a window shows a text; `matches` takes a regular expression."
        ) { words throws(ControlMistake) in
            let (window, text) = try (words.next("WINDOW"), words.next("TEXT"))
            let match = try match(&words, text)
            return .await(.text(match, window: window), within: try words.timeout(timeout))
        },
        Entry(
            name: "wait-still", arguments: "[drag-image|output=NAME|WINDOW] [for=TIME] [tolerance=SHARE] [TIME]",
            about: "Wait until the image stays unchanged for this long (300ms)."
        ) { words throws(ControlMistake) in
            let subject = subject(&words)
            var duration = Duration.milliseconds(300)
            if let word = words.value(of: "for") {
                guard let time = CommandTokens.duration(word) else {
                    throw ControlMistake(description: "`for=` must be like 300ms, not `\(word)`")
                }
                duration = time
            }
            let tolerance = try words.share(of: "tolerance") ?? 0
            let still = StillPicture(subject: subject, duration: duration, tolerance: tolerance)
            return .await(.still(still), within: try words.timeout(timeout))
        },
        Entry(
            name: "wait-event", arguments: "PROGRAM EVENT [TIME]",
            about:
                "Wait until an event, such as wl_data_device.drop, is sent to a program; each wait consumes one event."
        ) { words throws(ControlMistake) in
            let (program, name) = try (words.next("PROGRAM"), words.next("EVENT"))
            let event: ProtocolEvent
            do throws(ProtocolEvent.Mistake) { event = try ProtocolEvent(name, to: program) } catch {
                throw ControlMistake(description: error.words)
            }
            return .await(.event(event), within: try words.timeout(timeout))
        },
        Entry(
            name: "wait-new", arguments: "[client=PROGRAM] [title=TITLE [equals|contains|matches]] [TIME]",
            about: "Wait for a window that has appeared since the last action."
        ) { words throws(ControlMistake) in
            let client = words.value(of: "client")
            var title: TextMatch?
            if let text = words.value(of: "title") { title = try match(&words, text, usually: "equals") }
            return .await(.new(client: client, title: title), within: try words.timeout(timeout))
        },
    ]

    private static func choices(_ words: inout CommandTokens) throws(ControlMistake) -> [Located<String>] {
        try words.rest("NAME").map(located)
    }

    private static func named(_ words: inout CommandTokens) throws(ControlMistake) -> AccessName {
        guard let name = try words.name() else { throw ControlMistake(description: "`name=` is missing") }
        return name
    }

    /// - Parameter usual: The default kind of match.
    private static func match(
        _ words: inout CommandTokens, _ text: String, usually usual: String = "contains"
    ) throws(ControlMistake) -> TextMatch {
        switch words.next(amongst: ["contains", "equals", "matches"]) ?? usual {
        case "equals": return .equals(text)
        case "matches":
            if let mistake = TextMatch.mistake(inPattern: text) {
                throw ControlMistake(description: "`\(text)` is not a regular expression: \(mistake)")
            }
            return .matches(text)
        case _: return .contains(text)
        }
    }

    private static func placeOnWindow(_ words: inout CommandTokens) throws(ControlMistake) -> Place {
        let place = try words.place()
        guard place.window != nil else { throw ControlMistake(description: "a menu belongs to a window") }
        return place
    }
}
