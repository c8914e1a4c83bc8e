// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// What a client has asked of a surface and not committed yet, or committed and not shown yet.
struct SurfaceUpdate {
    /// Something that an update may set, or leave as it is.
    enum Change<Value> {
        case keep
        case set(Value)

        mutating func merge(_ later: Change) {
            switch later {
            case .keep: break
            case .set: self = later
            }
        }

        func apply(to value: inout Value) {
            switch self {
            case .keep: break
            case .set(let new): value = new
            }
        }
    }

    /// Attached and not committed: the buffer is looked at only then.
    var buffer = Change<WlBuffer?>.keep
    /// Committed.
    var pixels = Change<PixelBuffer?>.keep
    var offset = Point.zero
    var scale = Change<Int32>.keep
    var transform = Change<WlOutput.Transform>.keep
    var inputRegion = Change<Region?>.keep
    var source = Change<Rectangle?>.keep
    var destination = Change<Size?>.keep
    var callbacks: [WlCallback] = []
    var isDamaged = false

    mutating func merge(_ later: SurfaceUpdate) {
        buffer.merge(later.buffer)
        pixels.merge(later.pixels)
        offset = offset + later.offset
        scale.merge(later.scale)
        transform.merge(later.transform)
        inputRegion.merge(later.inputRegion)
        source.merge(later.source)
        destination.merge(later.destination)
        callbacks += later.callbacks
        isDamaged = isDamaged || later.isDamaged
    }

    func apply(to state: inout SurfaceState) {
        pixels.apply(to: &state.pixels)
        scale.apply(to: &state.scale)
        transform.apply(to: &state.transform)
        inputRegion.apply(to: &state.inputRegion)
        source.apply(to: &state.source)
        destination.apply(to: &state.destination)
        state.size = state.derivedSize
    }
}
