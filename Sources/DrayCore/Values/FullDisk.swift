// SPDX-License-Identifier: MIT

/// What a person is told for whose file there is no room: what the system says is half of it.
package enum FullDisk {
    /// - Parameters:
    ///   - needed: how many bytes were to be written; nil where that is not known.
    ///   - free: how many there is room for; nil where the system does not say.
    ///   - isQuota: whether it is the person's share of the disk that is used up.
    package static func words(needed: Int?, free: UInt64?, isQuota: Bool) -> String {
        let what = isQuota ? "your share of the disk is used up" : "the disk is full"
        let need = needed.map { "\($0) bytes were to be written" }
        let room = free.map { "\($0) are free" }
        let sizes = [need, room].compactMap { $0 }.joined(separator: ", ")
        return what + (sizes.isEmpty ? "" : " (\(sizes))")
            + "; make room there, or take another folder: --output is where results go, TMPDIR what is temporary"
    }
}
