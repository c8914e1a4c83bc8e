// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// What is in effect on a surface: the outcome of all its commits.
public struct SurfaceState {
    /// Nil while the surface shows nothing.
    public internal(set) var pixels: PixelBuffer?
    /// Pixels of the buffer for a point of the surface.
    public internal(set) var scale: Int32 = 1
    /// How the client has turned the content before it drew it into the buffer.
    public internal(set) var transform = WlOutput.Transform.normal
    /// The part of the turned and scaled buffer that is shown; nil for all of it.
    public internal(set) var source: Rectangle?
    /// The size that the client stretches it to; nil for none.
    public internal(set) var destination: Size?
    /// In points, after scale, transform and viewport.
    public internal(set) var size = Size.zero

    /// Nil for everywhere.
    var inputRegion: Region?

    /// The turned and scaled buffer's size in points, before the viewport cuts and stretches it.
    package var bufferSize: Size {
        guard let pixels else { return .zero }
        let scale = Double(max(scale, 1))
        let size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
        return transform.swapsSides ? Size(width: size.height, height: size.width) : size
    }

    /// What the size follows from the rest.
    var derivedSize: Size {
        guard pixels != nil else { return .zero }
        return destination ?? source?.size ?? bufferSize
    }

    func acceptsInput(at point: Point) -> Bool {
        guard Rectangle(origin: .zero, size: size).contains(point) else { return false }
        return inputRegion?.contains(point) ?? true
    }
}

extension WlOutput.Transform {
    var swapsSides: Bool {
        switch self {
        case .normal, ._180, .flipped, .flipped180: false
        case ._90, ._270, .flipped90, .flipped270: true
        }
    }
}
