// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayScenario
import HeadlessDesktop

/// A name that is looked for again and again.
final class NameSearch {
    private(set) var place: AccessPlace?
    private(set) var mistake: AccessMistake?
    private(set) var isPartial = false
    private var tree: AccessTree?
    private var isAsked = false
    private var next = ContinuousTime.now
    /// How long an application may take to answer, in milliseconds: one that was not done in time gets longer the next time.
    private var patience: UInt32 = 1000

    private static let longestPatience: UInt32 = 4000
    /// So long an application may take to show something.
    static let showTime = Duration.seconds(5)
    /// So long nothing is chosen from a menu that has just come up, in microseconds: GTK 3 takes what is released within half a
    /// second for the end of the click that has opened it.
    static let menuTime: UInt64 = 550_000
    /// So much longer whoever looks for something waits for an application that is slow.
    static let extraPatience = Duration.seconds(10)
    /// Whether an application tells of itself, and needs longer than it was given. One that hangs tells nothing.
    private(set) var isSlow = false

    /// What the applications of a process have answered since this was called last; they are asked again, but not all the time.
    func answer(of engine: DragEngine, about process: Int32) -> AccessTree? {
        if let answered = tree {
            tree = nil
            isAsked = false
            isPartial = answered.isPartial
            isSlow = isPartial && !answered.objects.isEmpty && patience < Self.longestPatience
            if isSlow { patience *= 2 }
            return answered
        }
        guard !isAsked, ContinuousTime.now >= next else { return nil }
        isAsked = true
        next = ContinuousTime.now + .milliseconds(50)
        engine.listObjects(of: process, milliseconds: patience, withTexts: true) { [self] in tree = $0 }
        return nil
    }

    /// Whether there is nothing more to be hoped for: all was told, and it is not there.
    var isAtEnd: Bool { !isSlow && place == nil }

    /// Why nothing was found, for people.
    /// - Parameters:
    ///   - label: what they call the window.
    ///   - isInMenu: whether it was looked for in a menu of the window alone.
    func words(_ name: AccessName, in window: Window, called label: String, isInMenu: Bool) -> String {
        guard isInMenu else { return words(name, in: label) }
        return window.openPopups.isEmpty
            ? "\(name.words) was not found: no menu of \(label) is open" : words(name, in: "the menu of \(label)")
    }

    /// - Parameter window: what it was looked for in, as people call that.
    func words(_ name: AccessName, in window: String) -> String {
        (mistake ?? .noApplication).words(name, in: window)
            + (isPartial ? "; not all that the window shows was seen" : "")
    }

    /// Looks at an answer.
    /// - Returns: whether the search is over: it is where it was before, or there are several.
    func take(
        _ tree: AccessTree, _ name: AccessName, in window: AccessWindow, near point: Point, onlyInPopups: Bool
    ) -> Bool {
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

extension AccessTree {
    /// Whether something is not in a window. Where not all of a window was told, that cannot be known.
    func lacks(_ name: AccessName, in window: AccessWindow, near point: Point) -> Bool {
        guard !objects.isEmpty, !isPartial else { return false }
        do throws(AccessMistake) {
            _ = try place(
                named: name.name.value, role: name.role, number: name.number ?? 1, in: window, near: point)
            return false
        } catch {
            switch error {
            case .noName, .fewer: return true
            case .noApplication, .noWindow, .alike, .unknownOrigin, .several: return false
            }
        }
    }

    /// All names and texts that a window shows.
    func texts(in window: AccessWindow) throws(AccessMistake) -> [String] {
        try places(in: window).flatMap { $0.text.isEmpty ? [$0.name] : [$0.text, $0.name] }
    }

    /// What there was instead of a text.
    static func words(ofTexts seen: [String]) -> String {
        let texts = seen.filter { !$0.isEmpty }.prefix(20)
            .map { "“\(VisibleText.quotable($0, to: 80))”" }
        return texts.isEmpty
            ? "its application tells assistive technology of no text in it"
            : "there is \(texts.joined(separator: ", "))"
    }
}

extension AccessPlace {
    /// For people: what it is, what it is called and where it lies in its window.
    var line: String {
        let name = VisibleText.quotable(name, to: 100)
        let with =
            text.isEmpty || text == self.name
            ? "" : " with “\(VisibleText.quotable(text, to: 100))”"
        return
            "\(role.name) “\(name)”\(with) at \(Int(area.x)), \(Int(area.y)), \(Int(area.width)) x \(Int(area.height))"
    }
}

extension HeadlessCompositor {
    /// The window that lies over another one at a point, unless a drag carries it.
    func cover(of window: Window, at point: Point) -> Window? {
        guard let place = windows.firstIndex(where: { $0 === window }) else { return nil }
        return windows[(place + 1)...].last { other in
            let area = other.geometry
            return other.isMapped && !other.isCarried && area.x <= point.x && point.x < area.maxX && area.y <= point.y
                && point.y < area.maxY
        }
    }
}
