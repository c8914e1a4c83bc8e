// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayScenario
import HeadlessDesktop

/// A repeated search for an accessible name.
final class NameSearch {
    private(set) var place: AccessPlace?
    private(set) var mistake: AccessMistake?
    private(set) var isPartial = false
    private var tree: AccessTree?
    private var isAsked = false
    private var next = ContinuousTime.now
    /// The timeout for an application's answer, in milliseconds; it grows after an incomplete answer.
    private var timeout: UInt32 = 1000

    private static let timeoutLimit: UInt32 = 4000
    /// The time that an application gets to show an object.
    static let showTime = Duration.seconds(5)
    /// The delay before an entry of a newly opened menu is clicked, in microseconds. GTK 3 treats a release within half
    /// a second as the end of the click that opened the menu.
    static let menuTime: UInt64 = 550_000
    /// The additional timeout for a slow application.
    static let extraTimeout = Duration.seconds(10)
    /// Whether an application answers but needs more time than it got. An application that hangs does not answer.
    private(set) var isSlow = false

    /// The answers of the applications of a process since the last call; queries are repeated, but rate-limited.
    func answer(of engine: DragEngine, about process: Int32) -> AccessTree? {
        if let answered = tree {
            tree = nil
            isAsked = false
            isPartial = answered.isPartial
            isSlow = isPartial && !answered.objects.isEmpty && timeout < Self.timeoutLimit
            if isSlow { timeout *= 2 }
            return answered
        }
        guard !isAsked, ContinuousTime.now >= next else { return nil }
        isAsked = true
        next = ContinuousTime.now + .milliseconds(50)
        engine.listObjects(of: process, milliseconds: timeout, withTexts: true) { [self] in tree = $0 }
        return nil
    }

    /// Whether the search has failed definitively: the answer is complete and contains no match.
    var isAtEnd: Bool { !isSlow && place == nil }

    /// The message for a failed search.
    /// - Parameters:
    ///   - label: The display name of the window.
    ///   - isInMenu: Whether only a menu of the window was searched.
    func words(_ name: AccessName, in window: Window, called label: String, isInMenu: Bool) -> String {
        guard isInMenu else { return words(name, in: label) }
        return window.openPopups.isEmpty
            ? "\(name.words) was not found: no menu of \(label) is open" : words(name, in: "the menu of \(label)")
    }

    /// - Parameter window: The display name of what was searched.
    func words(_ name: AccessName, in window: String) -> String {
        (mistake ?? .noApplication).words(name, in: window)
            + (isPartial ? "; the content of the window is only partially known" : "")
    }

    /// Evaluates an answer.
    /// - Returns: Whether the search is complete: the object is at the same position as before, or the match is
    ///   ambiguous.
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
    /// Whether a window lacks an object. If the tree is incomplete, this is unknown and the result is false.
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

    /// All names and texts in a window.
    func texts(in window: AccessWindow) throws(AccessMistake) -> [String] {
        try places(in: window).flatMap { $0.text.isEmpty ? [$0.name] : [$0.text, $0.name] }
    }

    /// A description of the texts that were found instead.
    static func words(ofTexts seen: [String]) -> String {
        let texts = seen.filter { !$0.isEmpty }.prefix(20)
            .map { "“\(VisibleText.quotable($0, to: 80))”" }
        return texts.isEmpty
            ? "its application exposes no text in it to AT-SPI"
            : "there is \(texts.joined(separator: ", "))"
    }
}

extension AccessPlace {
    /// A description of the object: role, name, and position in its window.
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
    /// The window that covers another one at a point, ignoring a window attached to a drag.
    func cover(of window: Window, at point: Point) -> Window? {
        guard let place = windows.firstIndex(where: { $0 === window }) else { return nil }
        return windows[(place + 1)...].last { other in
            let area = other.geometry
            return other.isMapped && !other.isCarried && area.x <= point.x && point.x < area.maxX && area.y <= point.y
                && point.y < area.maxY
        }
    }
}
