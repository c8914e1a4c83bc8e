// SPDX-License-Identifier: MIT

public import DrayInput

/// The reason why no input device is available.
public enum DeviceShortage: Equatable, Sendable, CustomStringConvertible {
    /// udev has none for the seat: there is none, it belongs to another seat, or udev is not running.
    case nothingOnSeat(String)
    /// No path was given.
    case noPaths
    /// Devices exist, but none of them can be used.
    case nothingUsable([InputError])

    public var description: String {
        switch self {
        case .nothingOnSeat(let name):
            """
            no input device on the seat "\(name)": there is none in /dev/input, udev assigns them to another seat, \
            or udev is not running; devices can also be selected by their paths
            """
        case .noPaths: "no input device was specified"
        case .nothingUsable(let errors):
            "no input device can be used:" + errors.map { "\n  \($0)" }.joined()
        }
    }
}
