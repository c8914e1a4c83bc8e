// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// The windows that a scenario knows, and their placement.
extension ScenarioRunner {
    /// Waits for windows, each with the start timeout of its client.
    /// - Parameter limit: The timeout per window that replaces the client's own.
    func appear(_ names: [Located<String>], within limit: Duration?) throws {
        for name in names where windows[name.value]?.isMapped != true {
            guard let client = scenario.client(ofWindow: name.value) else { continue }
            var end = WholeEnd(of: client.name.value)
            let isThere = try wait(within: limit ?? client.startsWithin) {
                windows[name.value]?.isMapped ?? false || isGone(client.name.value) && end.look()
            }
            guard isThere, windows[name.value]?.isMapped ?? false else {
                throw Problem.unmet(missing(name.value, of: client, within: limit ?? client.startsWithin, isThere))
            }
        }
        try settle()
        for name in names { try awaitSize(of: name.value) }
    }

    private func missing(
        _ window: String, of client: Client, within limit: Duration, _ hasEnded: Bool
    ) -> String {
        if hasEnded {
            let name = client.name.value
            return "\(name) ended, with all its child processes, before it had a window \(window)\(lastWords(of: name))"
        }
        let others = compositor.windows.map { "\($0.quoted) (\($0.appID.isEmpty ? "no app id" : $0.appID))" }
        let seen = others.isEmpty ? "there is no window at all" : "there are \(others.joined(separator: ", "))"
        return "the window \(window) did not appear within \(limit); \(seen)"
            + lastWords(of: client.name.value)
    }

    /// Identifies new windows, and places them as the scenario specifies.
    func findWindows() {
        for client in scenario.clients {
            for wanted in client.windows where windows[wanted.name.value]?.isMapped != true {
                let window = compositor.windows.first { window in
                    wanted.match.holds(for: window) && isNew(window) && mayBelong(window, to: client)
                }
                guard let window else { continue }
                windows[wanted.name.value] = window
                if !window.isFloating {
                    note("the window \(wanted.name.value) is maximized or fullscreen, and is restored to be placed")
                    window.restore()
                }
                if let position = wanted.position { compositor.place(window, at: Point(position)) }
                if let size = wanted.size { window.resize(width: Double(size.width), height: Double(size.height)) }
            }
        }
        for (name, window) in windows where covering.contains(name) == window.isFloating {
            guard window.isFloating else {
                covering.insert(name)
                note("the window \(name) covers the screen: its position and size are applied when it no longer does")
                continue
            }
            covering.remove(name)
        }
    }

    /// Waits for a window to take its requested size, and records a note if it does not.
    private func awaitSize(of name: String) throws {
        guard let wanted = scenario.window(named: name)?.window.size, let window = windows[name] else { return }
        let size = { (Int(window.geometry.width.rounded()), Int(window.geometry.height.rounded())) }
        if try wait(frames: Self.sizeFrames, until: { size() == (wanted.width, wanted.height) }) { return }
        let (width, height) = size()
        note(
            "the window \(name) is \(width)x\(height): its client did not take "
                + "the requested \(wanted.width)x\(wanted.height)")
    }

    /// The timeout for a client to draw in another size, in frames.
    private static let sizeFrames = 15

    private func note(_ text: String) { record(.note(.init(text: text))) }

    /// Whether the window may belong to a client. A window of an unknown process may belong to any client, because some
    /// programs let others open their windows.
    private func mayBelong(_ window: Window, to client: Client) -> Bool {
        let owner = name(of: window.ownerID, window.processID)
        return owner == client.name.value || clients[owner] == nil
    }

    private func isNew(_ window: Window) -> Bool { !windows.values.contains(window) }

    func window(_ name: Located<String>) throws -> Window {
        guard let window = windows[name.value], window.isMapped else {
            throw Problem(text: "the window \(name.value) is not there")
        }
        return window
    }
}
