// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// Content that was dropped here, and is on its way through a pipe.
final class Arrival {
    /// The placeholder that it fills.
    let item: Item.ID
    let offer: Offer
    let type: String
    let representation: Representation
    let origin: Origin
    private(set) var bytes: [UInt8] = []
    /// How many there will be, where anybody has said so.
    var total: Int?

    /// Where the content comes from.
    enum Origin {
        case clipboard
        /// The source waits for the end of it. With the extension there is what says how the drop ended.
        case drop(TakeBack?)
    }

    enum Event {
        /// So many bytes are here.
        case progress(Int)
        /// The end of the file: all that the source has written. Whether that is all there was, the pipe does not tell.
        case complete
        case failed(reason: String)
    }

    /// Nobody drags more text than this onto a card, in bytes; what goes on without an end is cut off.
    static let limit = 16 << 20

    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: (Arrival, Event) -> Void

    /// Asks for the data. The events come from the loop, as the data does.
    /// - Returns: nil where there is no pipe to be had.
    init?(
        _ offer: Offer, as type: String, _ representation: Representation, for item: Item.ID,
        from origin: Origin, _ loop: EventLoop,
        handler: @escaping (Arrival, Event) -> Void
    ) {
        var pipes: [Int32] = [0, 0]
        guard pipe(&pipes) == 0 else { return nil }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
        self.offer = offer
        self.type = type
        self.representation = representation
        self.item = item
        self.origin = origin
        self.loop = loop
        self.handler = handler
        descriptor = pipes[0]
        offer.object.receive(mimeType: type, fd: pipes[1])
        // Ours has to go, or the pipe never ends: the source writes into a duplicate.
        close(pipes[1])
        loop.watch(descriptor, for: .reading) { [weak self] in self?.read() }
    }

    deinit {
        loop.unwatch(descriptor)
        close(descriptor)
    }

    private func read() {
        // One piece for each time round: the window goes on living during a long transfer.
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count > 0 {
            bytes += piece[..<count]
            handler(self, bytes.count <= Self.limit ? .progress(bytes.count) : .failed(reason: "too long"))
        } else if count == 0 {
            loop.unwatch(descriptor)
            handler(self, bytes.isEmpty ? .failed(reason: "nothing came") : .complete)
        } else if errno != EAGAIN && errno != EINTR {
            handler(self, .failed(reason: String(cString: strerror(errno))))
        }
    }
}
