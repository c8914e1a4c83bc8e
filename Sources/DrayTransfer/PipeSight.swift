// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// A pipe between two others, seen from outside: whether both ends are still open, and what lies in it. Keeps neither end open, so that
/// both sides hear of each other as if nobody looked.
///
/// How much has passed cannot be seen: Linux does not note that a pipe was written to.
final class PipeSight {
    /// Names the pipe and opens nothing (`O_PATH`).
    private let place: ReceivedDescriptor

    struct Seen: Equatable {
        var isSourceOpen: Bool
        var isReaderOpen: Bool
        /// Written and not read, in bytes.
        var waiting: Int
    }

    /// - Returns: nil for what is no pipe, or without descriptors.
    init?(of descriptor: Int32) {
        let place = dray_pipe_place(descriptor)
        guard place >= 0 else { return nil }
        self.place = ReceivedDescriptor(owning: place)
    }

    /// - Returns: nil if it could not be looked at just now.
    func look() -> Seen? {
        var seen = dray_pipe_seen()
        guard let descriptor = place.borrowed, dray_pipe_look(descriptor, &seen) == 0 else { return nil }
        return Seen(isSourceOpen: seen.source != 0, isReaderOpen: seen.reader != 0, waiting: Int(seen.waiting))
    }
}
