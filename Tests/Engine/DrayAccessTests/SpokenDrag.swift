// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayTransfer
import TestClients
import Testing
import WaylandClient

/// A drag between two clients, in an engine that announces on a private session bus; the base class of suites.
class SpokenDrag {
    let bus: AccessBus
    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let sourceWindow: TestWindow
    let program: String

    init(on bus: AccessBus) throws {
        self.bus = bus
        fixture = try DragFixture()
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        _ = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        program = try #require(
            SideProgram.find("dray-access", named: "DRAY_ACCESS"), "dray-access is not in the tests' folder")
    }

    deinit { fixture.host.engine.fallSilent() }

    func speak(in catalogue: Catalogue = .english) {
        #expect(fixture.host.engine.speak(in: catalogue, environment: bus.environment, program: program))
    }

    func begin() throws {
        let content = source.makeSource(types: ["text/plain"], actions: .copy)
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
    }

    /// Moves over the target, which accepts the content.
    func take() throws {
        try fixture.move(to: Point(x: 310, y: 20))
        try fixture.take(by: target, type: "text/plain", actions: .copy, preferred: .copy)
    }
}
