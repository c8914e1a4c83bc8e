// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

/// Objects that a scenario refers to by accessible name.
extension ScenarioRunner {
    /// Waits until an object with a name exists and its position is stable.
    /// - Parameters:
    ///   - label: The scenario's name of the window.
    ///   - limit: The timeout.
    ///   - isInMenu: Whether to search a menu of the window or another popup above it.
    func find(
        _ name: AccessName, in window: Window, called label: String, within limit: Duration = NameSearch.showTime,
        isInMenu: Bool = false
    ) throws -> AccessPlace {
        let search = NameSearch()
        let isOver = try wait(within: limit, search) {
            guard let tree = search.answer(of: host.engine, about: window.processID) else { return false }
            return search.take(
                tree, name, in: AccessWindow(window), near: seat.pointer.position - window.geometry.origin,
                onlyInPopups: isInMenu)
        }
        if isOver, search.mistake == nil, let place = search.place { return place }
        throw Problem.unmet(search.words(name, in: window, called: label, isInMenu: isInMenu))
    }

    /// Waits until a search is complete, with additional time for a slow application.
    private func wait(within limit: Duration, _ search: NameSearch, until holds: () throws -> Bool) throws -> Bool {
        if try wait(within: limit, until: holds) { return true }
        guard search.isSlow else { return false }
        var isOver = false
        _ = try wait(within: NameSearch.extraTimeout) {
            isOver = try holds()
            return isOver || search.isAtEnd
        }
        return isOver
    }

    /// Waits until a window no longer shows an object. If its content is only partially known, that cannot be
    /// determined.
    func awaitAbsence(of name: AccessName, in window: Located<String>, within limit: Duration) throws {
        let search = NameSearch()
        let isGone = try wait(within: limit, search) {
            guard let shown = windows[window.value], shown.isMapped else { return true }
            guard let tree = search.answer(of: host.engine, about: shown.processID) else { return false }
            let near = seat.pointer.position - shown.geometry.origin
            return tree.lacks(name, in: AccessWindow(shown), near: near)
        }
        if !isGone { throw Problem.unmet("\(name.words) was still in \(window.value) after \(limit)") }
    }

    /// Waits until a window shows a text, as an accessible name or as part of a text.
    func awaitText(_ match: TextMatch, in window: Located<String>, within limit: Duration) throws {
        let search = NameSearch()
        var seen: [String] = []
        let isThere = try wait(within: limit, search) {
            guard let shown = windows[window.value], shown.isMapped,
                let tree = search.answer(of: host.engine, about: shown.processID),
                let texts = try? tree.texts(in: AccessWindow(shown))
            else { return false }
            seen = texts
            return seen.contains { match.holds(for: $0) }
        }
        if isThere { return }
        throw Problem.unmet(
            "\(window.value) did not show \(match.words) within \(limit); "
                + (windows[window.value]?.isMapped == true
                    ? AccessTree.words(ofTexts: seen) : "the window is not there"))
    }

    /// Opens a menu, and clicks entries in sequence.
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
            while compositor.clock.now < opened.advanced(byMicroseconds: NameSearch.menuTime) { try frame() }
            try click(place, in: window)
        }
    }

    private func click(_ place: AccessPlace, in window: Window) throws {
        seat.pointer.move(to: window.geometry.origin + place.point)
        try settle()
        try play(.click(PointerAction.Click(button: .left, at: nil, count: 1)))
    }
}
