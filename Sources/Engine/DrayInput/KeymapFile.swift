// SPDX-License-Identifier: MIT

import CXKBCommon
import Glibc

/// A keymap in read-only memory that clients can map: the arguments of `wl_keyboard.keymap`.
///
/// One file serves all clients: libwayland sends a duplicate of the descriptor. The file is closed when the value is
/// destroyed.
public struct KeymapFile: ~Copyable {
    /// Read-only, sealed against writing and resizing, with close-on-exec. Owned by this value.
    public let descriptor: Int32
    /// The size in bytes, including the terminating zero that clients expect.
    public let size: UInt32

    deinit {
        close(descriptor)
    }

    /// Creates a file with a keymap's text.
    ///
    /// - Throws: `InputError.cannotShareKeymap` if memory or descriptors are exhausted.
    public init(_ keymap: Keymap) throws(InputError) {
        let text = keymap.text.utf8CString
        let writable = try Self.sealed(text)
        // Older kernels reject a *shared* mapping of a sealed file unless it was opened read-only, and some clients
        // request one. Without /proc, the sealed descriptor itself is used.
        let readable = open("/proc/self/fd/\(writable)", O_RDONLY | O_CLOEXEC)
        if readable >= 0 {
            close(writable)
            descriptor = readable
        } else {
            descriptor = writable
        }
        size = UInt32(text.count)
    }

    private static func sealed(_ text: ContiguousArray<CChar>) throws(InputError) -> Int32 {
        let file = dray_sealable_memory("dray-keymap")
        guard file >= 0 else { throw .cannotShareKeymap(errno: errno) }
        guard write(text, to: file), dray_seal_memory(file) == 0 else {
            let reason = errno
            close(file)
            throw .cannotShareKeymap(errno: reason)
        }
        return file
    }

    private static func write(_ text: ContiguousArray<CChar>, to file: Int32) -> Bool {
        text.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
