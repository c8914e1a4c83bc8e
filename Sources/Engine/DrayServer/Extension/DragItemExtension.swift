// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The pending state of one item, `dray_drag_item_v1`. The committed state is in the source's extension object.
final class DragItemExtension: ResourceHandler {
    private let object: DrayDragItemV1
    private weak var owner: DragSourceExtension?
    private let quota: ExtensionQuota
    private var item: DragItems.Item

    /// - Parameter quota: The quota that has admitted the item. It counts the item until its object is destroyed and no
    ///   drag contains it.
    init(_ object: DrayDragItemV1, of owner: DragSourceExtension, quota: ExtensionQuota) {
        self.object = object
        self.owner = owner
        self.quota = quota
        item = DragItems.Item(id: DragItems.ItemID(object.resource.id))
    }

    func handle(_ request: DrayDragItemV1.Request, on object: DrayDragItemV1) {
        switch request {
        case .setName(let name): item.name = ClientText.shown(name)
        case .setKind(let type): item.kind = Self.kind(type)
        case .setPlace(let x, let y, let width, let height):
            guard width >= 0, height >= 0 else {
                return object.postError(.invalidRectangle, "an item of \(width) by \(height)")
            }
            item.place = Rectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
        case .setPreview(let surface): setPreview(surface)
        case .commit: owner?.commit(item)
        case .destroy: break
        }
    }

    func destroyed(_ object: DrayDragItemV1) {
        if owner?.remove(item.id) ?? true { quota.returnItems(1, of: object.client) }
    }

    private func setPreview(_ surface: WlSurface?) {
        guard let surface else { return item.preview = nil }
        guard owner?.mayBePreview(surface) ?? true else {
            return object.postError(.role, "the surface has another role")
        }
        item.preview = SurfaceID(surface.resource.id)
    }

    private static func kind(_ name: String) -> MimeType? {
        1...kindLimit ~= name.utf8.count ? MimeType(name) : nil
    }

    /// The maximum length of a kind in bytes: the longest possible media type name.
    private static let kindLimit = 255
}
