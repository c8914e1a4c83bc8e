// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer

/// A whole compositor with drag and drop, to copy from; the twin of `meson-shims/example` in C.
///
/// Windows stand in a row, each as large as it is told to be. The panel below them has a note, which can be dragged away,
/// and takes text. There is no hardware: standard input says what devices do, and a file shows the screen.
final class Compositor {
    static let screen = (width: 800.0, height: 360.0)
    static let window = (width: 400.0, height: 300.0)
    static let noteWidth = 200.0
    /// There is one.
    static let seat = SeatID(1)

    let display: Display
    let engine: DragEngine
    /// The pointer, then ten fingers.
    var hands = [Hand](repeating: Hand(), count: 11)
    /// The newest drag that the pointer began.
    var pointerDrag: DragID?
    var surfaces: [Surface] = []
    /// Of clients.
    private(set) var pointers: [WlPointer] = []
    private(set) var touchScreens: [WlTouch] = []
    private var rowWidth = 0.0
    private var globals: [AnyObject?] = []

    /// The panel takes text.
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
                    // An object without a handler, as a region, takes everything and does nothing.
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

    /// Where the next window begins.
    func nextColumn() -> Double {
        defer { rowWidth += Self.window.width }
        return rowWidth
    }

    /// A surface is no more.
    func forget(_ surface: Surface) {
        surfaces.removeAll { $0 === surface }
        for index in hands.indices where hands[index].surface === surface { hands[index].surface = nil }
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

/// The pointer, or a finger.
struct Hand {
    var position = Point.zero
    /// Who hears of it.
    var surface: Surface?
    var isDown = false
}
