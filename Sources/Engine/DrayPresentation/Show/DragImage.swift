// SPDX-License-Identifier: MIT

public import DrayCore

/// The image of a drag: the client's or a standard one, and its hotspot.
public struct DragImage {
    public let content: Content
    /// The size on the screen, in points.
    public let size: Size
    /// The offset from the image's top left corner to the pointer, in points. It may lie outside the image, on any
    /// side.
    public private(set) var hotspot: Point

    public enum Content {
        /// The client's own surface, shown by the host, with the given generation of its content. A host that can still
        /// show the previous content increments the generation, and the images cross-fade; for any other host it is
        /// always 0.
        case surface(generation: UInt64)
        /// A copy of the client's buffer.
        case client(Pixels)
        /// For a drag without an icon, or with one that cannot be kept.
        case standard(StandardImage)
    }

    /// Creates a standard image, for a NULL icon.
    public init(_ image: StandardImage) {
        content = .standard(image)
        size = StandardImage.size
        hotspot = StandardImage.hotspot
    }

    /// Creates an image of the client's own icon surface, which the host shows. Dray does not access its pixels.
    /// - Parameters:
    ///   - surface: The size in points.
    ///   - generation: The generation of its content; incremented if the host can still show the previous content.
    ///   - offset: The sum of all offsets of the surface, in points.
    public init(surface size: Size, generation: UInt64 = 0, offset: Point = .zero) {
        content = .surface(generation: generation)
        self.size = size
        hotspot = Point.zero - offset
    }

    /// Copies a client's icon; nil if the buffer is not valid (see `Pixels.init(copying:)`).
    ///
    /// `offset` is the sum of all offsets of the surface (`wl_surface.attach` and `wl_surface.offset`), in points: the
    /// icon's top left corner is at the pointer plus this, so it is usually negative.
    public init?(copying buffer: ClientBuffer, offset: Point = .zero) {
        guard let pixels = Pixels(copying: buffer) else { return nil }
        self.init(pixels: pixels, size: buffer.size, offset: offset)
    }

    /// Creates an image from a host's own pixels, which are kept and not copied.
    public init(pixels: Pixels, size: Size, offset: Point = .zero) {
        content = .client(pixels)
        self.size = size
        hotspot = Point.zero - offset
    }

    /// Creates a standard image with another size and hotspot.
    init(_ image: StandardImage, size: Size, hotspot: Point) {
        content = .standard(image)
        self.size = size
        self.hotspot = hotspot
    }

    /// Returns the image at another size, with the hotspot at the same relative position. A standard image keeps its
    /// proportions: it is fitted into the size, but not below its minimum scale.
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
