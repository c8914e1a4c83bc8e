// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayInput

/// Something about input devices that whoever runs the compositor may want to read.
public enum DeviceReport: Equatable, Sendable, CustomStringConvertible {
    /// A device plays a seat from now on.
    case added(InputEvent.Device, seat: String)
    /// A device is gone, and has let go of all that it held.
    case removed(InputEvent.Device, seat: String)
    /// A device is not used, or none can be read any more; the others go on.
    case failed(InputError)
    /// A device belongs to an output that there is not: it covers what devices without an output cover.
    case outputMissing(InputEvent.Device, output: String)
    /// A device said something that cannot be; it was passed over.
    case nonsense(InputEvent.Device, String)
    /// A keymap that a client sent for its virtual keyboard is not used.
    case keymapRefused(keyboard: String, reason: String)
    /// A message of libinput's.
    case message(LibinputContext.LogLevel, String)

    public var description: String {
        switch self {
        case .added(let device, let seat): "\(device.label), \(device.capabilities.words), plays \(seat)"
        case .removed(let device, let seat): "\(device.label) is gone from \(seat)"
        case .failed(let error): "\(error)"
        case .outputMissing(let device, let output):
            "\(device.label) belongs to the output \"\(output)\", which is not there"
        case .nonsense(let device, let what): "\(device.label) says nonsense: \(what)"
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
        guard let last = own.last else { return "of no use here" }
        return own.count == 1 ? last : own.dropLast().joined(separator: ", ") + " and " + last
    }
}
