// SPDX-License-Identifier: MIT

/// The options of a device. Nil values keep libinput's default; options that a device does not have are ignored.
public struct DeviceConfiguration: Equatable, Sendable {
    /// The output that the device belongs to, instead of udev's `WL_OUTPUT`. Passed on to the host; libinput does not
    /// use it.
    public var outputName: String?
    /// The mapping from the device's surface to the output.
    public var calibration: CalibrationMatrix?

    /// The pointer speed from -1 (slow) to 1 (fast). Values outside of this range are clamped.
    public var pointerSpeed: Double?
    /// The acceleration profile.
    public var acceleration: Acceleration?
    /// Whether the left and right buttons are swapped.
    public var leftHanded: Bool?
    /// Whether pressing the left and right buttons together emulates the middle button.
    public var middleButtonEmulation: Bool?

    /// Whether the content follows the fingers, as on a touchscreen.
    public var naturalScroll: Bool?
    /// The scroll method.
    public var scrollMethod: ScrollMethod?

    /// Whether taps click: with one finger the left button, with two the right, with three the middle one.
    public var tapToClick: Bool?
    /// Whether tapping, touching again and moving drags without a button.
    public var tapAndDrag: Bool?
    /// Whether a drag by tapping continues for a moment after the finger is lifted.
    public var tapDragLock: Bool?
    /// Whether a touchpad is disabled while the user types.
    public var disableWhileTyping: Bool?

    /// An acceleration profile.
    public enum Acceleration: Equatable, Sendable {
        /// The pointer moves in proportion to the device.
        case flat
        /// Fast movements are accelerated.
        case adaptive
    }

    /// A scroll method.
    public enum ScrollMethod: Equatable, Sendable {
        /// No scrolling.
        case none
        /// Two fingers that move together.
        case twoFingers
        /// One finger along the right or bottom edge.
        case edge
        /// Motion while a button is held.
        case onButtonDown
    }

    /// The first two rows of the matrix that maps a position on the device (0 to 1 on both axes) to one on its output:
    /// x' = a·x + b·y + c, y' = d·x + e·y + f.
    public struct CalibrationMatrix: Equatable, Sendable {
        /// The first row is a, b, c; the second is d, e, f.
        public var a: Float
        public var b: Float
        public var c: Float
        public var d: Float
        public var e: Float
        public var f: Float

        /// The device covers its whole output.
        public static let identity = CalibrationMatrix(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

        public init(a: Float, b: Float, c: Float, d: Float, e: Float, f: Float) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }
    }

    /// Creates a configuration that keeps libinput's defaults.
    public init() {}
}
