// SPDX-License-Identifier: MIT

/// Whether the desktop around a drag is light or dark; the host knows, and may change it during a drag.
public enum Appearance: Equatable, Sendable {
    case light
    case dark
}

/// How much what is drawn stands out from what is around it.
public enum Contrast: Equatable, Sendable {
    case standard
    /// Darker fills, hard edges, a thicker ring, and images that nothing shines through.
    case high
}
