// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayInput
internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Handles the requests of one `zwp_virtual_keyboard_v1`: a keyboard of a seat with its own keymap.
final class VirtualKeyboard: ResourceHandler {
    private weak var seat: Seat?
    private let name: String
    private let report: (DeviceReport) -> Void
    private var state = State.withoutKeymap
    /// The reserved part of the client's limit.
    private let share: ClientBudget.Share

    private enum State {
        /// Keys are protocol errors. Leads to `ready` or `refused`.
        case withoutKeymap
        /// Keys are handled. Leads to itself and to `refused`.
        case ready(KeySet)
        /// The keymap was invalid, and keys are ignored. Leads to `ready`.
        case refused
    }

    /// The maximum size of a keymap in bytes; those of xkeyboard-config have less than 100 kB.
    private static let largestKeymap = 4 << 20

    init(
        _ object: ZwpVirtualKeyboardV1, of seat: Seat, _ share: ClientBudget.Share,
        report: @escaping (DeviceReport) -> Void
    ) {
        self.seat = seat
        self.share = share
        self.report = report
        name = "virtual keyboard of process \(object.client.processID)"
        seat.attach(.keyboard)
    }

    func handle(_ request: ZwpVirtualKeyboardV1.Request, on object: ZwpVirtualKeyboardV1) {
        guard let seat else { return }
        seat.host.catchUp()
        switch request {
        case .keymap(let format, let descriptor, let size): setKeymap(format, descriptor, Int(size))
        case .key(_, let code, let state):
            guard let set = keys(object) else { return }
            seat.keyboard.key(InputEvent.Key(code: code, state: state == 0 ? .released : .pressed), in: set)
        case .modifiers(let depressed, let latched, let locked, let group):
            guard let set = keys(object) else { return }
            let masks = ModifierMasks(depressed: depressed, latched: latched, locked: locked, group: group)
            seat.keyboard.update(masks, in: set)
        case .destroy: break
        }
    }

    func destroyed(_ object: ZwpVirtualKeyboardV1) {
        letGo()
        seat?.detach(.keyboard)
    }

    /// The keys; posts an error if there never was a keymap.
    private func keys(_ object: ZwpVirtualKeyboardV1) -> KeySet? {
        switch state {
        case .ready(let set): return set
        case .refused: return nil
        case .withoutKeymap:
            object.postError(.noKeymap, "a key before the first keymap")
            return nil
        }
    }

    private func letGo() {
        if case .ready(let set) = state { seat?.keyboard.remove(set) }
    }

    private func setKeymap(_ format: UInt32, _ descriptor: ReceivedDescriptor, _ size: Int) {
        letGo()
        do throws(Refusal) {
            guard format == WlKeyboard.KeymapFormat.xkbV1.rawValue else {
                throw Refusal(reason: "unknown keymap format \(format)")
            }
            let text = try Self.read(descriptor, size)
            let set = KeySet(try Self.compile(text), modifiersFrom: .masks)
            state = .ready(set)
            seat?.keyboard.add(set)
        } catch {
            state = .refused
            report(.keymapRefused(keyboard: name, reason: error.reason))
        }
    }

    /// The reason why a keymap is rejected.
    private struct Refusal: Error {
        let reason: String
    }

    private static func compile(_ text: String) throws(Refusal) -> SharedKeymap {
        do throws(InputError) { return try SharedKeymap(text: text) } catch { throw Refusal(reason: "\(error)") }
    }

    /// The file is read instead of mapped, so that a client that truncates it does no harm.
    private static func read(_ descriptor: ReceivedDescriptor, _ size: Int) throws(Refusal) -> String {
        guard let file = descriptor.borrowed, 1...largestKeymap ~= size else {
            throw Refusal(reason: "the size is \(size) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var length = 0
        while length < size {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(file, buffer.baseAddress! + length, size - length, off_t(length))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Refusal(reason: "the keymap cannot be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            length += count
        }
        return String(decoding: bytes[..<length].prefix { $0 != 0 }, as: UTF8.self)
    }
}
