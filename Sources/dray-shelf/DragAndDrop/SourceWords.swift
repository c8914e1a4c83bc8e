// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// What the shelf says of what it drags, by `dray_drag_source_v1`: which cards travel, and where they come from.
final class SourceWords {
    enum Event {
        /// The cards went elsewhere: they are not selected any more (HIG-29).
        case deselect
        /// So many bytes are with the target; `total` is nil where nobody knows it (HIG-24).
        case progress(type: String, bytes: Int, total: Int?)
        /// Nothing came of it, and why (HIG-17).
        case failed(DrayDragSourceV1.Reason)
    }

    private let object: DrayDragSourceV1
    private let globals: Globals
    private let scale: Int32
    private var items: [Item.ID: (object: DrayDragItemV1, picture: ItemPicture)] = [:]

    /// What it is said of.
    enum Subject {
        case source(WlDataSource)
        /// Whatever is dragged from there: for who does not see the source, as with most toolkits.
        case surface(WlSurface)
    }

    /// - Parameter scale: of the window that the cards are in.
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
        // First the whole, so that no item is taken out of a drag that goes on.
        object.destroy()
        for item in items.values { item.object.destroy() }
    }

    func setContainer(_ part: WindowZones.Part) { object.setContainer(container: part.rawValue) }

    /// - Parameter frame: where it lies in the window, from where its picture joins the others (HIG-07, HIG-08).
    func add(_ item: Item, at frame: Rectangle) {
        let words = object.createItem()
        words.setName(name: item.content.text?.plain ?? "")
        words.setKind(mimeType: item.content.kind)
        words.setPlace(
            x: Int32(frame.origin.x), y: Int32(frame.origin.y), width: Int32(frame.size.width),
            height: Int32(frame.size.height))
        let picture = ItemPicture(of: item, globals, scale: scale)
        words.setPreview(surface: picture.surface)
        words.commit()
        items[item.id] = (words, picture)
    }

    func remove(_ item: Item.ID) { items.removeValue(forKey: item)?.object.destroy() }

    /// How many bytes there are to read.
    func setSizes(of contents: [Item.Content], as types: [String]) {
        for type in types {
            let count = Representation.bytes(of: contents, as: type).count
            object.setSize(
                mimeType: type, sizeHi: UInt32(truncatingIfNeeded: count >> 32),
                sizeLo: UInt32(truncatingIfNeeded: count))
        }
    }

    func takeBack(_ handler: @escaping (TakeBack.Event) -> Bool) -> TakeBack { TakeBack(object.getDrop(), handler) }
}
