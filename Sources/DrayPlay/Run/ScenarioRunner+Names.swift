// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

/// Things that a scenario calls as their applications call them for assistive technology.
extension ScenarioRunner {
    /// Waits until something with a name is there and stays where it is.
    /// - Parameter label: the scenario's name of the window.
    func find(_ name: AccessName, in window: Window, called label: String) throws -> AccessPlace {
        let search = NameSearch()
        let isOver = try wait(within: Self.namePatience) {
            guard search.isAnswered else {
                search.ask(host.engine, about: window.processID)
                return false
            }
            return search.take(name, in: AccessWindow(window), near: seat.pointer.position - window.geometry.origin)
        }
        if isOver, search.mistake == nil, let place = search.place { return place }
        throw Problem(
            text: (search.mistake ?? .noApplication).words(name, in: label)
                + (search.isPartial ? "; not all that the window shows was seen" : ""))
    }

    /// So long an application may take to show something.
    private static let namePatience = Duration.seconds(5)
}

/// A name that is looked for again and again.
private final class NameSearch {
    private(set) var place: AccessPlace?
    private(set) var mistake: AccessMistake?
    private(set) var isPartial = false
    private var tree: AccessTree?
    private var isAsked = false
    private var next = ContinuousTime.now

    var isAnswered: Bool { tree != nil }

    /// Asks, unless it has been asked just now.
    func ask(_ engine: DragEngine, about process: Int32) {
        guard !isAsked, ContinuousTime.now >= next else { return }
        isAsked = true
        next = ContinuousTime.now + .milliseconds(50)
        engine.listObjects(of: process) { [self] in tree = $0 }
    }

    /// Looks at the answer.
    /// - Returns: whether the search is over: it is where it was before, or there are several.
    func take(_ name: AccessName, in window: AccessWindow, near point: Point) -> Bool {
        guard let tree else { return false }
        self.tree = nil
        isAsked = false
        isPartial = tree.isPartial
        let before = place
        do throws(AccessMistake) {
            place = try tree.place(
                named: name.name.value, role: name.role, number: name.number, in: window, near: point)
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
            geometry: Rectangle(origin: geometry.origin - corner, size: geometry.size), isActive: window.isActivated)
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
