// SPDX-License-Identifier: MIT

import Glibc

// Descriptions of the errors for users.

extension InputError: CustomStringConvertible {
    /// A description for users: the problem, its reason and a remedy.
    public var description: String {
        switch self {
        case .noLibrary(let reason): "libinput cannot be loaded (\(reason)); install it (Debian: libinput10)"
        case .cannotStart: "libinput cannot be started: out of memory, or udev does not respond"
        case .cannotTakeSeat(let name):
            "the devices of the seat \"\(name)\" are not available: udev does not respond; specify the devices by path"
        case .cannotOpenDevice(let path, let failure): "the input device \(path) is not used: \(failure)"
        case .cannotRead(let number): "input devices can no longer be read: \(reason(number))"
        case .cannotResume: "the input devices cannot be reopened: one that was specified by path was removed"
        case .keymapDoesNotCompile(let log): "the keymap does not compile: \(log)"
        case .cannotShareKeymap(let number): "the keymap cannot be shared with clients: \(reason(number))"
        }
    }
}

extension DeviceFailure: CustomStringConvertible {
    /// A description for users: the reason and a remedy.
    public var description: String {
        switch self {
        case .permissionDenied: "permission denied (members of the group \"input\" may read devices)"
        case .notFound: "there is no such device"
        case .busy: "it is in exclusive use by another process"
        case .notAnInputDevice: "it is not an input device, or udev does not tag it as one"
        case .system(let number): reason(number)
        }
    }
}

private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
