// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's `wl_region`.
final class RegionHandler: ResourceHandler {
    private(set) var region = Region()

    func handle(_ request: WlRegion.Request, on object: WlRegion) {
        switch request {
        case .destroy: break
        case .add(let x, let y, let width, let height):
            guard !region.isFull else { return object.client.postNoMemory() }
            region.add(Rectangle(x, y, width, height))
        case .subtract(let x, let y, let width, let height):
            guard !region.isFull else { return object.client.postNoMemory() }
            region.subtract(Rectangle(x, y, width, height))
        }
    }
}

extension Rectangle {
    /// Creates a rectangle from numbers of a client, which may have any value. Double arithmetic cannot overflow.
    init(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
        self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }
}
