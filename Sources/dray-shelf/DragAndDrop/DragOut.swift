// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The source's side: items are dragged out, to another place of this window or to another application.
///
/// In the order of the protocol: `begin` makes a `wl_data_source`, names on it the types and the actions, and starts the
/// drag. From then on the compositor tells what the target makes of it, and may ask for the data at any time, also after
/// the drop. `dnd_finished` or `cancelled` ends it.
final class DragOut {
    enum Event {
        /// What would be done now has changed.
        case action(WlDataDeviceManager.DndAction)
        /// The button was released over a target that takes it; the target reads now.
        case dropPerformed
        /// The target has what it wanted.
        case finished([Item.ID], WlDataDeviceManager.DndAction)
        /// The items went elsewhere, and are not selected any more.
        case deselect([Item.ID])
        /// So many bytes are with the target.
        case progress(type: String, bytes: Int, total: Int?)
        /// Nothing came of it, for this reason; `cancelled` follows.
        case failed(DrayDragSourceV1.Reason)
        /// Nobody took it: no target, Escape, a failure.
        case cancelled([Item.ID])
    }

    /// The items that are on their way under the pointer, from `begin` to the drop; nil when there is none.
    var carried: Carried? {
        switch state {
        case .idle, .dropped: nil
        case .carrying(let drag): drag.carried
        }
    }

    struct Carried {
        /// In the order in which they are read.
        fileprivate(set) var items: [Item.ID]
        /// The one that was taken hold of.
        let lead: Item.ID
        /// From that item's top left corner to the pointer, in points.
        let grip: Point
    }

    private let globals: Globals
    private let device: WlDataDevice
    private let loop: EventLoop
    /// Whether what is dragged is described by the surface that it comes from.
    private let describesSurface: Bool
    private let handler: (Event) -> Void
    private var state = State.idle

    private enum State {
        /// Nothing is dragged. Leads to `carrying`.
        case idle
        /// The button is held. Leads to `dropped` (released over a target) or `idle` (cancelled).
        case carrying(Drag)
        /// The target is reading. Leads to `idle` (finished or cancelled), or to `carrying` (the next drag begins).
        case dropped(Drag)
    }

    /// Lives as long as the source: `deinit` ends it, in the compositor too.
    private final class Drag {
        var carried: Carried
        var items: [Item]
        /// What we say of it by the extension.
        var words: SourceWords?
        let source: WlDataSource
        let icon: DragIcon
        var action: WlDataDeviceManager.DndAction = []

        init(_ carried: Carried, _ items: [Item], _ source: WlDataSource, _ icon: DragIcon) {
            self.carried = carried
            self.items = items
            self.source = source
            self.icon = icon
        }

        deinit {
            source.destroy()
        }
    }

    init(
        _ globals: Globals, _ device: WlDataDevice, _ loop: EventLoop, describesSurface: Bool,
        handler: @escaping (Event) -> Void
    ) {
        self.globals = globals
        self.device = device
        self.loop = loop
        self.describesSurface = describesSurface
        self.handler = handler
    }

    /// Starts to drag some items as one.
    /// - Parameters:
    ///   - lead: the one that was taken hold of.
    ///   - serial: of the press that it began with.
    ///   - window: the window that it begins in.
    ///   - grip: from its top left corner to the pointer.
    ///   - mayGrow: whether another finger may add more of them.
    ///   - frame: says where an item lies in the window.
    ///   - container: where they come from.
    ///   - paint: draws the item into the drag image, in points.
    /// - Returns: the types that it is offered as.
    func begin(
        _ items: [Item], by lead: Item.ID, serial: UInt32, from window: Window, grip: Point,
        mayGrow: Bool, frame: (Item.ID) -> Rectangle?, container: WindowZones.Part, paint: (OpaquePointer) -> Void
    ) -> [String] {
        let source = globals.dataDeviceManager.createDataSource()
        // The richest form first (HIG-21).
        let types = Representation.all(of: items.map(\.content), mayGrow: mayGrow && globals.dragManager != nil).map(
            \.mimeType)
        for type in types { source.offer(mimeType: type) }
        source.setActions(dndActions: [.copy, .move])
        let icon = DragIcon(globals, scale: window.scale, grip: grip)
        let drag = Drag(Carried(items: items.map(\.id), lead: lead, grip: grip), items, source, icon)
        // Weakly: the drag keeps the source, and the source its handler.
        source.onEvent { [weak self, weak drag] event in
            if let drag { self?.handle(event, of: drag) }
        }
        if let manager = globals.dragManager {
            // A surface has one such object, and a drop before may not be over.
            if describesSurface, case .dropped(let before) = state { before.words = nil }
            let words = SourceWords(
                manager, describesSurface ? .surface(window.surface) : .source(source), globals,
                scale: window.scale
            ) { [weak self, weak drag] event in
                if let drag { self?.handle(event, of: drag) }
            }
            for item in items { words.add(item, at: frame(item.id) ?? Rectangle(origin: .zero, size: Layout.card)) }
            words.setContainer(container)
            words.setSizes(of: items.map(\.content), as: types)
            drag.words = words
        }
        device.startDrag(source: source, origin: window.surface, icon: icon.surface, serial: serial)
        // The surface has become a drag icon with that request, and may be drawn now.
        icon.draw(paint)
        state = .carrying(drag)
        return types
    }

    /// Another finger has tapped an item: it travels as well, or not any more (HIG-07). One has to remain.
    /// - Returns: whether that has changed anything.
    func toggle(_ item: Item, at frame: Rectangle) -> Bool {
        guard case .carrying(let drag) = state, let words = drag.words, item.content.text != nil else { return false }
        if let index = drag.items.firstIndex(where: { $0.id == item.id }) {
            guard item.id != drag.carried.lead else { return false }
            drag.items.remove(at: index)
            words.remove(item.id)
        } else {
            drag.items.append(item)
            words.add(item, at: frame)
        }
        drag.carried.items = drag.items.map(\.id)
        return true
    }

    /// The drop of what is dragged can be taken back on our side; nil without the extension.
    func takeBack(_ handler: @escaping (TakeBack.Event) -> Bool) -> TakeBack? {
        guard case .carrying(let drag) = state else { return nil }
        return drag.words?.takeBack(handler)
    }

    // MARK: Events

    private func handle(_ event: SourceWords.Event, of drag: Drag) {
        switch event {
        case .deselect: handler(.deselect(drag.carried.items))
        case .progress(let type, let bytes, let total): handler(.progress(type: type, bytes: bytes, total: total))
        case .failed(let reason): handler(.failed(reason))
        }
    }

    private func handle(_ event: WlDataSource.Event, of drag: Drag) {
        switch event {
        case .target:
            // Whether the target takes it, and as what; the compositor shows that already.
            break
        case .send(let type, let descriptor):
            send(drag.items.map(\.content), as: type, into: descriptor.take())
        case .action(let action):
            drag.action = action
            handler(.action(action))
        case .dndDropPerformed:
            state = .dropped(drag)
            handler(.dropPerformed)
        case .dndFinished:
            end(drag)
            handler(.finished(drag.carried.items, drag.action))
        case .cancelled:
            end(drag)
            handler(.cancelled(drag.carried.items))
        }
    }

    private func send(_ contents: [Item.Content], as type: String, into descriptor: Int32?) {
        guard let descriptor else { return }
        // A target may ask for anything. What we never offered it gets as nothing.
        OutgoingData(Representation.bytes(of: contents, as: type), into: descriptor, loop).start()
    }

    /// Another drag may have begun while the target of this one was reading.
    private func end(_ drag: Drag) {
        switch state {
        case .carrying(let current), .dropped(let current): if current === drag { state = .idle }
        case .idle: break
        }
    }
}
