// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// A pen, and devices that go away and come back.
extension ServeSession {
    /// Where the pen of a tablet is.
    enum PenState {
        case away, near, down
    }

    /// Refuses what a pen cannot do where it is.
    func requirePen(_ least: PenState) throws {
        switch (penState, least) {
        case (.away, .near), (.away, .down): throw Problem("the pen is nowhere yet: `pen-enter` comes first")
        case (.near, .down): throw Problem("the pen is not down")
        case (_, .away), (.near, .near), (.down, .near), (.down, .down): break
        }
    }

    func perform(_ action: PenAction) throws {
        switch action {
        case .enter(let place):
            guard penState == .away else { throw Problem("the pen is here already") }
            recorder?.record(.pen(.enter(try record(place))))
            pen.enter(at: try point(place))
            penState = .near
            return
        case .down(_, let pressure):
            try requirePen(.near)
            guard penState != .down else { throw Problem("the pen is down already") }
            pen.touch(at: pen.position, pressure: pressure)
            penState = .down
        case .press(let pressure):
            try requirePen(.down)
            pen.move(to: pen.position, pressure: pressure)
        case .hold(let button):
            try requirePen(.near)
            pen.press(button, .pressed)
        case .release(let button):
            try requirePen(.near)
            pen.press(button, .released)
        case .up:
            try requirePen(.down)
            expectDrop()
            pen.lift()
            penState = .near
        case .leave:
            try requirePen(.near)
            guard penState != .down else { throw Problem("the pen is down") }
            pen.leave()
            penState = .away
        case .move: return  // It may take time, and never comes here.
        }
        recorder?.record(.pen(action))
    }

    func unplug(_ device: Device.Input) {
        recorder?.record(.unplug(.input(device)))
        switch device {
        case .pointer: seat.remove(.pointer)
        case .keyboard: seat.remove(.keyboard)
        case .touch: seat.remove(.touch)
        case .pen:
            pen.unplug()
            penState = .away
        }
    }

    func plug(_ device: Device.Input) {
        recorder?.record(.plug(.input(device)))
        switch device {
        case .pointer: plugIn(.pointer)
        case .keyboard: plugIn(.keyboard)
        case .touch: plugIn(.touch)
        case .pen: pen.plugIn()
        }
    }
}
