// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The source of drags: cards are dragged to another place in this window or to another application.
///
/// In the order of the protocol: `begin` creates a `wl_data_source`, sets its types and actions, and starts the drag.
/// From then on the compositor sends the target's decisions, and may request data at any time, even after the drop.
/// `dnd_finished` or `cancelled` ends the drag.
final class DragOut {
    enum Event {
        /// The content was dropped on an accepting target, which reads it now.
        case dropPerformed
        /// The target has finished.
        case finished(WlDataDeviceManager.DndAction)
        /// The drag ended without a target, by Escape or by a failure.
        case cancelled
        case described(SourceExtension.Event)
    }

    struct Carried {
        /// In reading order.
        fileprivate(set) var items: [Item.ID]
        /// The card that was grabbed.
        let lead: Item.ID
        /// The vector from that card's upper left corner to the pointer, in points.
        let grip: Point
    }

    /// A drag, from `begin` to its end.
    private final class Drag {
        var carried: Carried
        var items: [Item]
        /// The description by the extension.
        var description: SourceExtension?
        let source: WlDataSource
        let icon: CardSurface
        var action: WlDataDeviceManager.DndAction = []
        /// Whether the button was released over a target, which is reading.
        var isDropped = false

        init(_ carried: Carried, _ items: [Item], _ source: WlDataSource, _ icon: CardSurface) {
            self.carried = carried
            self.items = items
            self.source = source
            self.icon = icon
        }

        deinit {
            source.destroy()
        }
    }

    private let globals: Globals
    private let device: WlDataDevice
    private let loop: EventLoop
    /// Whether the drag is described by its origin surface.
    private let describesSurface: Bool
    private let handler: (Event, Carried) -> Void
    /// Another drag may begin while the target of the previous one is still reading.
    private var drags: [Drag] = []

    /// - Parameter handler: called with the cards of the drag.
    init(
        _ globals: Globals, _ device: WlDataDevice, _ loop: EventLoop, describesSurface: Bool,
        handler: @escaping (Event, Carried) -> Void
    ) {
        self.globals = globals
        self.device = device
        self.loop = loop
        self.describesSurface = describesSurface
        self.handler = handler
    }

    private var current: Drag? { drags.last { !$0.isDropped } }

    /// The cards that are dragged, from `begin` to the drop; nil if there is no drag.
    var carried: Carried? { current?.carried }

    /// Begins a drag of several cards as one.
    /// - Parameters:
    ///   - items: the cards, with their positions in the window.
    ///   - lead: the card that was grabbed.
    ///   - serial: the serial of the press.
    ///   - window: the origin surface.
    ///   - grip: the vector from the card's upper left corner to the pointer.
    ///   - mayGrow: whether another finger may add cards.
    ///   - container: the container of the cards.
    /// - Returns: the offered types.
    func begin(
        _ items: [(item: Item, frame: Rectangle)], by lead: Item, serial: UInt32, from window: Window, grip: Point,
        mayGrow: Bool, container: Layout.Area
    ) -> [String] {
        let source = globals.dataDeviceManager.createDataSource()
        let texts = items.compactMap(\.item.text)
        let types = Representation.all(of: texts, mayGrow: mayGrow && globals.dragManager != nil).map(\.mimeType)
        for type in types { source.offer(mimeType: type) }
        source.setActions(dndActions: [.copy, .move])
        let carried = Carried(items: items.map(\.item.id), lead: lead.id, grip: grip)
        let drag = Drag(carried, items.map(\.item), source, CardSurface(globals))
        // Weak, since the drag retains the source, and the source its handler.
        source.onEvent { [weak self, weak drag] event in
            if let drag { self?.handle(event, of: drag) }
        }
        if let manager = globals.dragManager {
            // A surface has only one description, and the previous drop may not have ended.
            if describesSurface { for drag in drags { drag.description = nil } }
            let description = SourceExtension(
                manager, describesSurface ? .surface(window.surface) : .source(source), globals, scale: window.scale
            ) { [weak self, weak drag] event in
                if let drag { self?.handler(.described(event), drag.carried) }
            }
            for (item, frame) in items { description.add(item, at: frame) }
            description.setContainer(container)
            description.setSizes(of: texts, as: types)
            drag.description = description
        }
        device.startDrag(source: source, origin: window.surface, icon: drag.icon.surface, serial: serial)
        // The request has made the surface a drag icon, so that it may be drawn now.
        drag.icon.draw(lead, scale: window.scale, grip: grip)
        drags.append(drag)
        return types
    }

    /// Adds a card to the drag, or removes it, after a tap of another finger (HIG-07). The grabbed card remains.
    /// - Returns: whether anything has changed.
    func toggle(_ item: Item, at frame: Rectangle) -> Bool {
        guard let drag = current, let description = drag.description, item.text != nil, item.id != drag.carried.lead
        else { return false }
        if let index = drag.items.firstIndex(where: { $0.id == item.id }) {
            drag.items.remove(at: index)
            description.remove(item.id)
        } else {
            drag.items.append(item)
            description.add(item, at: frame)
        }
        drag.carried.items = drag.items.map(\.id)
        return true
    }

    /// Offers to undo this side of the drop; nil without the extension.
    func undoRecord(_ handler: @escaping (UndoRecord.Event) -> Bool) -> UndoRecord? {
        current?.description?.undoRecord(handler)
    }

    private func handle(_ event: WlDataSource.Event, of drag: Drag) {
        switch event {
        case .target:
            // Whether the target accepts the content, and which type; the compositor shows that.
            break
        case .send(let type, let descriptor):
            guard let descriptor = descriptor.take() else { return }
            let bytes = Representation.bytes(of: drag.items.compactMap(\.text), as: type)
            OutgoingData(bytes, into: descriptor, loop).start()
        case .action(let action): drag.action = action
        case .dndDropPerformed:
            drag.isDropped = true
            handler(.dropPerformed, drag.carried)
        case .dndFinished:
            drags.removeAll { $0 === drag }
            handler(.finished(drag.action), drag.carried)
        case .cancelled:
            drags.removeAll { $0 === drag }
            handler(.cancelled, drag.carried)
        }
    }
}
