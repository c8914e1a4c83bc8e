// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// A transfer of dropped content through a pipe.
final class Arrival {
    /// The placeholder that receives the content.
    let item: Item.ID
    let offer: Offer
    let type: String
    let representation: Representation
    /// The record that receives the result of a drop; nil without the extension, and for the clipboard.
    let record: UndoRecord?
    private(set) var bytes: [UInt8] = []
    /// The total number of bytes, if known.
    var total: Int?

    enum Event {
        /// The number of bytes received.
        case progress(Int)
        /// The end of the file: all data that the source has written. The pipe does not show whether it is complete.
        case complete
        case failed(reason: String)
    }

    /// The maximum size in bytes; endless data is cut off.
    static let limit = 16 << 20

    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: (Arrival, Event) -> Void

    /// Requests the data. Events are sent from the event loop as data arrives.
    /// - Returns: nil if no pipe can be created.
    init?(
        _ offer: Offer, as type: String, _ representation: Representation, for item: Item.ID, _ record: UndoRecord?,
        _ loop: EventLoop, handler: @escaping (Arrival, Event) -> Void
    ) {
        var pipes: [Int32] = [0, 0]
        guard pipe(&pipes) == 0 else { return nil }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
        self.offer = offer
        self.type = type
        self.representation = representation
        self.item = item
        self.record = record
        self.loop = loop
        self.handler = handler
        descriptor = pipes[0]
        offer.object.receive(mimeType: type, fd: pipes[1])
        // The own end is closed, so that the pipe ends: the source writes to a duplicate.
        close(pipes[1])
        loop.watch(descriptor, for: POLLIN) { [weak self] in self?.read() }
    }

    deinit {
        loop.unwatch(descriptor)
        close(descriptor)
    }

    private func read() {
        // One chunk per iteration of the loop, so that the window stays responsive.
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count > 0 {
            bytes += piece[..<count]
            handler(self, bytes.count <= Self.limit ? .progress(bytes.count) : .failed(reason: "too long"))
        } else if count == 0 {
            loop.unwatch(descriptor)
            handler(self, bytes.isEmpty ? .failed(reason: "no data was received") : .complete)
        } else if errno != EAGAIN && errno != EINTR {
            handler(self, .failed(reason: String(cString: strerror(errno))))
        }
    }
}
