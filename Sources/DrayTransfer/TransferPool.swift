// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
public import WaylandServer
public import WaylandUtil

/// The pipes that an engine stands between sources and targets with. They outlive their drags: a transfer that is under
/// way when its drag ends goes on to its end.
///
/// What the engine knows of a transfer it knows from standing there: a source that was killed, or wrote nothing, cannot
/// be told from one that did well by looking at a descriptor that has been given away (HIG-16, HIG-17). The bytes pass
/// without being copied, see ``TransferRelay``.
public final class TransferPool {
    private let loop: EventLoop
    private var relays: [UInt64: TransferRelay] = [:]
    private var lastRelay: UInt64 = 0
    /// Pipes that lists of items are still read from; longer than their drags, for the sake of slow sources.
    private var counters: [ItemCounter] = []
    /// What was dropped on the host itself, on its way into memory.
    private var readers: [ContentReader] = []

    /// What an engine hears of a read that goes through one of its pipes.
    public enum Event: Sendable {
        /// The first bytes have gone to the reader.
        case bytesCame
        /// There will be no more, for whatever reason. Comes last, once.
        case closed
    }

    /// Transfers that pass through the engine at a time; what is beyond it passes by. Each keeps four descriptors open,
    /// of the 1024 that a process has by default, and at most two mebibytes in the kernel while it is busy.
    public static let relayLimit = 48
    /// Of these, those of one drag: nobody can make the others' pass by.
    public static let relayLimitOfDrag = 16
    /// Pipes that may be open for sources which do not come to an end; beyond it the oldest is closed. A drag leaves one
    /// behind at most, and only where its source is slow.
    public static let counterLimit = 8

    public init(loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        for counter in counters { counter.close() }
    }

    /// Stands between a source and a target.
    ///
    /// Only in front of pipes, which is what toolkits pass: a target may pass anything else, and writing into that could
    /// make this process wait for it.
    ///
    /// - Parameters:
    ///   - target: closed when the transfer ends, if it goes through here.
    ///   - onEvent: never called from within this call.
    /// - Returns: what the source writes into, in place of the target's descriptor, to be handed on and closed; nil if it
    ///   is to write into that one.
    public func relay(
        to target: ReceivedDescriptor, onEvent: @escaping (Event) -> Void
    ) -> ReceivedDescriptor? {
        guard relays.count < Self.relayLimit, let descriptor = target.borrowed, Self.isPipe(descriptor) else {
            return nil
        }
        lastRelay += 1
        let number = lastRelay
        var hasBytes = false
        let relay = TransferRelay(loop: loop, to: target) { [weak self] event in
            switch event {
            case .bytes: break
            case .carried:
                guard !hasBytes else { return }
                hasBytes = true
                onEvent(.bytesCame)
            case .finished, .targetClosed, .sourceFailed:
                self?.relays[number] = nil
                onEvent(.closed)
            }
        }
        guard let relay else { return nil }
        relays[number] = relay
        return relay.takeSourceEnd()
    }

    /// Reads a list of items for the engine, to count them (HIG-06).
    /// - Parameter onCount: told the number once, if it becomes known; never from within this call.
    /// - Returns: what the source writes into, to be handed on and closed; nil if there are no descriptors left.
    public func count(onCount: @escaping (Int) -> Void, onEnd: @escaping () -> Void) -> ReceivedDescriptor? {
        let counter = ItemCounter(loop: loop, onCount: onCount) { [weak self] counter in
            self?.counters.removeAll { $0 === counter }
            onEnd()
        }
        guard let counter, let end = counter.takeSourceEnd() else { return nil }
        if counters.count >= Self.counterLimit { counters.removeFirst().close() }
        counters.append(counter)
        return end
    }

    /// Reads content for the host.
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - onEnd: all has come; nil if that was more than the limit, or could not be read. Called once, as long as this object
    ///     lives, and never from within this call.
    /// - Returns: what the source writes into, to be handed on and closed; nil if there are no descriptors left.
    public func read(limit: Int, onEnd: @escaping ([UInt8]?) -> Void) -> ReceivedDescriptor? {
        let reader = ContentReader(loop: loop, limit: limit) { [weak self] reader, content in
            self?.readers.removeAll { $0 === reader }
            onEnd(content)
        }
        guard let reader, let end = reader.takeSourceEnd() else { return nil }
        readers.append(reader)
        return end
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
