// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput

/// A report about input devices for the operator of the compositor.
public enum DeviceReport: Equatable, Sendable, CustomStringConvertible {
    /// A device was added to a seat.
    case added(InputEvent.Device, seat: String)
    /// A device was removed, and everything that it held was released.
    case removed(InputEvent.Device, seat: String)
    /// A device is not used, or no device can be read any more. Others are not affected.
    case failed(InputError)
    /// A device is mapped to an output that does not exist. It covers the same area as devices without an output.
    case outputMissing(InputEvent.Device, output: String)
    /// A device sent an invalid event, which was ignored.
    case nonsense(InputEvent.Device, String)
    /// A client's keymap for its virtual keyboard was rejected.
    case keymapRefused(keyboard: String, reason: String)
    /// A log message of libinput.
    case message(LibinputContext.LogLevel, String)

    public var description: String {
        switch self {
        case .added(let device, let seat): "\(device.label), \(device.capabilities.words), on \(seat)"
        case .removed(let device, let seat): "\(device.label) was removed from \(seat)"
        case .failed(let error): "\(error)"
        case .outputMissing(let device, let output):
            "\(device.label) is mapped to the output \"\(output)\", which does not exist"
        case .nonsense(let device, let what): "\(device.label) sent an invalid event: \(what)"
        case .keymapRefused(let keyboard, let reason): "\(keyboard): \(reason)"
        case .message(_, let text): "libinput: \(text)"
        }
    }
}

extension InputEvent.Device {
    fileprivate var label: String { systemName.isEmpty ? "\"\(name)\"" : "\"\(name)\" (\(systemName))" }
}

extension InputEvent.Device.Capabilities {
    /// "keyboard and pointer".
    fileprivate var words: String {
        let names: [(Self, String)] = [
            (.keyboard, "keyboard"), (.pointer, "pointer"), (.touch, "touchscreen"), (.pen, "pen"),
            (.tabletPad, "tablet pad"), (.toggleSwitch, "switch"),
        ]
        let own = names.filter { contains($0.0) }.map(\.1)
        guard let last = own.last else { return "no supported capabilities" }
        return own.count == 1 ? last : own.dropLast().joined(separator: ", ") + " and " + last
    }
}
