// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// The current state of a surface: the result of all its commits.
public struct SurfaceState {
    /// Nil while the surface has no content.
    public internal(set) var pixels: PixelBuffer?
    /// The buffer scale.
    public internal(set) var scale: Int32 = 1
    /// The buffer transform.
    public internal(set) var transform = WlOutput.Transform.normal
    /// The part of the transformed and scaled buffer that is shown; nil for all of it.
    public internal(set) var source: Rectangle?
    /// The viewport's destination size; nil for none.
    public internal(set) var destination: Size?
    /// In points, after scale, transform and viewport.
    public internal(set) var size = Size.zero

    /// Nil for the whole surface.
    var inputRegion: Region?

    /// The size of the transformed and scaled buffer in points, before the viewport is applied.
    package var bufferSize: Size {
        guard let pixels else { return .zero }
        let scale = Double(max(scale, 1))
        let size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
        return transform.swapsSides ? Size(width: size.height, height: size.width) : size
    }

    /// The size that results from the other values.
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
