// SPDX-License-Identifier: MIT

import CWaylandServer
import Dray
import DrayCore
import DrayPresentation
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
    /// Which of them drags.
    var driver = 0
    var surfaces: [Surface] = []
    /// Of clients.
    var pointers: [WlPointer] = []
    var touchScreens: [WlTouch] = []
    /// What is to be seen of each drag.
    var shown: [DragID: ShowFrame] = [:]
    private var rowWidth = 0.0
    private var globals: [AnyObject?] = []

    /// The panel takes text.
    private(set) lazy var panel = HostPlace(
        HostPlace.Handlers(
            entered: { _, offering in
                offering.types.contains(.text) ? HostPlace.Answer(type: .text, actions: .copy, preferred: .copy) : nil
            },
            dropped: { [unowned self] drag, _ in
                let isRead = engine.take(.text, of: drag, limit: 4096) { bytes in
                    if let bytes { say("panel took \(String(decoding: bytes, as: UTF8.self))") }
                    return bytes != nil
                }
                if !isRead { engine.finish(drag, succeeded: false) }
            }))

    init() throws(Display.Failure) {
        display = try Display()
        engine = DragEngine(display: display)
        engine.host = self
        guard wl_display_init_shm(display.pointer) == 0 else { throw .outOfMemory }
        globals = [
            Global(display, WlCompositor.self, version: 5) { [unowned self] object, _ in
                object.setHandler(CompositorRequests(self))
            },
            Global(display, WlSeat.self, version: 4) { [unowned self] object, _ in
                object.setHandler(SeatRequests(self))
                object.sendCapabilities(capabilities: [.pointer, .touch])
            },
            Global(display, XdgWmBase.self, version: 1) { object, _ in object.setHandler(ShellRequests()) },
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
}

extension MimeType {
    static let text = MimeType("text/plain")
}

/// The pointer, or a finger.
struct Hand {
    var position = Point.zero
    /// Who hears of it.
    var surface: Surface?
    /// The serial of the press, and where that was; nil while nothing is down.
    var press: (serial: UInt32, from: Point)?
}

/// Answers `wl_compositor`.
private final class CompositorRequests: ResourceHandler {
    private unowned let compositor: Compositor

    init(_ compositor: Compositor) { self.compositor = compositor }

    func handle(_ request: WlCompositor.Request, on object: WlCompositor) {
        switch request {
        case .createSurface(let id): id.setHandler(Surface(id, compositor))
        case .createRegion: break  // An object without a handler takes everything, and does nothing.
        }
    }
}

/// Answers `wl_seat`.
private final class SeatRequests: ResourceHandler {
    private unowned let compositor: Compositor

    init(_ compositor: Compositor) { self.compositor = compositor }

    func handle(_ request: WlSeat.Request, on object: WlSeat) {
        switch request {
        case .getPointer(let id):
            compositor.pointers.append(id)
            id.resource.whenDestroyed { [weak compositor] in compositor?.pointers.removeAll { $0 == id } }
        case .getTouch(let id):
            compositor.touchScreens.append(id)
            id.resource.whenDestroyed { [weak compositor] in compositor?.touchScreens.removeAll { $0 == id } }
        case .getKeyboard: object.postError(.missingCapability, "the keyboard is the compositor's alone")
        case .release: break
        }
    }
}
