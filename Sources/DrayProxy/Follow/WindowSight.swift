// SPDX-License-Identifier: MIT

package import DrayCore

/// A place on a window, as a recording names it.
package struct WindowPlace: Equatable, Sendable {
    /// What the window is called, and which application it says it is of; empty where it does not say.
    package var title: String
    package var appID: String
    /// In the space of the window's surface, in points: with its shadow, if the client draws one.
    package var x: Double
    package var y: Double
    /// How large the window is in that space, with its shadow; zero where nobody has told.
    package var size: Size

    package init(title: String, appID: String, x: Double, y: Double, size: Size = Size(width: 0, height: 0)) {
        self.title = title
        self.appID = appID
        self.x = x
        self.y = y
        self.size = size
    }
}

/// What a client has told of its windows, and where pointers are over them: for recordings only.
struct WindowSight {
    private struct Names {
        var title = ""
        var appID = ""
    }

    /// A point of a surface, in its own space.
    struct SurfacePoint {
        var surface: SurfaceID
        var point: Point
    }

    private var windows: [SurfaceID: Names] = [:]
    /// How large windows are: as they tell themselves, and as the compositor would have them.
    private var geometries: [SurfaceID: Size] = [:]
    private var configured: [SurfaceID: Size] = [:]
    /// Where subsurfaces lie on their parents.
    private var offsets: [SurfaceID: Point] = [:]
    /// Where the pointer of a seat is, and where its button went down last.
    private var pointers: [SeatName: SurfacePoint] = [:]
    private var presses: [SeatName: SurfacePoint] = [:]
    /// Subsurfaces in subsurfaces; deeper, or in a circle, they lie nowhere.
    private static let depth = 32
    /// The source that the client drags, and what the compositor has told it last.
    private var source: (id: UInt32, action: DragAction?)?
    /// Where the drag of a data device is.
    private var drags: [UInt32: SurfacePoint] = [:]

    mutating func add(_ window: SurfaceID) { windows[window] = Names() }
    /// Its shadow is about as wide at one side as at the other.
    mutating func shape(_ window: SurfaceID, at point: Point, _ size: Size) {
        geometries[window] = Size(width: size.width + 2 * max(point.x, 0), height: size.height + 2 * max(point.y, 0))
    }
    mutating func configure(_ window: SurfaceID, _ size: Size) { configured[window] = size }
    /// Longer names are cut: nobody wants to hear them to their end. Scalars are counted, as a character may be made of any
    /// number of them.
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
    /// What a window is called; empty where it has no name, or is none.
    func title(of window: SurfaceID) -> String { windows[window]?.title ?? "" }
    mutating func put(_ subsurface: SurfaceID, at point: Point) { offsets[subsurface] = point }
    mutating func pointer(of seat: SeatName, is point: SurfacePoint?) { pointers[seat] = point }
    mutating func pointerMoved(of seat: SeatName, to point: Point) { pointers[seat]?.point = point }
    mutating func pressed(on seat: SeatName) { presses[seat] = pointers[seat] }
    mutating func released(on seat: SeatName) { presses[seat] = nil }

    /// A drag begins with that source.
    mutating func begin(_ id: UInt32) { source = (id, nil) }
    mutating func told(_ id: UInt32, _ action: DragAction?) { if source?.id == id { source?.action = action } }
    /// - Returns: whether that source was dragged, and the action that it was told last.
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

    /// The point on its window; nil where it is not known how the surface lies on it: popups are put by compositors.
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
