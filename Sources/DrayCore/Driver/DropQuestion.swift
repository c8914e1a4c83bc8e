// SPDX-License-Identifier: MIT

// What presses answer, once the content was let go of and the person is asked (HIG-27). Events that a row does not name change
// nothing there.
//
//   state      event                                             next       answer
//   ---------  ------------------------------------------------  ---------  ---------------------------------
//   waiting    a press near the image, or of a finger            meant      –
//              any other press                                   astray     –
//   meant      the hand leaves the image's place                 astray     –
//              the last that is down goes up, near the image     waiting    yes
//              the same, and nobody said where that is           waiting    no
//   astray     the last that is down goes up                     waiting    no
//   both       what is down is called off, or its device gone    waiting    none, once nothing is down

/// The question whether content is to be dropped where that cannot be undone, and what the person has done about it: a value.
///
/// A press answers when it is let go, so that nobody else ever hears of half a click. One that slides away from the image is a
/// no, as with any button on a screen.
public struct DropQuestion: Equatable, Sendable {
    /// Where a click or tap is a yes. Global, in points.
    public let area: Rectangle
    /// Nil where nobody has said where it is.
    private var hand: Point?
    private var presses: [DragDevice] = []
    private var isAstray = false

    /// From the point where the content was let go of to every side, at least: there is the question mark. In points.
    public static let nearest = 40.0
    /// To every side at most, so that an image as large as a window leaves room for a no. In points.
    public static let farthest = 128.0
    /// Around the image, in points.
    public static let margin = 8.0

    /// - Parameters:
    ///   - place: where the content was let go of. Global.
    ///   - image: what is seen of it there. Global; empty for nothing.
    public init(at place: Point, image: Rectangle) {
        let least = Self.square(Self.nearest, around: place)
        let most = Self.square(Self.farthest, around: place).intersection(image.outset(by: Self.margin))
        area = image.isEmpty || most.isEmpty ? least : least.union(most)
        hand = place
    }

    /// Whether something is down that answers when it is up.
    public var isPressed: Bool { !presses.isEmpty }

    /// The pointer, pen or finger is here; nil: nobody knows where.
    mutating func moved(to point: Point?) {
        hand = point
        if isPressed, !isNear { isAstray = true }
    }

    mutating func pressed(_ device: DragDevice) {
        if !presses.contains(device) { presses.append(device) }
        // Where a finger has come down is told next.
        if device.kind == .touch { hand = nil } else if !isNear { isAstray = true }
    }

    /// - Returns: whether the content is to be dropped; nil for no answer yet.
    mutating func released(_ device: DragDevice) -> Bool? {
        guard withdraw({ $0 == device }), presses.isEmpty else { return nil }
        defer { isAstray = false }
        return isNear && !isAstray
    }

    /// Called off, or gone with its device: that is no answer.
    /// - Returns: whether it was down.
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
