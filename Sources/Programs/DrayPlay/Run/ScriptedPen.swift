// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop

/// A drawing tablet controlled by a scenario, as large as all outputs together. Its events take the same path as
/// libinput events of a real pen.
final class ScriptedPen {
    /// The position of the pen in the compositor's global space.
    private(set) var position = Point.zero

    private let compositor: HeadlessCompositor
    private let router: DeviceRouter
    private var device: DeviceID?
    private var devices: UInt64 = 0
    private var pressure = 0.0

    /// The same tool in all events.
    private static let tool = InputEvent.Pen.Tool(kind: .pen, serial: 1)

    init(_ compositor: HeadlessCompositor) {
        self.compositor = compositor
        router = DeviceRouter(compositor, time: .passedOver)
        plugIn()
    }

    /// Adds the tablet again, as a new device.
    func plugIn() {
        guard device == nil else { return }
        devices += 1
        let id = DeviceID(devices)
        device = id
        router.handle(
            InputEvent(
                time: compositor.clock.now, device: id,
                content: .deviceAdded(.init(name: "scripted tablet", capabilities: .pen))))
    }

    /// Removes the tablet, and releases everything that its pen holds.
    func unplug() {
        router.removeAll()
        device = nil
        pressure = 0
    }

    func enter(at point: Point) { say(.proximityIn, at: point) }
    func leave() { say(.proximityOut, at: position) }

    func touch(at point: Point, pressure: Double) {
        self.pressure = pressure
        say(.tip(.pressed), at: point)
    }

    func lift() {
        pressure = 0
        say(.tip(.released), at: position)
    }

    /// - Parameter pressure: From 0 to 1; nil keeps the current one.
    func move(to point: Point, pressure: Double? = nil) {
        self.pressure = pressure ?? self.pressure
        say(.axes, at: point)
    }

    func press(_ button: PenAction.Button, _ state: InputEvent.PressState) {
        say(.button(code: button.code, state), at: position)
    }

    private func say(_ change: InputEvent.Pen.Change, at point: Point) {
        guard let device else { return }
        position = point
        let outputs = compositor.outputs.map(\.area)
        let left = outputs.map(\.x).min() ?? 0
        let top = outputs.map(\.y).min() ?? 0
        let place = InputEvent.NormalizedPosition(
            x: (point.x - left) / max(1, (outputs.map(\.maxX).max() ?? 0) - left),
            y: (point.y - top) / max(1, (outputs.map(\.maxY).max() ?? 0) - top))
        router.handle(
            InputEvent(
                time: compositor.clock.now, device: device,
                content: .pen(.init(tool: Self.tool, change: change, axes: .init(position: place, pressure: pressure))))
        )
    }
}

extension PenAction.Button {
    /// The code in `linux/input-event-codes.h`.
    fileprivate var code: UInt32 {
        switch self {
        case .lower: 0x14b
        case .upper: 0x14c
        }
    }
}
