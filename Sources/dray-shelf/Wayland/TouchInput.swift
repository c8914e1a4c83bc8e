// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// Fingers on our window.
final class TouchInput {
    enum Event {
        case down(finger: Int32, at: Point, serial: UInt32)
        case moved(finger: Int32, to: Point)
        case up(finger: Int32)
        /// The compositor has taken all fingers for something else, such as a drag that we began.
        case cancelled
    }

    private let touch: WlTouch
    private let handler: (Event) -> Void

    init(_ seat: WlSeat, handler: @escaping (Event) -> Void) {
        touch = seat.getTouch()
        self.handler = handler
        touch.onEvent { [weak self] in self?.handle($0) }
    }

    deinit {
        touch.release()
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, _, _, let id, let x, let y):
            handler(.down(finger: id, at: Point(x: x.doubleValue, y: y.doubleValue), serial: serial))
        case .motion(_, let id, let x, let y):
            handler(.moved(finger: id, to: Point(x: x.doubleValue, y: y.doubleValue)))
        case .up(_, _, let id): handler(.up(finger: id))
        case .cancel: handler(.cancelled)
        case .frame, .shape, .orientation: break
        }
    }
}
