// SPDX-License-Identifier: MIT

/// One picture of a pointer, as a cursor theme holds it.
public struct CursorImage {
    public let pixels: Pixels
    /// The size that the theme's author means, in pixels; the picture may be larger or smaller.
    public let nominalSize: Int
    /// The pixel that points, from the top left corner.
    public let hotspotX: Int
    public let hotspotY: Int
    /// How long it is shown before the next picture of an animation, in milliseconds; 0 where it does not change.
    public let delay: Int
}
