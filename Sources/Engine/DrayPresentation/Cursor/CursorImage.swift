// SPDX-License-Identifier: MIT

/// One cursor image of a cursor theme.
public struct CursorImage {
    public let pixels: Pixels
    /// The nominal size in the theme, in pixels; the image may be larger or smaller.
    public let nominalSize: Int
    /// The hotspot, in pixels from the top left corner.
    public let hotspotX: Int
    public let hotspotY: Int
    /// The time until the next image of an animation, in milliseconds; 0 for a static cursor.
    public let delay: Int
}
