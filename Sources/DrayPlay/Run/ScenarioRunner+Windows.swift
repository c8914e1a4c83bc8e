// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// The windows that a scenario knows, and places on them.
extension ScenarioRunner {
    /// Waits for windows, each as long as its client may take to start.
    func appear(_ names: [Located<String>]) throws {
        for name in names where windows[name.value]?.isMapped != true {
            guard let (client, _) = scenario.window(named: name.value) else { continue }
            let isThere = try wait(within: client.startsWithin) {
                windows[name.value]?.isMapped ?? false || isGone(client.name.value)
            }
            guard isThere, windows[name.value]?.isMapped ?? false else {
                throw Problem(text: missing(name.value, of: client, isThere))
            }
        }
        try settle()
    }

    private func missing(_ window: String, of client: Client, _ hasEnded: Bool) -> String {
        if hasEnded { return "\(client.name.value) ended before it had a window \(window)" }
        let others = compositor.windows.map { "“\($0.title)” (\($0.appID.isEmpty ? "no app id" : $0.appID))" }
        let seen = others.isEmpty ? "there is no window at all" : "there are \(others.joined(separator: ", "))"
        return "the window \(window) did not appear within \(client.startsWithin); \(seen)"
            + lastWords(of: client.name.value)
    }

    /// Recognises windows that have come, and puts them where the scenario wants them.
    func findWindows() {
        for client in scenario.clients {
            for wanted in client.windows where windows[wanted.name.value]?.isMapped != true {
                let window = compositor.windows.first { window in
                    wanted.match.holds(for: window) && isNew(window) && mayBelong(window, to: client)
                }
                guard let window else { continue }
                windows[wanted.name.value] = window
                compositor.place(window, at: Point(wanted.position))
                if let size = wanted.size { window.resize(width: Double(size.width), height: Double(size.height)) }
            }
        }
    }

    /// Whether no other client of the scenario has opened the window. One of an unknown process may be anybody's: some
    /// programs have others open their windows.
    private func mayBelong(_ window: Window, to client: Client) -> Bool {
        let owner = name(of: window.client.id, window.processID)
        return owner == client.name.value || clients[owner] == nil
    }

    private func isNew(_ window: Window) -> Bool { !windows.values.contains(window) }

    /// The point of a place, in the compositor's global space.
    func point(_ place: Place) throws -> Point {
        switch place {
        case .screen(let point): return Point(point)
        case .window(let name, let anchor): return point(anchor, of: try window(name).geometry)
        case .content(let name, let anchor):
            let surface = try window(name).surface
            return point(anchor, of: Self.area(of: surface))
        }
    }

    private func window(_ name: Located<String>) throws -> Window {
        guard let window = windows[name.value], window.isMapped else {
            throw Problem(text: "the window \(name.value) is not there")
        }
        return window
    }

    private static func area(of surface: Surface) -> Rectangle {
        let corner = surface.globalPosition ?? .zero
        let size = surface.state.size
        return Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
    }

    private func point(_ anchor: Place.Anchor, of area: Rectangle) -> Point {
        let offset = anchor.point(in: Size(width: Int(area.width.rounded()), height: Int(area.height.rounded())))
        return Point(x: area.x + offset.x, y: area.y + offset.y)
    }
}
