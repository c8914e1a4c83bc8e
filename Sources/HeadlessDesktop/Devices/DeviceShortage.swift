// SPDX-License-Identifier: MIT

public import DrayInput

/// Why there is no input device to play with.
public enum DeviceShortage: Equatable, Sendable, CustomStringConvertible {
    /// udev knows none for the seat: there is none, it belongs to another seat, or nobody runs udev here.
    case nothingOnSeat(String)
    /// No path was given.
    case noPaths
    /// There are devices, and none of them can be used.
    case nothingUsable([InputError])

    public var description: String {
        switch self {
        case .nothingOnSeat(let name):
            """
            no input device on the seat "\(name)": there is none in /dev/input, udev gives them to another seat, or udev \
            does not run; devices can also be named by their paths
            """
        case .noPaths: "no input device was named"
        case .nothingUsable(let errors):
            "no input device can be used:" + errors.map { "\n  \($0)" }.joined()
        }
    }
}
