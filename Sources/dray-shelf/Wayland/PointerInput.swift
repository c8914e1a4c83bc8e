// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The mouse over our window.
final class PointerInput {
    enum Event {
        case enter(Point)
        case leave
        case moved(Point)
        /// A button went down or up; `code` is Linux's number of it.
        case button(code: UInt32, isPressed: Bool, at: Point, serial: UInt32)
        /// The wheel was turned, or two fingers were moved: so far in points, positive is down.
        case scrolled(by: Double, at: Point)
    }

    /// `BTN_LEFT` of Linux, and `BTN_RIGHT`.
    static let leftButton: UInt32 = 0x110

    static let rightButton: UInt32 = 0x111

    /// 1 for the left button, 2 for the middle, 3 for the right one, then the others as Linux counts them.
    static func number(of code: UInt32) -> Int {
        switch Int(code) - Int(leftButton) {
        case 1: 3
        case 2: 2
        case let index: index + 1
        }
    }

    private let pointer: WlPointer
    private let cursor: Cursor
    private let handler: (Event) -> Void
    private var position = Point.zero

    init(_ seat: WlSeat, cursor: Cursor, handler: @escaping (Event) -> Void) {
        pointer = seat.getPointer()
        self.cursor = cursor
        self.handler = handler
        pointer.onEvent { [weak self] in self?.handle($0) }
    }

    deinit {
        pointer.release()
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, _, let x, let y):
            position = Point(x: x.doubleValue, y: y.doubleValue)
            // Over our window the shape is ours; until it is set, it is whatever another program left behind.
            cursor.show(on: pointer, serial: serial)
            handler(.enter(position))
        case .leave: handler(.leave)
        case .motion(_, let x, let y):
            position = Point(x: x.doubleValue, y: y.doubleValue)
            handler(.moved(position))
        case .button(let serial, _, let button, let state):
            handler(.button(code: button, isPressed: state == .pressed, at: position, serial: serial))
        case .axis(_, let axis, let distance):
            if axis == .verticalScroll { handler(.scrolled(by: distance.doubleValue, at: position)) }
        case .frame, .axisSource, .axisStop, .axisDiscrete, .axisValue120: break
        }
    }
}
