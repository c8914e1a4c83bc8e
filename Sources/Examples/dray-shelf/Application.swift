// SPDX-License-Identifier: MIT

import WaylandClient

/// Connects all parts: user actions and events of the compositor change the shelf, and the window shows it.
final class Application {
    private let connection: Connection
    private let command: ShelfCommand
    let globals: Globals
    let window: Window
    let clipboard: Clipboard
    let report = Report()
    private let loop: EventLoop

    var shelf: Shelf
    var history = History()
    /// The drops between this window and others.
    var exchanges: [Exchange] = []
    /// The drags that the window takes part in. The second is absent if the compositor has no `dray_drag_v1`.
    private(set) var devices: [DragDevice.Role: DragDevice] = [:]
    /// Nil if the compositor has no `dray_drag_v1`.
    private(set) var zones: WindowZones?
    private(set) var input: SeatInput?
    /// Nil without a session bus.
    private var accessibility: Accessibility?
    /// The own cards that were dropped in this window, until their source has received the end of the drag.
    var landedHere: Set<Item.ID> = []
    private var isMapped = false
    /// The last state that was shown, and sent to the compositor.
    private var shown: Painter.Scene?

    init(_ command: ShelfCommand) throws {
        self.command = command
        connection = try Connection()
        globals = try Globals(connection)
        loop = EventLoop(connection)
        let device = globals.dataDeviceManager.getDataDevice(seat: globals.seat)
        clipboard = Clipboard(globals, device, loop)
        // Only the compositor can ask before the release of a drag deletes something (HIG-27).
        let layout = Layout(
            size: command.size, hasZone: command.zone, isFolded: command.folded,
            hasShredder: command.shredder && globals.dragManager != nil)
        shelf = Shelf(command.texts, layout: layout, room: command.room)
        window = Window(globals, title: command.title, appID: command.appID, size: command.size)

        window.paint = { [unowned self] in Painter(context: $0).draw(scene) }
        window.shown = { [unowned self] in frameShown() }
        window.resized = { [unowned self] in shelf.layout = shelf.layout.changing(size: window.size) }
        input = SeatInput(globals.seat, Cursor(globals)) { [unowned self] in handle($0) }
        devices[.regular] = makeDragDevice(.regular, device, describesSurface: command.bySurface)
        if let manager = globals.dragManager {
            zones = WindowZones(manager, window.surface) { [unowned self] in handle($0, $1) }
            let reserved = globals.dataDeviceManager.getDataDevice(seat: globals.seat)
            manager.reserveDevice(device: reserved)
            // A surface has only one description, which belongs to the first drag.
            devices[.reserved] = makeDragDevice(.reserved, reserved, describesSurface: false)
        }
        accessibility = Accessibility(scene, loop) { [unowned self] in request($0, for: $1) }
        loop.settle = { [unowned self] in settle() }
    }

    private func makeDragDevice(_ role: DragDevice.Role, _ device: WlDataDevice, describesSurface: Bool) -> DragDevice {
        let source = DragOut(globals, device, loop, describesSurface: describesSurface) { [unowned self] in
            handle($0, of: $1)
        }
        let target = DropIn(
            device, globals.dragManager, loop, carried: { source.carried },
            judge: { [unowned self] in judge($0, $1, items: $2, role) },
            handler: { [unowned self] in if let drag = devices[role] { handle($0, of: drag) } })
        return DragDevice(role, source, target)
    }

    /// Runs until the window is closed.
    func run() throws {
        try loop.run { window.isClosed }
    }

    // MARK: Drawing

    private var scene: Painter.Scene {
        Painter.Scene(
            title: command.title, shelf: shelf, isActive: window.isActive,
            carried: devices.values.flatMap { $0.source.carried?.items ?? [] },
            // The outcome of a drop is shown for the first drag only.
            landing: devices[.regular]?.hover.flatMap {
                landing(of: $0.carried?.items ?? [], grip: $0.carried?.grip, at: $0.point, .regular)
            })
    }

    /// Called after each event: shows and reports changes.
    private func settle() {
        let scene = scene
        guard scene != shown else { return }
        if let shown, shown.isActive != scene.isActive { report("activated", ["active": scene.isActive]) }
        if let shown, shown.shelf.selected != shelf.selected { reportSelection() }
        shown = scene
        zones?.update(shelf.layout)
        accessibility?.update(scene)
        window.setNeedsDisplay()
    }

    private func frameShown() {
        guard !isMapped else { return }
        isMapped = true
        report(
            "mapped",
            [
                "title": command.title, "app_id": command.appID, "width": window.size.width,
                "height": window.size.height, "items": shelf.items.compactMap { shelf.frame(of: $0.id) },
                "target": shelf.layout.zone,
            ])
    }

    // MARK: Changes

    /// Folds or unfolds the zone.
    func fold(_ isFolded: Bool) {
        guard shelf.layout.zone != nil, shelf.layout.isFolded != isFolded else { return }
        shelf.layout = shelf.layout.changing(isFolded: isFolded)
        report("zone", ["folded": isFolded])
    }

    /// Scrolls an area; positive values scroll down.
    func scroll(_ area: Layout.Area, by distance: Double) {
        let before = shelf.layout
        shelf.scroll(area, by: distance)
        guard shelf.layout != before else { return }
        let (offset, limit) = shelf.layout.scroll(of: area, count: shelf.places(in: area))
        report("scroll", ["area": "\(area)", "offset": offset, "limit": limit, "end": offset >= limit])
    }

    private func reportSelection() {
        report("selection", ["selected": shelf.selection.flatMap { shelf[$0]?.text }, "all": texts(shelf.selected)])
    }

    func reportShelf(isUndone: Bool = false) {
        let table = shelf.ids(in: .table).sorted { $0.number < $1.number }
        report(
            "shelf",
            [
                "zone": texts(shelf.zone), "table": texts(table),
                "selected": shelf.selection.flatMap { shelf[$0]?.text }, "undone": isUndone,
            ])
    }

    private func texts(_ ids: [Item.ID]) -> [String?] { ids.map { shelf[$0]?.text } }
}
