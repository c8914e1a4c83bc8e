// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The description of a drag by `dray_drag_source_v1`: its cards and their container.
final class SourceExtension {
    enum Event {
        /// The cards have moved, and are no longer selected (HIG-29).
        case deselect
        /// The number of bytes that the target has received; `total` is nil if unknown (HIG-24).
        case progress(type: String, bytes: Int, total: Int?)
        /// The drag has failed, for this reason (HIG-17).
        case failed(DrayDragSourceV1.Reason)
    }

    private let object: DrayDragSourceV1
    private let globals: Globals
    private let scale: Int32
    private var items: [Item.ID: (object: DrayDragItemV1, picture: CardSurface)] = [:]

    /// The object of the description.
    enum Subject {
        case source(WlDataSource)
        /// Any drag from this surface, for clients without access to the source, as with most toolkits.
        case surface(WlSurface)
    }

    /// - Parameter scale: the scale of the window.
    init(
        _ manager: DrayDragManagerV1, _ subject: Subject, _ globals: Globals, scale: Int32,
        handler: @escaping (Event) -> Void
    ) {
        self.globals = globals
        self.scale = scale
        object =
            switch subject {
            case .source(let source): manager.getSource(source: source)
            case .surface(let surface): manager.getOrigin(surface: surface)
            }
        object.onEvent { event in
            switch event {
            case .deselect: handler(.deselect)
            case .progress(let type, let high, let low, let totalHigh, let totalLow):
                let total = Int(totalHigh) << 32 | Int(totalLow)
                handler(.progress(type: type, bytes: Int(high) << 32 | Int(low), total: total == 0 ? nil : total))
            case .failed(let reason): handler(.failed(reason))
            }
        }
    }

    deinit {
        // The description is destroyed before its items, so that no item is removed from a drag that continues.
        object.destroy()
        for item in items.values { item.object.destroy() }
    }

    func setContainer(_ area: Layout.Area) { object.setContainer(container: area.rawValue) }

    /// - Parameter frame: the card's position in the window, from where its preview joins the others (HIG-07, HIG-08).
    func add(_ item: Item, at frame: Rectangle) {
        let card = object.createItem()
        card.setName(name: item.text ?? "")
        card.setKind(mimeType: "text/plain")
        card.setPlace(
            x: Int32(frame.origin.x), y: Int32(frame.origin.y), width: Int32(frame.size.width),
            height: Int32(frame.size.height))
        let picture = CardSurface(globals)
        picture.draw(item, scale: scale)
        card.setPreview(surface: picture.surface)
        card.commit()
        items[item.id] = (card, picture)
    }

    func remove(_ item: Item.ID) { items.removeValue(forKey: item)?.object.destroy() }

    /// Sends the number of bytes for each type.
    func setSizes(of texts: [String], as types: [String]) {
        for type in types {
            let count = Representation.bytes(of: texts, as: type).count
            object.setSize(
                mimeType: type, sizeHi: UInt32(truncatingIfNeeded: count >> 32),
                sizeLo: UInt32(truncatingIfNeeded: count))
        }
    }

    func undoRecord(_ handler: @escaping (UndoRecord.Event) -> Bool) -> UndoRecord {
        UndoRecord(object.getDrop(), handler)
    }
}
