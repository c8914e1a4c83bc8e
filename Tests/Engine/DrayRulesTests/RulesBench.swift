// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayRules
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandServer

/// A compositor whose drags follow the protocol alone, with a window of each of two clients. Its display gets the rules
/// when a test calls ``rule()``.
final class RulesBench {
    typealias Action = WaylandClient.WlDataDeviceManager.DndAction

    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let window: TestWindow
    private(set) var rules: DisplayRules?
    private(set) var lines: [String] = []

    static let inSource = Point(x: 50, y: 50)
    static let elsewhereInSource = Point(x: 80, y: 60)
    static let inTarget = Point(x: 350, y: 50)

    /// - Parameter isEarly: whether the clients connect before the display has the rules.
    init(isEarly: Bool) throws {
        fixture = try DragFixture(policy: .wayland)
        let display = fixture.compositor.display.pointer
        if !isEarly { rules = try DisplayRules(of: display) { _ in } }
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        window = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        _ = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        if isEarly { try rule() }
    }

    func rule() throws {
        rules = try DisplayRules(of: fixture.compositor.display.pointer) { [unowned self] in lines.append($0) }
    }

    func end() {
        rules?.end()
        rules = nil
    }

    func begin(actions: Action? = [.copy, .move]) throws {
        fixture.clearLogs()
        let content = source.makeSource(actions: actions)
        try fixture.startDrag(of: source, from: window, at: Self.inSource, source: content)
    }

    /// Drags to a client, which prefers a move.
    func take(by client: DragClient, at point: Point, preferred: Action = .move) throws {
        try fixture.move(to: point)
        try fixture.take(by: client, actions: [.copy, .move], preferred: preferred)
    }

    /// Drops, and lets the target finish.
    func drop(on client: DragClient) throws {
        try fixture.release()
        client.dragOffer?.object.finish()
        try fixture.settle()
    }

    /// The last action that each end was sent.
    func actions(_ client: DragClient) -> [UInt32?] {
        let offered = client.log.compactMap { if case .offerAction(let action) = $0 { action } else { nil } }
        let dragged = source.log.compactMap { if case .sourceAction(let action) = $0 { action } else { nil } }
        return [offered.last, dragged.last]
    }
}
