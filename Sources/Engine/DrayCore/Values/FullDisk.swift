// SPDX-License-Identifier: MIT

/// The message for a file that does not fit on the disk, with details that the system's error text lacks.
package enum FullDisk {
    /// Returns the message.
    ///
    /// - Parameters:
    ///   - needed: The size of the write in bytes; nil if unknown.
    ///   - free: The free space in bytes; nil if the system does not report it.
    ///   - isQuota: Whether the user's disk quota is exhausted.
    package static func words(needed: Int?, free: UInt64?, isQuota: Bool) -> String {
        let what = isQuota ? "your disk quota is exhausted" : "the disk is full"
        let need = needed.map { "\($0) bytes were to be written" }
        let room = free.map { "\($0) are free" }
        let sizes = [need, room].compactMap { $0 }.joined(separator: ", ")
        return what + (sizes.isEmpty ? "" : " (\(sizes))")
            + "; make room there, or choose another folder with --output (results) or TMPDIR (temporary files)"
    }
}
