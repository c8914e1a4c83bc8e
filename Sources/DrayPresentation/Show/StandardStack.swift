// SPDX-License-Identifier: MIT

import DrayCore

/// A drag image at rest in which nothing is a client's. All that show the same share one drawing (``PictureStore``).
struct StandardStack: Hashable {
    private let front: StandardImage
    private let size: Size
    private let hotspot: Point
    /// What is on the further sheets, the one behind the first first.
    private let behind: [StandardImage]

    /// In points along each axis: what a target wants larger is drawn for that drag alone.
    private static let sideLimit = 256.0

    /// Nil where a client has drawn a part of it, or it is too large to be kept for other drags.
    /// - Parameter looks: of the items, the first in front.
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

    /// One sheet alone, for an item of a flock whose first looks like `image`.
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
