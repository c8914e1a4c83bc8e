// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import WaylandClient

/// The fixture of most tests: a source application with a window on the left, and a target application with a window on
/// the right. The area between and below them is empty desktop.
struct Bench {
    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let sourceWindow: TestWindow
    let targetWindow: TestWindow

    /// The start of drags, in the source's window.
    let start = Point(x: 50, y: 50)
    /// A position in the target's window, at (10, 20) of its surface.
    let inTarget = Point(x: 310, y: 20)
    let onDesktop = Point(x: 600, y: 400)

    init(
        policy: DragPolicy = .humanInterface, sourceVersion: UInt32 = 3, targetVersion: UInt32 = 3,
        configuration: HeadlessConfiguration = HeadlessConfiguration()
    ) throws {
        fixture = try DragFixture(configuration, policy: policy)
        source = try fixture.makeClient("source", version: sourceVersion)
        target = try fixture.makeClient("target", version: targetVersion)
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        targetWindow = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        fixture.clearLogs()
    }

    /// Begins a drag in the source's window.
    @discardableResult
    func begin(
        types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction? = .copy, icon: WlSurface? = nil
    ) throws -> WlDataSource {
        let content = source.makeSource(types: types, actions: actions)
        try fixture.startDrag(of: source, from: sourceWindow, at: start, source: content, icon: icon)
        return content
    }

    /// Begins a drag and moves it over the target's window.
    @discardableResult
    func beginAndEnter(
        types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction? = .copy
    ) throws -> WlDataSource {
        let content = try begin(types: types, actions: actions)
        try fixture.move(to: inTarget)
        return content
    }

    /// Begins a drag, moves it over the target's window, and accepts the offer there.
    @discardableResult
    func beginAndTake(
        types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction = .copy,
        preferred: WlDataDeviceManager.DndAction = .copy
    ) throws -> WlDataSource {
        let content = try beginAndEnter(types: types, actions: actions)
        try fixture.take(by: target, type: types[0], actions: actions, preferred: preferred)
        return content
    }

    /// The target's offer of the drag.
    var offer: WlDataOffer? { target.dragOffer?.object }

    /// Keys by their evdev codes.
    enum Key {
        static let escape: UInt32 = 1
        static let control: UInt32 = 29
        static let a: UInt32 = 30
        static let shift: UInt32 = 42
        /// The left Alt.
        static let option: UInt32 = 56
    }
}

extension [ClientEvent] {
    /// The events about a subject.
    func of(_ subject: ClientEvent.Subject) -> [ClientEvent] { filter { $0.subject == subject } }

    /// The events of a target's data device and offers.
    var ofDrag: [ClientEvent] { of(.target) }

    /// The events of a source.
    var ofSource: [ClientEvent] { of(.source) }

    /// The number of events that equal this one.
    func count(of event: ClientEvent) -> Int { count { $0 == event } }
}
