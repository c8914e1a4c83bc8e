// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// Whole drags, as a hand does them.
extension ScenarioRunner {
    /// A whole drag. Applications decide late that a movement is a drag, and targets take their time to answer, as they
    /// do with a person, who waits for it: so this waits, after the first steps and before the release.
    func play(_ drag: Drag) throws {
        if !drag.companions.isEmpty { try play(Selection.items(drag.companions + [drag.from])) }
        let before = witness.drag
        _ = try openPoint(drag.from)
        try play(.move(Motion(path: [drag.from], duration: .zero, easing: .linear, location: drag.location)))
        try play(.press(drag.button))
        let start = seat.pointer.position
        let path = MotionPath(from: start, through: try (drag.via + [drag.to]).map(point))
        for step in 1...Self.firstSteps {
            seat.pointer.move(to: path.point(after: Self.firstWay * Double(step) / Double(Self.firstSteps)))
            try frame()
            try afterFirstMotion()
        }
        var wasRefused = false
        _ = try wait(frames: 120) {
            wasRefused = startWasRefused
            return witness.drag != before || isDraggedBeyond || wasRefused
        }
        // X clients drag among themselves without telling anybody else.
        var hasBegun = witness.drag != before || isDraggedBeyond
        _ = try openPoint(drag.to)
        try play(
            .move(
                Motion(
                    path: drag.via + [drag.to], duration: drag.duration, easing: drag.easing, location: drag.location)))
        hasBegun = hasBegun || witness.drag != before || isDraggedBeyond
        try play(.release(drag.button))
        hasBegun = hasBegun || witness.drag != before
        if witness.drag == before, witness.outcome != nil || witness.isDropped {
            // An expectation that follows is about this drag, and not about the one before.
            witness.forgetDrag()
            conversation.dragBegins()
        }
        try judge(drag, hasBegun: hasBegun, wasRefused: wasRefused, from: start)
    }

    func play(_ selection: Selection) throws {
        switch selection {
        case .items(let places):
            try click(places[0])
            try hold(.ctrl) { for place in places.dropFirst() { try click(place) } }
        case .range(let from, let to):
            try click(from)
            try hold(.shift) { try click(to) }
        }
    }

    private func click(_ place: Place) throws {
        try play(.click(PointerAction.Click(button: .left, at: place, count: 1)))
    }

    private func hold(_ modifier: Modifier, while play: () throws -> Void) throws {
        try press([modifier.keyName], .pressed)
        do {
            try play()
        } catch {
            // Who goes through it step by step goes on without.
            try press([modifier.keyName], .released)
            throw error
        }
        try press([modifier.keyName], .released)
    }

    /// How far the pointer goes at first, in points: farther than the thresholds of all toolkits, the largest being 10.
    private static let firstWay = 14.0
    private static let firstSteps = 4

    /// Whether the client asked for a drag since the last press, and was told no.
    private var startWasRefused: Bool {
        let last = conversation.sent.last { $0.interface == "wl_data_source" || $0.interface == "wl_pointer" }
        guard let last else { return false }
        return last.interface == "wl_data_source" && last.name == "cancelled"
    }

    // MARK: Judging

    /// Fails where what a hand has moved began no drag and was to, or the other way round. The run goes on.
    private func judge(_ drag: Drag, hasBegun: Bool, wasRefused: Bool, from start: Point) throws {
        guard hasBegun != drag.begins else { return }
        if hasBegun {
            return try fail("no drag begins", seen: "one began, and `begins: false` stands there", at: drag.location)
        }
        let place = "\(Int(start.x.rounded())), \(Int(start.y.rounded()))"
        guard let window = compositor.surface(at: start)?.surface.window else {
            return try fail(
                "a drag begins", seen: "none did: there is no window at \(place), where the button was pressed",
                at: drag.location)
        }
        let owner = name(of: window.ownerID, window.processID)
        let what = try thing(at: start, in: window).map { ", the \($0)," } ?? ""
        let why =
            wasRefused
            ? "\(owner) asked for one, and was told no: it was too late, or not its own press"
            : "\(owner) was told of the press and of the movement, and began none"
        try fail(
            "a drag begins",
            seen:
                "none did: at \(place)\(what) is \(label(of: window)) (\(window.quoted)); \(why); where nothing is to "
                + "be dragged, say `begins: false`",
            at: drag.location)
    }

    /// What applications call the smallest thing at a point of a window; nil where nobody tells.
    private func thing(at point: Point, in window: Window) throws -> String? {
        guard scenario.session.isAccessible else { return nil }
        let search = NameSearch()
        let offset = point - window.geometry.origin
        var found: AccessPlace?
        _ = try wait(within: Self.lookTime) {
            guard let tree = search.answer(of: host.engine, about: window.processID) else { return false }
            let places = (try? tree.places(in: AccessWindow(window))) ?? []
            found = places.filter { place in
                place.area.x <= offset.x && offset.x < place.area.maxX && place.area.y <= offset.y
                    && offset.y < place.area.maxY
            }
            .min { $0.area.width * $0.area.height < $1.area.width * $1.area.height }
            return true
        }
        return found.map { "\($0.role.name) “\(VisibleText.quotable($0.name, to: 60))”" }
    }

    /// So long an application may take to say what is there.
    private static let lookTime = Duration.seconds(1)
}
