// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer

/// A complete compositor with drag and drop, as a template; the counterpart of `meson-shims/example` in C.
///
/// Windows are placed in a row, each with the size that the compositor configures. The panel below them has a note,
/// which can be dragged, and accepts text. There is no hardware: standard input controls the devices, and the screen is
/// drawn to a file.
final class Compositor {
    static let screen = (width: 800.0, height: 360.0)
    static let window = (width: 400.0, height: 300.0)
    static let noteWidth = 200.0
    /// The only seat.
    static let seat = SeatID(1)

    let display: Display
    let engine: DragEngine
    /// The pointer, and ten touch points.
    var hands = [Hand](repeating: Hand(), count: 11)
    /// The last drag that the pointer began.
    var pointerDrag: DragID?
    /// The modifiers that are held.
    var modifiers: Modifiers = []
    var frameTimer: TimerSource?
    var surfaces: [Surface] = []
    /// The clients' pointers.
    private(set) var pointers: [WlPointer] = []
    private(set) var touchScreens: [WlTouch] = []
    private var rowWidth = 0.0
    private var globals: [AnyObject?] = []

    /// The drop target of the panel, which accepts text.
    let panel = HostPlace(
        HostPlace.Taking(types: ["text/plain"], limit: 4096) { _, _, bytes in
            if let bytes { say("panel took \(String(decoding: bytes, as: UTF8.self))") }
            return bytes != nil
        })

    init() throws(Display.Failure) {
        display = try Display()
        engine = DragEngine(display: display)
        engine.host = self
        try display.offerSharedMemory()
        globals = [
            Global(display, WlCompositor.self, version: 5) { [unowned self] object, _ in
                object.onRequest { [unowned self] request in
                    // Objects without a handler, such as regions, ignore all requests.
                    if case .createSurface(let id) = request { id.setHandler(Surface(id, self)) }
                }
            },
            Global(display, WlSeat.self, version: 4) { [unowned self] object, _ in
                object.onRequest { [unowned self] request in answer(request, on: object) }
                object.sendCapabilities(capabilities: [.pointer, .touch])
            },
            Global(display, XdgWmBase.self, version: 1) { object, _ in
                object.onRequest { request in
                    guard case .getXdgSurface(let id, let surface) = request else { return }
                    surface.handler(as: Surface.self)?.answer(id)
                }
            },
        ]
    }

    func window(at point: Point) -> Surface? { surfaces.first { $0.bounds?.contains(point) ?? false } }

    /// The left edge of the next window.
    func nextColumn() -> Double {
        defer { rowWidth += Self.window.width }
        return rowWidth
    }

    /// Removes a destroyed surface.
    func forget(_ surface: Surface) {
        surfaces.removeAll { $0 === surface }
        for index in hands.indices where hands[index].surface === surface { hands[index].surface = nil }
        windowsChanged()
    }

    private func answer(_ request: WlSeat.Request, on seat: WlSeat) {
        switch request {
        case .getPointer(let id):
            pointers.append(id)
            id.resource.whenDestroyed { [weak self] in self?.pointers.removeAll { $0 == id } }
        case .getTouch(let id):
            touchScreens.append(id)
            id.resource.whenDestroyed { [weak self] in self?.touchScreens.removeAll { $0 == id } }
        case .getKeyboard: seat.postError(.missingCapability, "the keyboard is the compositor's alone")
        case .release: break
        }
    }
}

/// The pointer, or a touch point.
struct Hand {
    var position = Point.zero
    /// The surface that receives its events.
    var surface: Surface?
    var isDown = false
}
