// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// Content in memory that has no name: written once, then sealed, and read by as many as like.
final class MemoryFile {
    private let file: ReceivedDescriptor
    /// In bytes; that of the whole once it is sealed.
    private(set) var size = 0

    /// - Returns: nil if there are no descriptors left.
    init?() {
        let descriptor = dray_memory_file("dray-content")
        guard descriptor >= 0 else { return nil }
        file = ReceivedDescriptor(owning: descriptor)
    }

    /// For use while this object lives.
    var descriptor: Int32? { file.borrowed }

    /// Everything is written: nobody changes it any more.
    /// - Returns: whether it is so.
    func seal(size: Int) -> Bool {
        guard let descriptor else { return false }
        self.size = size
        return dray_seal(descriptor) == 0
    }
}
