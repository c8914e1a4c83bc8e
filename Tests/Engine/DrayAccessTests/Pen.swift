// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import HeadlessDesktop

/// A pen on a tablet that covers the whole screen, with events as from a real device.
final class Pen {
    private let fixture: DragFixture
    private let router: DeviceRouter
    private static let device = DeviceID(1)

    init(_ fixture: DragFixture) {
        self.fixture = fixture
        router = DeviceRouter(fixture.compositor, time: .passedOver)
        router.handle(
            InputEvent(
                time: fixture.compositor.clock.now, device: Self.device,
                content: .deviceAdded(.init(name: "tablet", capabilities: .pen))))
    }

    func say(_ change: InputEvent.Pen.Change, at point: Point) {
        let area = fixture.compositor.outputs[0].area
        let place = InputEvent.NormalizedPosition(
            x: (point.x - area.x) / area.width, y: (point.y - area.y) / area.height)
        router.handle(
            InputEvent(
                time: fixture.compositor.clock.now, device: Self.device,
                content: .pen(
                    .init(
                        tool: .init(kind: .pen, serial: 1), change: change,
                        axes: .init(position: place, pressure: 0.4)))))
    }
}
