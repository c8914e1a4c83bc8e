// SPDX-License-Identifier: MIT

/// What a motion leads to. A small value without references: a motion happens up to 8000 times a second, and allocates
/// nothing.
public struct MotionEffect: Hashable, Sendable, BitwiseCopyable {
    /// The surface to send `wl_data_device.motion` for, if any.
    public var recipient: SurfaceID?
    public var image: Image

    /// What the motion means to the drag image.
    public enum Image: Hashable, Sendable, BitwiseCopyable {
        /// It stays hidden: the pointer has not moved far enough, or there is no drag under way.
        case staysHidden
        /// It appears now, where the pointer is (HIG-11).
        case appears
        /// It follows.
        case moves
    }

    /// Nothing: the drag was dropped or has ended.
    public static let none = MotionEffect(recipient: nil, image: .staysHidden)

    public init(recipient: SurfaceID?, image: Image) {
        self.recipient = recipient
        self.image = image
    }
}
