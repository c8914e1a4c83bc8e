// SPDX-License-Identifier: MIT

/// Whether the desktop around a drag is light or dark; the host knows, and may change it during a drag.
public enum Appearance: Equatable, Sendable {
    case light
    case dark
}
