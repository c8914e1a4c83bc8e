// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer

// The individual items named by a source with the extension (HIG-07, HIG-08, HIG-38).

/// The displayed items of a drag.
struct SeenItems {
    /// The items, the front one first.
    var list: [DragItems.Item] = []
    /// Whether the items must be reloaded before the next frame. A client may change them more often than frames are
    /// made.
    var areDue = false
    /// The last item added beyond the displayed ones, until its arrival is animated.
    var joiner: DragItems.Item?

    func has(preview: SurfaceID) -> Bool { list.contains { $0.preview == preview } }
}

extension Drag {
    /// Handles items that were added, removed or changed.
    func itemsChanged() {
        guard session.phase == .underWay, let items = content?.extensionObject?.items else { return }
        seenItems.areDue = true
        link.frameNeeded()
        deliver(.itemCountChanged(max(items.count, 1)))
        tellItems()
    }

    /// Handles a change of the number of items.
    func itemCountChanged() {
        guard session.itemCount != show.itemCount else { return }
        let added = session.itemCount - show.itemCount
        let items = added > 0 ? content?.extensionObject?.items.last(min(added, ItemLooks.limit)) ?? [] : []
        let places = places(of: items)
        if show.itemCount >= ItemLooks.limit, places.last ?? nil != nil { seenItems.joiner = items.last }
        show.setItemCount(session.itemCount, origins: places, time: link.now)
        link.frameNeeded()
        tellItems()
    }

    /// Sends the items to a target with the extension.
    func tellItems() {
        if let offer = session.offerID, let extensionObject = link.engine?.manager.extensionObject(on: offer) {
            tellItems(to: extensionObject)
        }
    }

    func tellItems(to extensionObject: DragOfferExtension) {
        extensionObject.sendItems(session.itemCount, kinds: content?.extensionObject?.items.kinds ?? [:])
    }

    /// Handles a commit of a surface that may be the preview of a displayed item.
    func previewChanged(_ surface: SurfaceID) {
        guard seenItems.has(preview: surface), session.phase == .underWay else { return }
        seenItems.areDue = true
        link.frameNeeded()
    }

    /// Updates the displayed items before a frame.
    func lookAtItems(at time: Instant) {
        guard session.phase == .underWay else { return }
        if seenItems.areDue {
            seenItems.areDue = false
            let looks = ItemLooks(content?.extensionObject?.items, link)
            seenItems.list = looks.items
            show.setLooks(looks.list, time: time)
        }
        guard let joiner = seenItems.joiner else { return }
        seenItems.joiner = nil
        guard let place = places(of: [joiner]).first ?? nil else { return }
        show.join(ItemLooks.look(of: joiner, link), from: place, time: time)
    }

    /// The current positions of the displayed items after the first, as far as known (HIG-16).
    var furtherPlaces: [Point?] { places(of: Array(seenItems.list.dropFirst())) }

    private func places(of items: [DragItems.Item]) -> [Point?] {
        link.engine?.places(of: items, session.origin.surface, on: seat.id) ?? []
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
