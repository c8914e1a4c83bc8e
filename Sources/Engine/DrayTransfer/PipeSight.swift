// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// Observes a pipe between two other processes: whether both ends are open, and how many bytes are in it. Keeps neither
/// end open, so that each side still sees when the other closes.
///
/// The number of bytes that have passed is not available: Linux does not record writes to a pipe.
final class PipeSight {
    /// Refers to the pipe without opening an end of it (`O_PATH`).
    private let place: ReceivedDescriptor

    struct Seen: Equatable {
        var isSourceOpen: Bool
        var isReaderOpen: Bool
        /// The number of bytes that are written but not yet read.
        var waiting: Int
    }

    /// - Returns: Nil if the descriptor is not a pipe, or no descriptors are left.
    init?(of descriptor: Int32) {
        let place = dray_pipe_place(descriptor)
        guard place >= 0 else { return nil }
        self.place = ReceivedDescriptor(owning: place)
    }

    /// - Returns: Nil if the pipe could not be inspected.
    func look() -> Seen? {
        var seen = dray_pipe_seen()
        guard let descriptor = place.borrowed, dray_pipe_look(descriptor, &seen) == 0 else { return nil }
        return Seen(isSourceOpen: seen.source != 0, isReaderOpen: seen.reader != 0, waiting: Int(seen.waiting))
    }
}
