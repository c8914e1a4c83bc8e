// SPDX-License-Identifier: MIT

import CWaylandServer
import DrayProxy
import Glibc

/// A message of libwayland's in wire format, and its way back: the numbers that were changed.
struct MessageCopy: ~Copyable {
    /// The offset of each argument that is a number, and its value.
    private var numbers: [(argument: Int, offset: Int, value: UInt32)] = []
    private let memory: UnsafeMutableRawPointer
    private var size = 0

    /// The maximum size of a message on the wire, in bytes.
    private static let capacity = 65532

    init() { memory = .allocate(byteCount: Self.capacity, alignment: 16) }

    deinit { memory.deallocate() }

    /// The message; valid until the next one is read.
    var message: WireMessage { WireMessage(at: memory, size: size) }

    /// - Returns: false for a message that cannot be read: it is not processed.
    mutating func read(_ message: wl_protocol_logger_message, of id: UInt32) -> Bool {
        guard let signature = message.message?.pointee.signature else { return false }
        numbers.removeAll(keepingCapacity: true)
        size = WireMessage.headSize
        var (kind, argument) = (signature, 0)
        while kind.pointee != 0, argument < message.arguments_count {
            defer { kind += 1 }
            guard let value = message.arguments?[argument] else { return false }
            switch UInt8(bitPattern: kind.pointee) {
            case UInt8(ascii: "u"):
                numbers.append((argument, size, value.u))
                guard append(value.u) else { return false }
            case UInt8(ascii: "i"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                guard append(value.u) else { return false }
            case UInt8(ascii: "o"):
                // A wl_resource begins with its wl_object.
                guard append(value.o.map(wl_resource_get_id) ?? 0) else { return false }
            case UInt8(ascii: "s"):
                guard append(value.s) else { return false }
            case UInt8(ascii: "a"), UInt8(ascii: "h"):
                // None of the messages that are followed has one before a word that is read.
                argument = Int(message.arguments_count)
                continue
            default: continue  // A version, or "?" for an argument that may be null.
            }
            argument += 1
        }
        memory.storeBytes(of: id, as: UInt32.self)
        let head = UInt32(size) << 16 | UInt32(message.message_opcode) & 0xffff
        memory.storeBytes(of: head, toByteOffset: 4, as: UInt32.self)
        return true
    }

    /// Writes the changed numbers into the arguments that libwayland sends or dispatches.
    func write(to message: wl_protocol_logger_message) {
        for (argument, offset, value) in numbers {
            let changed = memory.load(fromByteOffset: offset, as: UInt32.self)
            if changed != value { UnsafeMutablePointer(mutating: message.arguments)[argument].u = changed }
        }
    }

    private mutating func append(_ word: UInt32) -> Bool {
        guard size + 4 <= Self.capacity else { return false }
        memory.storeBytes(of: word, toByteOffset: size, as: UInt32.self)
        size += 4
        return true
    }

    private mutating func append(_ text: UnsafePointer<CChar>?) -> Bool {
        guard let text else { return append(0) }
        let length = strlen(text) + 1
        guard append(UInt32(truncatingIfNeeded: length)), length <= Self.capacity - size else { return false }
        let padded = (length + 3) / 4 * 4
        guard size + padded <= Self.capacity else { return false }
        (memory + size).copyMemory(from: text, byteCount: length)
        size += padded
        return true
    }
}
