// SPDX-License-Identifier: MIT

// Presses as answers to the question after the release of the content (HIG-27). Events that a row does not name have no
// effect in that state.
//
//   state      event                                             next       answer
//   ---------  ------------------------------------------------  ---------  ---------------------------------
//   waiting    a press near the image, or of a finger            meant      –
//              any other press                                   astray     –
//   meant      the pointer leaves the image's area               astray     –
//              the last press is released, near the image        waiting    yes
//              the same, at an unknown position                  waiting    no
//   astray     the last press is released                        waiting    no
//   both       a press is cancelled, or its device removed       waiting    none, once nothing is pressed

/// The question whether to drop content where the drop cannot be undone, and the state of the user's answer. A value
/// type.
///
/// A press answers on its release, so that clients never receive half a click. A press that slides away from the image
/// means no, as with any button on a screen.
public struct DropQuestion: Equatable, Sendable {
    /// The area in which a click or tap means yes. Global, in points.
    public let area: Rectangle
    /// The position of the pointer, pen or finger; nil if unknown.
    private var hand: Point?
    private var presses: [DragDevice] = []
    private var isAstray = false

    /// The minimum distance of the area's edges from the drop point, in points: it contains the question mark.
    public static let nearest = 40.0
    /// The maximum distance of the area's edges from the drop point, in points. It leaves room for a "no" beside an
    /// image as large as a window.
    public static let farthest = 128.0
    /// The margin around the image, in points.
    public static let margin = 8.0

    /// - Parameters:
    ///   - place: The drop point. Global.
    ///   - image: The visible bounds of the drag image. Global; empty if there is none.
    public init(at place: Point, image: Rectangle) {
        let least = Self.square(Self.nearest, around: place)
        let most = Self.square(Self.farthest, around: place).intersection(image.outset(by: Self.margin))
        area = image.isEmpty || most.isEmpty ? least : least.union(most)
        hand = place
    }

    /// Whether a press is held that answers on its release.
    public var isPressed: Bool { !presses.isEmpty }

    /// Updates the position of the pointer, pen or finger; nil if unknown.
    mutating func moved(to point: Point?) {
        hand = point
        if isPressed, !isNear { isAstray = true }
    }

    mutating func pressed(_ device: DragDevice) {
        if !presses.contains(device) { presses.append(device) }
        // The position of the new finger follows.
        if device.kind == .touch { hand = nil } else if !isNear { isAstray = true }
    }

    /// - Returns: Whether to drop the content; nil if there is no answer yet.
    mutating func released(_ device: DragDevice) -> Bool? {
        guard withdraw({ $0 == device }), presses.isEmpty else { return nil }
        defer { isAstray = false }
        return isNear && !isAstray
    }

    /// Removes presses that were cancelled, or whose device was removed. This is no answer.
    /// - Returns: Whether there was such a press.
    @discardableResult
    mutating func calledOff(where isGone: (DragDevice) -> Bool) -> Bool {
        let wasDown = withdraw(isGone)
        if presses.isEmpty { isAstray = false }
        return wasDown
    }

    func holds(_ device: DragDevice) -> Bool { presses.contains(device) }

    private var isNear: Bool { hand.map(area.contains) ?? false }

    private mutating func withdraw(_ isGone: (DragDevice) -> Bool) -> Bool {
        let count = presses.count
        presses.removeAll(where: isGone)
        return presses.count < count
    }

    private static func square(_ reach: Double, around point: Point) -> Rectangle {
        Rectangle(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    }
}
