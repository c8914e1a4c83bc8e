// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// Wires everything together: what people do and what the compositor says changes the shelf, and the window shows it.
final class Application {
    private let connection: Connection
    let globals: Globals
    let loop: EventLoop
    let window: Window
    let cursor: Cursor
    private let device: WlDataDevice
    let report = Report()
    let options: Options

    var dragOut: DragOut?
    var dropIn: DropIn?
    var pointer: PointerInput?
    var touch: TouchInput?
    var keyboard: KeyboardInput?

    var shelf: Shelf
    var history = History()
    var glides = Glides()
    var press: Press?
    /// What is dragged over the window, and where; nil while nothing is.
    var hover: Hover?
    /// What a drop would do now.
    var landing: Landing?
    /// The item of ours that was dropped on ourselves, until its source has heard the end.
    var landedHere: Item.ID?
    private var isMapped = false

    struct Hover {
        let point: Point
        /// Our own item that it is; nil for something from elsewhere.
        let carried: DragOut.Carried?
        /// Nil in the middle of an area, and where there is nothing to scroll to.
        var scroll: EdgeScroll?
    }

    struct Options {
        var title: String
        var appID: String
        var size: Size
        var hasZone: Bool
        var contents: [Item.Content]
    }

    init(_ options: Options) throws {
        self.options = options
        connection = try Connection()
        globals = try Globals(connection)
        loop = EventLoop(connection)
        cursor = Cursor(globals)
        device = globals.dataDeviceManager.getDataDevice(seat: globals.seat)
        shelf = Shelf(options.contents, layout: Layout(size: options.size, hasZone: options.hasZone))
        window = Window(globals, title: options.title, appID: options.appID, size: options.size)

        window.paint = { [unowned self] context, time in paint(on: context, at: time) }
        window.advance = { [unowned self] in advance(to: $0) }
        window.resized = { [unowned self] in resized() }
        globals.seat.onEvent { [unowned self] in handle($0) }
        let dragOut = DragOut(globals, device, loop) { [unowned self] in handle($0) }
        self.dragOut = dragOut
        dropIn = DropIn(
            device, loop, carried: { dragOut.carried }, judge: { [unowned self] in judge($0, $1) },
            handler: { [unowned self] in handle($0) })
    }

    /// Until the window is closed.
    func run() throws {
        try loop.run { window.isClosed }
    }

    // MARK: Drawing

    private func paint(on context: OpaquePointer, at time: UInt32) {
        let scene = Painter.Scene(
            title: options.title, shelf: shelf, carried: dragOut?.carried?.item, landing: landing, glides: glides)
        Painter(context: context, time: time).draw(scene)
    }

    private func advance(to time: UInt32) {
        let isArriving = shelf.items.contains { if case .arriving = $0.content { true } else { false } }
        let isMoving = !glides.isEmpty
        glides.advance(to: time)
        scrollAtEdge(at: time)
        if isMoving || isArriving { window.setNeedsDisplay() }
        guard !isMapped else { return }
        // The first frame was shown.
        isMapped = true
        reportMapped()
    }

    private func resized() {
        shelf.layout = shelf.layout.resized(to: window.size)
    }

    /// Changes the shelf, and lets whatever has another place now slide there.
    /// - Parameter dropped: an item that starts from where it was dropped.
    func change(dropped: (Item.ID, at: Point)? = nil, _ change: (inout Shelf) -> Void) {
        let before = shelf
        change(&shelf)
        for item in shelf.items {
            let end = shelf.frame(of: item.id)?.origin
            let start = item.id == dropped?.0 ? dropped?.at : before.frame(of: item.id)?.origin
            if let start, start != end { glides.start(item.id, from: start) }
        }
        window.setNeedsDisplay()
    }
}
