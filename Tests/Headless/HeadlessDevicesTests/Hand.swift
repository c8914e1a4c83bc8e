// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import HeadlessDesktop
import Testing
import VirtualDevices

/// The device of a drag.
enum Hand: CaseIterable {
    case mouse
    case touchscreen
    /// Tap, touch again, and move.
    case touchpad
    case pen
}

extension Desk {
    /// Presses on the source's window, and lets the source begin a drag.
    func pickUp(with hand: Hand) throws {
        switch hand {
        case .mouse:
            try moveMouse(to: Self.home)
            mouse.press(BTN_LEFT)
        case .touchscreen:
            let place = onScreen(Self.home)
            screenFingers.down(0, place.x, place.y)
            screenFingers.frame()
        case .touchpad:
            try moveMouse(to: Self.home)
            padFingers.down(0, padX, 600)
            padFingers.frame()
            try pass(milliseconds: 40)
            padFingers.up(0)
            padFingers.frame()
            try pass(milliseconds: 60)
            padFingers.down(0, padX, 600)
            padFingers.frame()
            // libinput detects a drag when the finger has rested or moved.
            try pass(milliseconds: 250)
        case .pen:
            tablet.emit(EV_KEY, BTN_TOOL_PEN, 1)
            tablet.emit(EV_ABS, ABS_DISTANCE, 10)
            try penMove(to: Self.home)
            try pass(milliseconds: 10)
            tablet.emit(EV_ABS, ABS_PRESSURE, pressure)
            tablet.emit(EV_ABS, ABS_DISTANCE, 0)
            tablet.press(BTN_TOUCH)
        }
        try pass(milliseconds: 30)
        try sourceStarts()
    }

    /// Moves to a position, step by step. A touchpad only gets near it, as in reality.
    func carry(with hand: Hand, to end: Point) throws {
        switch hand {
        case .mouse: try moveMouse(to: end)
        case .touchscreen:
            let start = seat.touch.position(of: FingerID(0)) ?? end
            for step in 1...16 {
                let place = onScreen(start + (end - start) * (Double(step) / 16))
                screenFingers.move(0, place.x, place.y)
                screenFingers.frame()
                try pass(milliseconds: 9)
            }
        case .touchpad:
            for _ in 0..<300 where abs(seat.pointer.position.x - end.x) > 8 {
                padX += seat.pointer.position.x < end.x ? 5 : -5
                padFingers.move(0, padX, 600)
                padFingers.frame()
                try pass(milliseconds: 9)
            }
            #expect(abs(seat.pointer.position.x - end.x) <= 8)
        case .pen:
            let start = seat.pointer.position
            for step in 1...8 {
                try penMove(to: start + (end - start) * (Double(step) / 8))
                try pass(milliseconds: 9)
            }
            // libinput smooths pen motion over several events: the position is exact when the pen rests.
            for _ in 0..<6 {
                try penMove(to: end)
                try pass(milliseconds: 9)
            }
        }
    }

    /// Releases the drag.
    func drop(with hand: Hand) throws {
        switch hand {
        case .mouse: mouse.release(BTN_LEFT)
        case .touchscreen:
            screenFingers.up(0)
            screenFingers.frame()
        case .touchpad:
            padFingers.up(0)
            padFingers.frame()
            try pass(milliseconds: 1000)
        case .pen:
            tablet.emit(EV_ABS, ABS_PRESSURE, 0)
            tablet.release(BTN_TOUCH)
            try pass(milliseconds: 10)
            tablet.release(BTN_TOOL_PEN)
        }
        try pass(milliseconds: 50)
    }

    /// The device of the hand.
    func device(of hand: Hand) -> VirtualDevice {
        switch hand {
        case .mouse: mouse
        case .touchscreen: screen
        case .touchpad: pad
        case .pen: tablet
        }
    }

    func moveMouse(to end: Point) throws {
        for _ in 0..<400 {
            let way = end - seat.pointer.position
            let x = Int32(max(-25, min(25, way.x.rounded())))
            let y = Int32(max(-25, min(25, way.y.rounded())))
            if x == 0, y == 0 { return }
            mouse.move(x, y)
            try pass(milliseconds: 8)
        }
        Issue.record("the mouse does not get to \(end)")
    }

    /// A position in the units of the touchscreen, which covers the only output.
    func onScreen(_ point: Point) -> (x: Int32, y: Int32) {
        (Int32((point.x / 1280 * 4001).rounded()), Int32((point.y / 800 * 2251).rounded()))
    }

    func penMove(to point: Point) throws {
        pressure += 3
        if seat.pointer.pressedButtons.isEmpty == false { tablet.emit(EV_ABS, ABS_PRESSURE, pressure) }
        tablet.point(Int32((point.x / 1280 * 21601).rounded()), Int32((point.y / 800 * 13501).rounded()))
    }
}

extension Point {
    static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }
}
