// SPDX-License-Identifier: MIT

/// The appearance of the desktop, light or dark; the host may change it during a drag.
public enum Appearance: Equatable, Sendable {
    case light
    case dark
}

/// The contrast of drawings with their background.
public enum Contrast: Equatable, Sendable {
    case standard
    /// Darker fills, hard edges, a thicker ring, and opaque images.
    case high
}
