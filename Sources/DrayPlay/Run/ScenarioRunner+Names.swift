// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

/// Things that a scenario calls as their applications call them for assistive technology.
extension ScenarioRunner {
    /// Waits until something with a name is there and stays where it is.
    /// - Parameters:
    ///   - label: the scenario's name of the window.
    ///   - limit: how long that may take.
    ///   - isInMenu: whether it is in a menu of the window, or whatever else lies above it.
    func find(
        _ name: AccessName, in window: Window, called label: String, within limit: Duration = namePatience,
        isInMenu: Bool = false
    ) throws -> AccessPlace {
        let search = NameSearch()
        let isOver = try wait(within: limit) {
            guard let tree = search.answer(of: host.engine, about: window.processID) else { return false }
            return search.take(
                tree, name, in: AccessWindow(window), near: seat.pointer.position - window.geometry.origin,
                onlyInPopups: isInMenu)
        }
        if isOver, search.mistake == nil, let place = search.place { return place }
        if isInMenu, window.openPopups.isEmpty {
            throw Problem(text: "\(name.words) was not found: no menu of \(label) is open")
        }
        throw Problem(
            text: (search.mistake ?? .noApplication).words(name, in: isInMenu ? "the menu of \(label)" : label)
                + (search.isPartial ? "; not all that the window shows was seen" : ""))
    }

    /// Waits until a window does not show something any more. Where not all of a window was told, that cannot be known.
    func awaitAbsence(of name: AccessName, in window: Located<String>, within limit: Duration) throws {
        let search = NameSearch()
        let isGone = try wait(within: limit) {
            guard let shown = windows[window.value], shown.isMapped else { return true }
            guard let tree = search.answer(of: host.engine, about: shown.processID), !tree.objects.isEmpty,
                !tree.isPartial
            else { return false }
            do throws(AccessMistake) {
                _ = try tree.place(
                    named: name.name.value, role: name.role, number: name.number ?? 1, in: AccessWindow(shown),
                    near: seat.pointer.position - shown.geometry.origin)
                return false
            } catch {
                switch error {
                case .noName, .fewer: return true
                case .noApplication, .noWindow, .unknownOrigin, .several: return false
                }
            }
        }
        if !isGone { throw Problem(text: "\(name.words) was still in \(window.value) after \(limit)") }
    }

    /// Waits until a window shows a text: something has it as its name, or it stands in something.
    func awaitText(_ match: TextMatch, in window: Located<String>, within limit: Duration) throws {
        let search = NameSearch()
        var seen: [String] = []
        let isThere = try wait(within: limit) {
            guard let shown = windows[window.value], shown.isMapped,
                let tree = search.answer(of: host.engine, about: shown.processID),
                let places = try? tree.places(in: AccessWindow(shown))
            else { return false }
            seen = places.flatMap { $0.text.isEmpty ? [$0.name] : [$0.text, $0.name] }
            return seen.contains { match.holds(for: $0, isInterrupted: isToStop) }
        }
        if isThere { return }
        let texts = seen.filter { !$0.isEmpty }.prefix(20)
            .map { "“\(VisibleText.shortened(VisibleText.singleLine($0), to: 80))”" }
        throw Problem(
            text: "\(window.value) did not show \(match.words) within \(limit); "
                + (windows[window.value]?.isMapped != true
                    ? "the window is not there"
                    : texts.isEmpty
                        ? "its application tells assistive technology of no text in it"
                        : "there is \(texts.joined(separator: ", "))"))
    }

    /// Opens a menu, and clicks in it on one name after another.
    func play(_ menu: MenuChoice) throws {
        guard let label = menu.window?.value, let window = windows[label], window.isMapped else {
            throw Problem(text: "the window \(menu.window?.value ?? "") is not there")
        }
        var names = menu.names[...]
        switch menu.opening {
        case .bar:
            let first = names.removeFirst()
            let place = try find(AccessName(name: first), in: window, called: label)
            try click(place, in: window)
        case .context(let place): try play(.click(PointerAction.Click(button: .right, at: place, count: 1)))
        case .button(let place): try play(.click(PointerAction.Click(button: .left, at: place, count: 1)))
        }
        for name in names {
            let opened = compositor.clock.now
            let place = try find(AccessName(name: name), in: window, called: label, isInMenu: true)
            while compositor.clock.now < opened.advanced(byMicroseconds: Self.menuTime) { try frame() }
            try click(place, in: window)
        }
    }

    /// So long nothing is chosen from a menu that has just come up, in microseconds: GTK 3 takes what is released within half a
    /// second for the end of the click that has opened it.
    private static let menuTime: UInt64 = 550_000

    private func click(_ place: AccessPlace, in window: Window) throws {
        seat.pointer.move(to: window.geometry.origin + place.point)
        try settle()
        try play(.click(PointerAction.Click(button: .left, at: nil, count: 1)))
    }

    /// So long an application may take to show something.
    static let namePatience = Duration.seconds(5)
}

/// A name that is looked for again and again.
private final class NameSearch {
    private(set) var place: AccessPlace?
    private(set) var mistake: AccessMistake?
    private(set) var isPartial = false
    private var tree: AccessTree?
    private var isAsked = false
    private var next = ContinuousTime.now

    /// What the applications of a process have answered since this was called last; they are asked again, but not all the time.
    func answer(of engine: DragEngine, about process: Int32) -> AccessTree? {
        if let answered = tree {
            tree = nil
            isAsked = false
            return answered
        }
        guard !isAsked, ContinuousTime.now >= next else { return nil }
        isAsked = true
        next = ContinuousTime.now + .milliseconds(50)
        engine.listObjects(of: process) { [self] in tree = $0 }
        return nil
    }

    /// Looks at an answer.
    /// - Returns: whether the search is over: it is where it was before, or there are several.
    func take(
        _ tree: AccessTree, _ name: AccessName, in window: AccessWindow, near point: Point, onlyInPopups: Bool
    ) -> Bool {
        isPartial = tree.isPartial
        let before = place
        do throws(AccessMistake) {
            place = try tree.place(
                named: name.name.value, role: name.role, number: name.number, in: window, near: point,
                onlyInPopups: onlyInPopups)
            mistake = nil
            return place == before
        } catch {
            (place, mistake) = (nil, error)
            if case .several = error { return true }
            return false
        }
    }
}

extension AccessWindow {
    init(_ window: Window) {
        let geometry = window.geometry
        let corner = window.surface.globalPosition ?? geometry.origin
        self.init(
            title: window.title, surface: window.surface.state.size,
            geometry: Rectangle(origin: geometry.origin - corner, size: geometry.size), isActive: window.isActivated,
            popups: window.openPopups.map { popup in
                AccessPopup(
                    surface: popup.surface.state.size,
                    geometry: Rectangle(origin: popup.inset, size: popup.area.size),
                    origin: popup.area.origin - geometry.origin)
            })
    }
}

extension AccessMistake {
    /// For a person who has written a scenario.
    func words(_ name: AccessName, in window: String) -> String {
        switch self {
        case .noApplication:
            "\(name.words) was not found: the application of \(window) tells assistive technology nothing"
        case .noWindow:
            "\(name.words) was not found: the application of \(window) tells assistive technology of no such window"
        case .unknownOrigin(let size):
            "\(name.words) was not found: \(window) is \(size.width)x\(size.height) to assistive technology, and "
                + "nobody knows where that is in the window"
        case .noName(let places):
            "\(name.words) was not found in \(window)"
                + Suggestion.phrase(for: name.name.value, among: places.map(\.name).filter { $0 != name.name.value })
                + (places.isEmpty ? "; nothing in it has a name" : "; there is \(Self.list(places))")
        case .several(let places):
            "there are \(places.count) of \(name.words) in \(window): \(Self.numbered(places)); say which by `number`"
        case .fewer(let places):
            "there is no \(name.words) in \(window), only \(Self.numbered(places))"
        }
    }

    private static let listLimit = 20

    private static func list(_ places: [AccessPlace]) -> String {
        var words: [String] = []
        for place in places {
            let word = "\(place.role.name) “\(place.name)”"
            if !words.contains(word) { words.append(word) }
        }
        let rest = words.count > listLimit ? " and \(words.count - listLimit) more" : ""
        return words.prefix(listLimit).joined(separator: ", ") + rest
    }

    private static func numbered(_ places: [AccessPlace]) -> String {
        places.prefix(listLimit).enumerated().map { index, place in
            "\(index + 1): \(place.role.name) at \(Int(place.point.x)), \(Int(place.point.y))"
        }
        .joined(separator: ", ")
    }
}
