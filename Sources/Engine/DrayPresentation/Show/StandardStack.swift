// SPDX-License-Identifier: MIT

import DrayCore

/// A drag image at rest without client content. Equal values share one drawing (``PictureStore``).
struct StandardStack: Hashable {
    private let front: StandardImage
    private let size: Size
    private let hotspot: Point
    /// The images on the sheets behind the first, from front to back.
    private let behind: [StandardImage]

    /// The maximum side in points: a larger size requested by a target is drawn for that drag alone.
    private static let sideLimit = 256.0

    /// Nil if a client has drawn a part of it, or it is too large to be cached for other drags.
    /// - Parameter looks: The looks of the items, the front one first.
    init?(_ image: DragImage, items: Int = 1, looks: [ItemLook] = []) {
        guard case .standard(let front) = image.content, max(image.size.width, image.size.height) <= Self.sideLimit
        else {
            return nil
        }
        var behind: [StandardImage] = []
        for sheet in 1..<TimelineFlock.sheets(for: items) {
            switch looks.indices.contains(sheet) ? looks[sheet] : .unknown {
            case .unknown: behind.append(front)
            case .standard(let image): behind.append(image)
            case .picture: return nil
            }
        }
        self.front = front
        self.size = image.size
        self.hotspot = image.hotspot
        self.behind = behind
    }

    /// Creates one sheet alone, for an item of a flock whose first item looks like `image`.
    init?(sheet look: ItemLook, of image: DragImage) {
        switch look {
        case .unknown: self.init(image)
        case .standard(let standard):
            guard case .standard = image.content else { return nil }
            self.init(DragImage(standard, size: image.size, hotspot: image.hotspot))
        case .picture: return nil
        }
    }

    func drawn(by painter: ImagePainter) -> Picture? {
        painter.stack(
            of: DragImage(front, size: size, hotspot: hotspot), items: behind.count + 1,
            looks: [.standard(front)] + behind.map { .standard($0) })
    }
}
