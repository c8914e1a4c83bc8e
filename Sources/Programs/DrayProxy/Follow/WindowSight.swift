// SPDX-License-Identifier: MIT

package import DrayCore

/// A position in a window, as recordings store it.
package struct WindowPlace: Equatable, Sendable {
    /// The window's title, and its application id; empty if the client has not set them.
    package var title: String
    package var appID: String
    /// In surface coordinates, including a shadow that the client draws.
    package var x: Double
    package var y: Double
    /// The size of the window's surface, including its shadow; zero if unknown.
    package var size: Size

    package init(title: String, appID: String, x: Double, y: Double, size: Size = Size(width: 0, height: 0)) {
        self.title = title
        self.appID = appID
        self.x = x
        self.y = y
        self.size = size
    }
}

/// The state of the client's windows and the pointer positions in them, for recordings.
struct WindowSight {
    private struct Names {
        var title = ""
        var appID = ""
    }

    /// A point in surface coordinates.
    struct SurfacePoint {
        var surface: SurfaceID
        var point: Point
    }

    private var windows: [SurfaceID: Names] = [:]
    /// The sizes of windows: those of their window geometry, and those that the compositor has configured.
    private var geometries: [SurfaceID: Size] = [:]
    private var configured: [SurfaceID: Size] = [:]
    /// The positions of subsurfaces relative to their parents.
    private var offsets: [SurfaceID: Point] = [:]
    /// The pointer position of each seat, and the position of its last button press.
    private var pointers: [SeatName: SurfacePoint] = [:]
    private var presses: [SeatName: SurfacePoint] = [:]
    /// The maximum depth of nested subsurfaces. Surfaces that are deeper, or in a cycle, have no position.
    private static let depth = 32
    /// The source that the client drags, and the last action that the compositor has sent it.
    private var source: (id: UInt32, action: DragAction?)?
    /// The drag position of each data device.
    private var drags: [UInt32: SurfacePoint] = [:]

    mutating func add(_ window: SurfaceID) { windows[window] = Names() }
    /// The shadow is assumed to be equally wide on opposite sides.
    mutating func shape(_ window: SurfaceID, at point: Point, _ size: Size) {
        geometries[window] = Size(width: size.width + 2 * max(point.x, 0), height: size.height + 2 * max(point.y, 0))
    }
    mutating func configure(_ window: SurfaceID, _ size: Size) { configured[window] = size }
    /// The maximum length of a title, so that announcements stay short. The length is in Unicode scalars, since a
    /// character may consist of any number of them.
    private static let nameLimit = 256

    static func cut(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(nameLimit)))
    }

    mutating func name(_ window: SurfaceID, title: String) {
        windows[window]?.title = Self.cut(title)
    }
    mutating func name(_ window: SurfaceID, appID: String) {
        windows[window]?.appID = Self.cut(appID)
    }
    /// The title of a window; empty if it has none, or if the surface is not a window.
    func title(of window: SurfaceID) -> String { windows[window]?.title ?? "" }
    mutating func put(_ subsurface: SurfaceID, at point: Point) { offsets[subsurface] = point }
    mutating func pointer(of seat: SeatName, is point: SurfacePoint?) { pointers[seat] = point }
    mutating func pointerMoved(of seat: SeatName, to point: Point) { pointers[seat]?.point = point }
    mutating func pressed(on seat: SeatName) { presses[seat] = pointers[seat] }
    mutating func released(on seat: SeatName) { presses[seat] = nil }

    /// Records that a drag begins with this source.
    mutating func begin(_ id: UInt32) { source = (id, nil) }
    mutating func told(_ id: UInt32, _ action: DragAction?) { if source?.id == id { source?.action = action } }
    /// - Returns: whether the source was dragged, and the last action that it was sent.
    mutating func end(_ id: UInt32) -> (wasDragged: Bool, action: DragAction?) {
        guard let source, source.id == id else { return (false, nil) }
        self.source = nil
        return (true, source.action)
    }

    mutating func drag(of device: UInt32, is point: SurfacePoint?) { drags[device] = point }
    mutating func dragMoved(of device: UInt32, to point: Point) { drags[device]?.point = point }

    mutating func forget(_ surface: SurfaceID) {
        windows[surface] = nil
        geometries[surface] = nil
        configured[surface] = nil
        offsets[surface] = nil
    }

    func press(on seat: SeatName, in forest: SurfaceForest) -> WindowPlace? {
        presses[seat].flatMap { place($0, forest) }
    }
    func drag(of device: UInt32, in forest: SurfaceForest) -> WindowPlace? {
        drags[device].flatMap { place($0, forest) }
    }

    /// Converts a point to a position in its window; nil if the position of the surface is unknown, as that of popups,
    /// which the compositor places.
    private func place(_ place: SurfacePoint, _ forest: SurfaceForest) -> WindowPlace? {
        var (surface, point) = (place.surface, place.point)
        for _ in 0..<Self.depth {
            if let names = windows[surface] {
                let size = geometries[surface] ?? configured[surface] ?? Size(width: 0, height: 0)
                return WindowPlace(title: names.title, appID: names.appID, x: point.x, y: point.y, size: size)
            }
            guard let offset = offsets[surface], let parent = forest.parent(of: surface) else { return nil }
            (surface, point) = (parent, point + offset)
        }
        return nil
    }
}
