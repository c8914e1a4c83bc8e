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
    let clipboard: Clipboard
    let report = Report()
    let options: Options

    var dragOut: DragOut?
    var dropIn: DropIn?
    /// The same for what another finger carries at the same time; nil where the compositor has no `dray_drag_v1` (HIG-10).
    var dragBeside: DragOut?
    var dropBeside: DropIn?
    var pointer: PointerInput?
    var touch: TouchInput?
    var keyboard: KeyboardInput?
    /// Nil where nobody can be told.
    var access: AccessProvider?

    var interface: Interface
    var shelf: Shelf {
        get { interface.shelf }
        set { interface.shelf = newValue }
    }
    var history = History()
    /// Drops between this window and another one.
    var exchanges: [Exchange] = []
    var exchangeCount = 0
    /// What is dragged out now, or was dropped and is not over yet.
    var outgoing: Exchange?
    /// Nil where the compositor has no `dray_drag_v1`.
    var zones: WindowZones?
    var glides = Glides()
    /// Nil without a session bus.
    private var motion: ReducedMotion?
    var press: Press?
    /// Of a further finger, while something is carried.
    var pressBeside: Press?
    /// What is pressed in the open menu.
    var menuPress: MenuPress?
    /// Of what the person has done last, or of the keyboard's coming: a selection has to name it. Nil before there was any.
    var lastSerial: UInt32?
    /// The cards of which it was asked whether they are to be gone for ever: by what the person did last, and by what they do now.
    var shredQuestion: (last: [Item.ID], now: [Item.ID]) = ([], [])
    /// Places for what comes out of the clipboard.
    var pasted: Set<Item.ID> = []
    /// Whether the person uses the keyboard, and wants to see where it is.
    var showsFocus = false
    /// What is dragged over the window, and where; nil while nothing is.
    var hover: Hover?
    /// What a drop would do now.
    var landing: Landing?
    /// What is on its way into the shredder.
    var shredding: Set<Item.ID> = []
    /// What was dropped on the shredder without a question, and becomes a card until the person has answered one.
    var doubtful: Set<Item.ID> = []
    /// The items of ours that were dropped on ourselves, until their source has heard the end.
    var landedHere: Set<Item.ID> = []
    /// Whether keys come here.
    var hasKeyboard = false
    private var isMapped = false
    /// As it was told last.
    private var told: Interface?

    struct Hover {
        let point: Point
        /// Our own items that it is; nil for something from elsewhere.
        let carried: DragOut.Carried?
        /// Nil in the middle of an area, and where there is nothing to scroll to.
        var scroll: EdgeScroll?
    }

    struct MenuPress {
        let device: Press.Device
        /// What is below it now; nil beside all rows.
        var entry: MenuLayout.Entry?
        /// Whether it is the press that has opened the menu.
        var hasJustOpened = false
    }

    struct Options {
        var title: String
        var appID: String
        var size: Size
        var hasZone: Bool
        var contents: [Item.Content]
        var isFolded = false
        var room: Int?
        var hasShredder = false
        var describesSurface = false
    }

    init(_ options: Options) throws {
        self.options = options
        connection = try Connection()
        globals = try Globals(connection)
        loop = EventLoop(connection)
        cursor = Cursor(globals)
        device = globals.dataDeviceManager.getDataDevice(seat: globals.seat)
        clipboard = Clipboard(connection, globals, device, loop)
        var shelf = Shelf(
            options.contents,
            layout: Layout(
                size: options.size, hasZone: options.hasZone, isFolded: options.isFolded,
                hasShredder: options.hasShredder))
        shelf.room = options.room
        interface = Interface(title: options.title, shelf: shelf)
        window = Window(globals, title: options.title, appID: options.appID, size: options.size)

        window.paint = { [unowned self] context, time in paint(on: context, at: time) }
        window.advance = { [unowned self] in advance(to: $0) }
        window.resized = { [unowned self] in resized() }
        globals.seat.onEvent { [unowned self] in handle($0) }
        let dragOut = DragOut(globals, device, loop, describesSurface: options.describesSurface) {
            [unowned self] in handle($0)
        }
        self.dragOut = dragOut
        dropIn = DropIn(
            device, globals.dragManager, loop, carried: { dragOut.carried },
            judge: { [unowned self] in judge($0, $1) }, say: { [unowned self] in say(of: $0, $1, items: $2) },
            heard: { [unowned self] in zones?.lane = .usual }, handler: { [unowned self] in handle($0) })
        if let manager = globals.dragManager { reserveDevice(by: manager) }
        zones = globals.dragManager.map { manager in
            WindowZones(manager, window.surface) { [unowned self] in handle($0) }
        }
        if let session = BusConnection(session: ()) {
            loop.add(session)
            session.closed = { [loop, unowned session] in loop.remove(session) }
            access = AccessProvider(interface, session, loop) { [unowned self] in perform($0) }
            let motion = ReducedMotion(session) { [unowned self] in
                glides.isReduced = $0
                window.setNeedsDisplay()
            }
            self.motion = motion
        }
        loop.settle = { [unowned self] in refresh() }
    }

    /// Until the window is closed.
    func run() throws {
        try loop.run { window.isClosed }
    }

    // MARK: Drawing

    private func paint(on context: OpaquePointer, at time: UInt32) {
        let scene = Painter.Scene(
            interface: interface, carried: dragOut?.carried, beside: dragBeside?.carried, landing: landing,
            glides: glides,
            showsFocus: showsFocus, pressed: menuPress?.entry)
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

    /// After whatever has happened: what can be done now, and what others have to hear of it.
    private func refresh() {
        // Whether it is in front is the compositor's matter, and there may be no keyboard; one that never says so gives us its keyboard.
        interface.isActive = window.isActive || hasKeyboard
        interface.available = Set(Command.allCases.filter(allows))
        interface.settle()
        guard interface != told else { return }
        let before = told
        told = interface
        access?.update(interface)
        zones?.update(shelf.layout)
        window.setNeedsDisplay()
        if showsFocus, interface.focus != before?.focus { reportFocus() }
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
