// SPDX-License-Identifier: MIT

import DrayScenario

// Commands that name what applications show, and those that look and wait.

extension ControlHelp {
    /// So long something may take if nobody says how long, as in a scenario.
    private static let patience = Duration.seconds(10)

    static let names: [Entry] = [
        Entry(
            name: "menu", arguments: "WINDOW NAME...",
            about: "Choose from a window's menu bar, by name; further names go through menus in menus."
        ) { words throws(ControlMistake) in
            let window = try words.next("WINDOW")
            return .menu(MenuChoice(opening: .bar(of: located(window)), names: try choices(&words)))
        },
        Entry(
            name: "menu-at", arguments: "PLACE NAME...",
            about: "Choose from the menu that the right button opens at a place on a window."
        ) { words throws(ControlMistake) in
            .menu(MenuChoice(opening: .context(try placeOnWindow(&words)), names: try choices(&words)))
        },
        Entry(
            name: "menu-of", arguments: "PLACE NAME...",
            about: "Choose from what a click there opens: the menu of a button, the list of a box."
        ) { words throws(ControlMistake) in
            .menu(MenuChoice(opening: .button(try placeOnWindow(&words)), names: try choices(&words)))
        },
        Entry(
            name: "names", arguments: "[WINDOW]",
            about: "List what a window shows to assistive technology; or what has a name in any."
        ) {
            words throws(ControlMistake) in .names(window: words.next())
        },
        Entry(
            name: "wait-seen", arguments: "WINDOW name=NAME [role=ROLE] [number=N] [TIME]",
            about: "Wait until a window shows something of that name."
        ) { words throws(ControlMistake) in
            let (window, name) = try (words.next("WINDOW"), named(&words))
            return .await(.seen(name, window: window), within: try words.patience(patience))
        },
        Entry(
            name: "wait-unseen", arguments: "WINDOW name=NAME [role=ROLE] [number=N] [TIME]",
            about: "Wait until a window shows nothing of that name."
        ) { words throws(ControlMistake) in
            let (window, name) = try (words.next("WINDOW"), named(&words))
            return .await(.unseen(name, window: window), within: try words.patience(patience))
        },
        Entry(
            name: "wait-text", arguments: "WINDOW TEXT [contains|equals|matches] [TIME]",
            about: "Wait until a window shows a text; `matches` is for a regular expression."
        ) { words throws(ControlMistake) in
            let (window, text) = try (words.next("WINDOW"), words.next("TEXT"))
            let match = try match(&words, text)
            return .await(.text(match, window: window), within: try words.patience(patience))
        },
        Entry(
            name: "wait-still", arguments: "[drag-image|output=NAME|WINDOW] [for=TIME] [tolerance=SHARE] [TIME]",
            about: "Wait until what is seen stays the same for so long (300ms)."
        ) { words throws(ControlMistake) in
            let subject = subject(&words)
            var duration = Duration.milliseconds(300)
            if let word = words.value(of: "for") {
                guard let time = ControlWords.duration(word) else {
                    throw ControlMistake(description: "`for=` has to be like 300ms, not `\(word)`")
                }
                duration = time
            }
            let tolerance = try words.share(of: "tolerance") ?? 0
            let still = StillPicture(subject: subject, duration: duration, tolerance: tolerance)
            return .await(.still(still), within: try words.patience(patience))
        },
        Entry(
            name: "wait-event", arguments: "PROGRAM EVENT [TIME]",
            about:
                "Wait until a program is sent an event, such as wl_data_device.drop: the first that no wait has taken."
        ) { words throws(ControlMistake) in
            let (program, name) = try (words.next("PROGRAM"), words.next("EVENT"))
            let event: ProtocolEvent
            do throws(ProtocolEvent.Mistake) { event = try ProtocolEvent(name, to: program) } catch {
                throw ControlMistake(description: error.words)
            }
            return .await(.event(event), within: try words.patience(patience))
        },
        Entry(
            name: "wait-new", arguments: "[client=PROGRAM] [title=TITLE [equals|contains|matches]] [TIME]",
            about: "Wait for a window that has come since something was done last."
        ) { words throws(ControlMistake) in
            let client = words.value(of: "client")
            var title: TextMatch?
            if let text = words.value(of: "title") { title = try match(&words, text, usually: "equals") }
            return .await(.new(client: client, title: title), within: try words.patience(patience))
        },
    ]

    private static func choices(_ words: inout ControlWords) throws(ControlMistake) -> [Located<String>] {
        try words.rest("NAME").map(located)
    }

    private static func named(_ words: inout ControlWords) throws(ControlMistake) -> AccessName {
        guard let name = try words.name() else { throw ControlMistake(description: "`name=` is missing") }
        return name
    }

    /// - Parameter usual: how it is compared where nobody says so.
    private static func match(
        _ words: inout ControlWords, _ text: String, usually usual: String = "contains"
    ) throws(ControlMistake) -> TextMatch {
        switch words.next(amongst: ["contains", "equals", "matches"]) ?? usual {
        case "equals": return .equals(text)
        case "matches":
            if let mistake = TextMatch.mistake(inPattern: text) {
                throw ControlMistake(description: "`\(text)` is no regular expression: \(mistake)")
            }
            return .matches(text)
        case _: return .contains(text)
        }
    }

    private static func placeOnWindow(_ words: inout ControlWords) throws(ControlMistake) -> Place {
        let place = try words.place()
        guard place.window != nil else { throw ControlMistake(description: "a menu belongs to a window") }
        return place
    }
}
