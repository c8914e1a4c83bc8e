// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// Pending state, or committed state that is not applied yet.
struct SurfaceUpdate {
    /// A value that an update may change.
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

    /// Attached but not committed. The buffer is read when it is committed.
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

    var changesInputRegion: Bool {
        switch inputRegion {
        case .keep: false
        case .set: true
        }
    }

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
