// SPDX-License-Identifier: MIT

/// Violations of protocols that a compositor tolerates. None by default; conformance suites and old programs need some.
public struct ProtocolTolerance: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// `set_selection` with the serial 0, which no event has, is accepted.
    public static let selectionWithoutSerial = ProtocolTolerance(rawValue: 1)
    /// An `xdg_surface` may show content before it has acknowledged its first `configure`, which
    /// `xdg_surface.error.unconfigured_buffer` forbids.
    public static let contentBeforeConfigure = ProtocolTolerance(rawValue: 2)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
