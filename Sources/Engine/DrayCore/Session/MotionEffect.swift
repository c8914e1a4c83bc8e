// SPDX-License-Identifier: MIT

/// The effect of a motion. A small value without references: motions occur up to 8000 times a second and must not
/// allocate.
public struct MotionEffect: Hashable, Sendable, BitwiseCopyable {
    /// The surface that `wl_data_device.motion` is sent for, if any.
    public var recipient: SurfaceID?
    public var image: Image

    /// The effect of a motion on the drag image.
    public enum Image: Hashable, Sendable, BitwiseCopyable {
        /// The image stays hidden: the pointer has not moved far enough, or no drag is in progress.
        case staysHidden
        /// The image appears now, at the pointer (HIG-11).
        case appears
        /// The image moves with the pointer.
        case moves
    }

    /// No effect: the drag was dropped or has ended.
    public static let none = MotionEffect(recipient: nil, image: .staysHidden)

    public init(recipient: SurfaceID?, image: Image) {
        self.recipient = recipient
        self.image = image
    }
}
