// SPDX-License-Identifier: MIT

/// What a compositor lets clients off with although the protocol forbids it. Nothing by default; conformance suites and
/// old programs need some of it.
public struct ProtocolTolerance: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// `set_selection` with the serial 0, which no event ever had, is answered as if the client had had input.
    public static let selectionWithoutSerial = ProtocolTolerance(rawValue: 1)
    /// An `xdg_surface` may show content before it has answered its first `configure`, which
    /// `xdg_surface.error.unconfigured_buffer` forbids.
    public static let contentBeforeConfigure = ProtocolTolerance(rawValue: 2)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
