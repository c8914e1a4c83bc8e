// SPDX-License-Identifier: MIT

import WaylandClient

// Two fingers carry a card each (HIG-10): a data device that is reserved by `dray_drag_v1` tells of the other drag. A finger
// that only taps a card adds it to what is carried (HIG-07).

extension Application {
    func reserveDevice(by manager: DrayDragManagerV1) {
        let device = globals.dataDeviceManager.getDataDevice(seat: globals.seat)
        manager.reserveDevice(device: device)
        // A surface has one description, and that is the first drag's.
        dragBeside = DragOut(globals, device, loop, describesSurface: false) { [unowned self] in handleBeside($0) }
        // While a drag is under way that the device has begun, it tells of that one.
        dropBeside = DropIn(
            device, manager, loop, carried: { [unowned self] in dragBeside?.carried },
            judge: { [unowned self] in judge($0, $1, .beside) },
            say: { [unowned self] in say(of: $0, $1, items: $2, .beside) },
            heard: { [unowned self] in zones?.lane = .beside }, handler: { [unowned self] in handleBeside($0) })
    }

    /// A further finger goes down while something is carried. Whether it taps or drags is not known yet.
    func beginBeside(_ finger: Int32, at point: Point, serial: UInt32) {
        guard dragBeside?.carried == nil, pressBeside == nil else { return }
        pressBeside = Press(
            item: shelf.item(at: point)?.id, start: point, serial: serial, device: .finger(finger),
            selects: .onRelease(adds: false))
    }

    func endBeside(_ finger: Int32) {
        guard let press = pressBeside, press.device == .finger(finger) else { return }
        pressBeside = nil
        add(at: press.start)
    }

    func moveBeside(_ finger: Int32, to point: Point) {
        guard let press = pressBeside, press.device == .finger(finger), press.isDrag(at: point) else { return }
        pressBeside = nil
        guard let dragBeside, let item = press.item.flatMap({ shelf[$0] }), item.content.text != nil,
            dragOut?.carried?.items.contains(item.id) != true, let frame = shelf.frame(of: item.id)
        else { return }
        let types = dragBeside.begin(
            [item], by: item.id, serial: press.serial, from: window, grip: press.start - frame.origin, mayGrow: false,
            frame: { [shelf] in shelf.frame(of: $0) }, container: shelf.zone.contains(item.id) ? .zone : .table
        ) { context in
            CardPainter(context: context, time: 0).draw(item, in: Rectangle(origin: .zero, size: frame.size))
        }
        report(
            "drag-begin", ["types": .strings(types), "actions": .strings(["copy", "move"]), "beside": .truth(true)])
        window.setNeedsDisplay()
    }

    private func handleBeside(_ event: DragOut.Event) {
        switch event {
        case .finished(let items, let action):
            reportEnd(action)
            if !isLandedHere(items), action.contains(.move) {
                history.record(shelf)
                change { for item in items { $0.remove(item) } }
            }
            reportShelf()
            window.setNeedsDisplay()
        case .action, .dropPerformed, .deselect, .progress, .failed, .cancelled: handle(event)
        }
    }

    /// What a drop would do is shown for the first drag only.
    private func handleBeside(_ event: DropIn.Event) {
        switch event {
        case .moved: break
        // The other device tells the same.
        case .selectionChanged: break
        case .left:
            zones?.reset(.beside)
            report("drag-leave")
        case .dropped(let drop):
            reportDrop(drop)
            take(drop, by: dropBeside, .beside)
            zones?.reset(.beside)
            reportShelf()
        case .entered, .action, .items, .progress, .received, .failed: handle(event)
        }
    }
}
