// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer

// The items that a source with the extension names, one by one (HIG-07, HIG-08, HIG-38).

/// What is seen of the items of one drag.
struct SeenItems {
    /// The first in front.
    var list: [DragItems.Item] = []
    /// Whether they are to be looked at before the next frame: a client may change them more often than anybody sees.
    var areDue = false
    /// The last that was added beyond those that are seen, until it is shown to join them.
    var joiner: DragItems.Item?

    func has(preview: SurfaceID) -> Bool { list.contains { $0.preview == preview } }
}

extension Drag {
    /// Items were added or removed, or are others.
    func itemsChanged() {
        guard session.phase == .underWay, let items = content?.words?.items else { return }
        seenItems.areDue = true
        link.frameNeeded()
        deliver(.itemCountChanged(max(items.count, 1)))
        tellItems()
    }

    /// So many items travel now.
    func itemCountChanged() {
        guard session.itemCount != show.itemCount else { return }
        let added = session.itemCount - show.itemCount
        let items = added > 0 ? content?.words?.items.last(min(added, ItemLooks.limit)) ?? [] : []
        let places = places(of: items)
        if show.itemCount >= ItemLooks.limit, places.last ?? nil != nil { seenItems.joiner = items.last }
        show.setItemCount(session.itemCount, origins: places, time: link.now)
        link.frameNeeded()
        tellItems()
    }

    /// A target with the extension hears of what travels.
    func tellItems() {
        if let offer = session.offerID, let words = link.engine?.manager.words(on: offer) { tellItems(to: words) }
    }

    func tellItems(to words: DragOfferWords) {
        words.sendItems(session.itemCount, kinds: content?.words?.items.kinds ?? [:])
    }

    /// A client has drawn on a surface that may be the preview of an item which is seen.
    func previewChanged(_ surface: SurfaceID) {
        guard seenItems.has(preview: surface), session.phase == .underWay else { return }
        seenItems.areDue = true
        link.frameNeeded()
    }

    /// Before a frame: the items as they are by now.
    func lookAtItems(at time: Instant) {
        guard session.phase == .underWay else { return }
        if seenItems.areDue {
            seenItems.areDue = false
            let looks = ItemLooks(content?.words?.items, link)
            seenItems.list = looks.items
            show.setLooks(looks.list, time: time)
        }
        guard let joiner = seenItems.joiner else { return }
        seenItems.joiner = nil
        guard let place = places(of: [joiner]).first ?? nil else { return }
        show.join(ItemLooks.look(of: joiner, link), from: place, time: time)
    }

    /// Where the further items of those that are seen lie now, as far as that can be seen (HIG-16).
    var furtherPlaces: [Point?] { places(of: Array(seenItems.list.dropFirst())) }

    private func places(of items: [DragItems.Item]) -> [Point?] {
        link.engine?.places(of: items, session.origin.surface, on: seat.id) ?? []
    }
}

/// What the items look like that are seen: the first few (HIG-08).
struct ItemLooks {
    /// The first in front.
    let list: [ItemLook]
    let items: [DragItems.Item]

    static let limit = TimelineFlock.sheetLimit

    init(_ items: DragItems?, _ link: EngineLink) {
        self.items = items.map { Array($0.list.prefix(Self.limit)) } ?? []
        list = self.items.map { Self.look(of: $0, link) }
    }

    /// What its client has drawn, or what suits its kind.
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
