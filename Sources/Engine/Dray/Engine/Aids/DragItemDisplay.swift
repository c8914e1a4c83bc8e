// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer

/// The individual items named by a source with the extension (HIG-07, HIG-08, HIG-38), as far as they are displayed.
final class DragItemDisplay {
    /// The displayed items, the front one first.
    var shown: [DragItems.Item] = []
    /// Whether the items must be reloaded before the next frame. A client may change them more often than frames are
    /// made.
    private var areDue = false
    /// The last item added beyond the displayed ones, until its arrival is animated.
    private var joiner: DragItems.Item?

    /// Handles items that were added, removed or changed.
    func changed(_ drag: Drag) {
        guard drag.session.phase == .underWay, let items = drag.content?.extensionObject?.items else { return }
        areDue = true
        drag.link.frameNeeded()
        drag.deliver(.itemCountChanged(max(items.count, 1)))
        tellTarget(drag)
    }

    /// Handles a change of the number of items.
    func countChanged(_ drag: Drag) {
        let count = drag.session.itemCount
        guard count != drag.show.itemCount else { return }
        let added = count - drag.show.itemCount
        let items = added > 0 ? drag.content?.extensionObject?.items.last(min(added, ItemLooks.limit)) ?? [] : []
        let places = places(of: items, drag)
        if drag.show.itemCount >= ItemLooks.limit, places.last ?? nil != nil { joiner = items.last }
        drag.show.setItemCount(count, origins: places, time: drag.link.now)
        drag.link.frameNeeded()
        tellTarget(drag)
    }

    /// Sends the items to the current target, if it has the extension.
    private func tellTarget(_ drag: Drag) {
        if let object = drag.aids.extensionObjects.object(of: drag) { tell(object, of: drag) }
    }

    /// Sends the items to a target with the extension.
    func tell(_ object: DragOfferExtension, of drag: Drag) {
        object.sendItems(drag.session.itemCount, kinds: drag.content?.extensionObject?.items.kinds ?? [:])
    }

    /// Handles a commit of a surface that may be the preview of a displayed item.
    func previewChanged(_ surface: SurfaceID, _ drag: Drag) {
        guard shown.contains(where: { $0.preview == surface }), drag.session.phase == .underWay else { return }
        areDue = true
        drag.link.frameNeeded()
    }

    /// Updates the displayed items before a frame.
    func look(at time: Instant, _ drag: Drag) {
        guard drag.session.phase == .underWay else { return }
        if areDue {
            areDue = false
            let looks = ItemLooks(drag.content?.extensionObject?.items, drag.link)
            shown = looks.items
            drag.show.setLooks(looks.list, time: time)
        }
        guard let joiner else { return }
        self.joiner = nil
        guard let place = places(of: [joiner], drag).first ?? nil else { return }
        drag.show.join(ItemLooks.look(of: joiner, drag.link), from: place, time: time)
    }

    /// The current positions of the displayed items after the first, as far as known (HIG-16).
    func furtherPlaces(_ drag: Drag) -> [Point?] { places(of: Array(shown.dropFirst()), drag) }

    private func places(of items: [DragItems.Item], _ drag: Drag) -> [Point?] {
        drag.link.engine?.places(of: items, drag.session.origin.surface, on: drag.seat.id) ?? []
    }
}

/// The images of the displayed items, which are the first few (HIG-08).
struct ItemLooks {
    /// The images, the front one first.
    let list: [ItemLook]
    let items: [DragItems.Item]

    static let limit = TimelineFlock.sheetLimit

    init(_ items: DragItems?, _ link: EngineLink) {
        self.items = items.map { Array($0.list.prefix(Self.limit)) } ?? []
        list = self.items.map { Self.look(of: $0, link) }
    }

    /// Returns the client's preview, or the standard image for the item's kind.
    static func look(of item: DragItems.Item, _ link: EngineLink) -> ItemLook {
        if let preview = item.preview, let surface = link.surfaces[preview],
            let image = link.host?.picture(of: surface),
            case .client(let pixels) = image.content, !image.size.isEmpty
        {
            return .picture(pixels, image.size)
        }
        return item.kind.map { .standard(StandardImage(itemOf: $0)) } ?? .unknown
    }
}
