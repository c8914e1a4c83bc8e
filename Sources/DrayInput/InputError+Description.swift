// SPDX-License-Identifier: MIT

import Glibc

// What went wrong, in sentences for people, beside the cases that programs look at.

extension InputError: CustomStringConvertible {
    /// For people: what does not work, why, and what would help.
    public var description: String {
        switch self {
        case .noLibrary(let reason): "libinput cannot be loaded (\(reason)); install it (Debian: libinput10)"
        case .cannotStart: "libinput cannot be started: no memory, or udev does not answer"
        case .cannotTakeSeat(let name):
            "the devices of the seat \"\(name)\" cannot be had: udev does not answer; name the devices by their paths"
        case .cannotOpenDevice(let path, let failure): "the input device \(path) is not used: \(failure)"
        case .cannotRead(let number): "input devices cannot be read any more: \(reason(number))"
        case .cannotResume: "the input devices cannot be taken up again: one that was named by its path is gone"
        case .keymapDoesNotCompile(let log): "the keymap does not compile: \(log)"
        case .cannotShareKeymap(let number): "the keymap cannot be shared with clients: \(reason(number))"
        }
    }
}

extension DeviceFailure: CustomStringConvertible {
    /// For people: why, and what would help.
    public var description: String {
        switch self {
        case .permissionDenied: "permission denied (the group \"input\" may read devices)"
        case .notFound: "there is no such device"
        case .busy: "another process keeps it for itself"
        case .notAnInputDevice: "it is not an input device, or udev does not know it as one"
        case .system(let number): reason(number)
        }
    }
}

private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
