// SPDX-License-Identifier: MIT

public import WaylandClient

// Creates an item in one call.

extension DrayDragSourceV1 {
    /// Creates an item and commits it.
    @discardableResult
    public func makeItem(
        _ name: String = "", kind: String? = nil, at place: (x: Int32, y: Int32, width: Int32, height: Int32)? = nil,
        preview: WlSurface? = nil
    ) -> DrayDragItemV1 {
        let item = createItem()
        item.setName(name: name)
        if let kind { item.setKind(mimeType: kind) }
        if let place { item.setPlace(x: place.x, y: place.y, width: place.width, height: place.height) }
        if let preview { item.setPreview(surface: preview) }
        item.commit()
        return item
    }
}
