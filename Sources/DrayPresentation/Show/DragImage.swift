// SPDX-License-Identifier: MIT

public import DrayCore

/// What is dragged, as it looks: the client's own picture or a standard one, and where the pointer holds it.
public struct DragImage {
    public let content: Content
    /// The size on the screen in points.
    public let size: Size
    /// From the image's top left corner to the pointer, in points. May lie outside the image, on any side.
    public private(set) var hotspot: Point

    public enum Content {
        /// The client's own surface, which the host shows, with its content of that generation. A host that goes on
        /// showing what was on it before counts them up, and pictures fade over; to any other it is always 0.
        case surface(generation: UInt64)
        /// A copy of what the client drew.
        case client(Pixels)
        /// The client gave no icon, or one that cannot be kept.
        case standard(StandardImage)
    }

    /// A standard image, for a NULL icon.
    public init(_ image: StandardImage) {
        content = .standard(image)
        size = StandardImage.size
        hotspot = StandardImage.hotspot
    }

    /// The client's own icon surface, shown by the host; Dray never sees its pixels.
    /// - Parameters:
    ///   - surface: its size in points.
    ///   - generation: of its content; another where the host still has what was on it before.
    ///   - offset: the sum of all offsets the surface was given, in points.
    public init(surface size: Size, generation: UInt64 = 0, offset: Point = .zero) {
        content = .surface(generation: generation)
        self.size = size
        hotspot = Point.zero - offset
    }

    /// A copy of a client's icon, or nil when the buffer is not sound (see `Pixels.init(copying:)`).
    ///
    /// `offset` is the sum of all offsets the surface was given (`wl_surface.attach` and `wl_surface.offset`), in
    /// points: the icon's top left corner lies at the pointer plus this, so it is usually negative.
    public init?(copying buffer: ClientBuffer, offset: Point = .zero) {
        guard let pixels = Pixels(copying: buffer) else { return nil }
        self.init(pixels: pixels, size: buffer.size, offset: offset)
    }

    /// A picture that a host has already; it is kept, not copied.
    public init(pixels: Pixels, size: Size, offset: Point = .zero) {
        content = .client(pixels)
        self.size = size
        hotspot = Point.zero - offset
    }

    /// A standard image as large as it was before, held where it was.
    init(_ image: StandardImage, size: Size, hotspot: Point) {
        content = .standard(image)
        self.size = size
        self.hotspot = hotspot
    }

    /// The same at another size, held at the same place of the picture. A standard image keeps its proportions: it is as large
    /// as there is room for it, and never so small that nobody could tell what it is.
    public func scaled(to size: Size) -> DragImage {
        guard !self.size.isEmpty else { return self }
        let offset = Point(
            x: -hotspot.x * size.width / self.size.width, y: -hotspot.y * size.height / self.size.height)
        return switch content {
        case .surface(let generation): DragImage(surface: size, generation: generation, offset: offset)
        case .client(let pixels): DragImage(pixels: pixels, size: size, offset: offset)
        case .standard(let image): scaled(image, into: size)
        }
    }

    private func scaled(_ image: StandardImage, into size: Size) -> DragImage {
        let (wide, high) = (StandardImage.size.width, StandardImage.size.height)
        let factor = max(min(size.width / wide, size.height / high), StandardImage.least)
        return DragImage(
            image, size: Size(width: wide * factor, height: high * factor),
            hotspot: Point(x: StandardImage.hotspot.x * factor, y: StandardImage.hotspot.y * factor))
    }

    /// Moves the image by a further offset of its surface (`wl_surface.offset`), in points.
    public mutating func add(offset: Point) {
        hotspot = hotspot - offset
    }
}
