// SPDX-License-Identifier: MIT

/// How a device is to behave. What is nil stays as libinput chose it; what a device does not have is passed over.
public struct DeviceConfiguration: Equatable, Sendable {
    /// The output that the device belongs to, instead of udev's `WL_OUTPUT`. Only told on; libinput does not use it.
    public var outputName: String?
    /// Where the device's surface lies on the output.
    public var calibration: CalibrationMatrix?

    /// -1 (slow) to 1 (fast); what is outside is held at the limit.
    public var pointerSpeed: Double?
    /// How speed counts.
    public var acceleration: Acceleration?
    /// Left and right button change places.
    public var leftHanded: Bool?
    /// Left and right button together are the middle one.
    public var middleButtonEmulation: Bool?

    /// The content follows the fingers, as on a touchscreen.
    public var naturalScroll: Bool?
    /// What fingers or hand do to scroll.
    public var scrollMethod: ScrollMethod?

    /// One finger's tap is the left button, two fingers' the right, three fingers' the middle one.
    public var tapToClick: Bool?
    /// Tap, touch again and move: a drag without a button.
    public var tapAndDrag: Bool?
    /// A drag by tapping survives a lifted finger for a moment.
    public var tapDragLock: Bool?
    /// A touchpad is deaf while somebody types.
    public var disableWhileTyping: Bool?

    /// How speed counts.
    public enum Acceleration: Equatable, Sendable {
        /// The pointer follows the hand in proportion.
        case flat
        /// Fast movements count more.
        case adaptive
    }

    /// What scrolls.
    public enum ScrollMethod: Equatable, Sendable {
        /// Nothing does.
        case none
        /// Two fingers that move together.
        case twoFingers
        /// A finger along the right or lower edge.
        case edge
        /// By moving while a button is held.
        case onButtonDown
    }

    /// The first two rows of a matrix that turns a position on the device (0 to 1 on both axes) into one on its output:
    /// x' = a·x + b·y + c, y' = d·x + e·y + f.
    public struct CalibrationMatrix: Equatable, Sendable {
        /// The first row is a, b, c; the second d, e, f.
        public var a: Float
        public var b: Float
        public var c: Float
        public var d: Float
        public var e: Float
        public var f: Float

        /// The device covers its output.
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

    /// Leaves everything as libinput chose it.
    public init() {}
}
