// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// Complete drags, performed like a user's.
extension ScenarioRunner {
    /// Plays a complete drag. Applications start drags with a delay and targets need time to answer, so this waits
    /// after the first motions and before the release, as a user would.
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
        // Drags between X clients are not visible to the engine.
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
            // Following expectations are about this drag, not about the previous one.
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
            // If the user in the debugger ends the step, the modifier must not stay held.
            try press([modifier.keyName], .released)
            throw error
        }
        try press([modifier.keyName], .released)
    }

    /// The length of the initial movement, in logical pixels: more than the drag thresholds of all toolkits, the
    /// largest of which is 10.
    private static let firstWay = 14.0
    private static let firstSteps = 4

    /// Whether the client requested a drag since the last press and was denied.
    private var startWasRefused: Bool {
        let last = conversation.sent.last { $0.interface == "wl_data_source" || $0.interface == "wl_pointer" }
        guard let last else { return false }
        return last.interface == "wl_data_source" && last.name == "cancelled"
    }

    // MARK: Judging

    /// Fails if a movement started no drag although it should, or the other way round. The run continues.
    private func judge(_ drag: Drag, hasBegun: Bool, wasRefused: Bool, from start: Point) throws {
        guard hasBegun != drag.begins else { return }
        if hasBegun {
            return try fail("no drag begins", seen: "one began despite `begins: false`", at: drag.location)
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
            ? "\(owner) requested one, but was denied: the request was too late, or not for its own press"
            : "\(owner) received the press and the motion, but started none"
        try fail(
            "a drag begins",
            seen:
                "none did: at \(place)\(what) is \(label(of: window)) (\(window.quoted)); \(why); if no drag is "
                + "expected, use `begins: false`",
            at: drag.location)
    }

    /// The role and name of the smallest accessible object at a point of a window; nil if unknown.
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

    /// The timeout for an application to report the object at a point.
    private static let lookTime = Duration.seconds(1)
}
