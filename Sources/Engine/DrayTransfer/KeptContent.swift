// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer
public import WaylandUtil

/// The content of one drop or one clipboard that the engine captures, and serves to readers in place of its source
/// (HIG-23). Carries out the effects of a ``ContentKeeper``.
public final class KeptContent {
    private var keeper: ContentKeeper
    private var catchers: [MimeType: ContentCatcher] = [:]
    private var files: [MimeType: MemoryFile] = [:]
    private var timer: TimerSource?
    private let pool: TransferPool
    private let number: UInt64
    private let source: TransferParty
    private let sourceLife: () -> SourceLife
    /// Receives the answer to a read that had to wait.
    private let onAnswer: (ReadID, MimeType, ContentKeeper.Answer) -> Void

    /// Requests all types of the plan from the source at once.
    ///
    /// - Parameters:
    ///   - plan: See ``ContentKeeper/plan(_:wanted:)``.
    ///   - source: The program that provides the content.
    ///   - sourceLife: Called when the source has closed the pipe of a type.
    ///   - ask: Requests a type from the source, to be written into the descriptor. Returns whether the request was
    ///     sent.
    ///   - onAnswer: Receives the answer to a read whose first answer was to wait. Never called from within this
    ///     initialiser, nor from within ``read(_:_:)``.
    public init(
        plan: [MimeType], budget: KeepingBudget, pool: TransferPool, from source: TransferParty = .host,
        sourceLife: @escaping () -> SourceLife,
        ask: (MimeType, ReceivedDescriptor) -> Bool,
        onAnswer: @escaping (ReadID, MimeType, ContentKeeper.Answer) -> Void
    ) {
        keeper = ContentKeeper(plan: plan, budget: budget.bytes)
        self.pool = pool
        self.source = source
        number = pool.nextNumber()
        self.sourceLife = sourceLife
        self.onAnswer = onAnswer
        for type in keeper.types where !begin(type, ask) { _ = keeper.ended(type, isWhole: false) }
        timer = pool.loop.makeTimer { [weak self] in self?.timeIsUp() }
        timer?.arm(milliseconds: Int32(clamping: budget.time / 1000))
    }

    deinit {
        for catcher in catchers.values { catcher.discard() }
        pool.keptEnded(number)
    }

    /// The types whose content is complete, in the plan's order.
    public var types: [MimeType] { keeper.kept }

    /// Returns the response to a read of a type.
    public func read(_ id: ReadID, _ type: MimeType) -> ContentKeeper.Answer { keeper.read(id, type) }

    /// Serves a reader with kept content.
    /// - Parameter target: A descriptor of any kind. Closed when everything is written.
    /// - Returns: Whether writing has begun. If not, the read has ended.
    @discardableResult
    public func serve(
        _ request: TransferRequest, to target: ReceivedDescriptor,
        onEvent: @escaping (TransferPool.Event) -> Void = { _ in }
    ) -> Bool {
        guard let file = files[request.madeOf ?? request.type] else { return false }
        return pool.feed(file, request, to: target, onEvent: onEvent)
    }

    /// Serves a reader with a conversion of kept content (HIG-25).
    /// - Parameters: As in ``TransferPool/convert(_:_:to:handOver:sourceLife:ask:onEvent:onClipping:)``.
    /// - Returns: Whether the conversion has begun. If not, the read has ended.
    public func convert(
        _ request: TransferRequest, _ conversion: Conversion, to target: ReceivedDescriptor,
        handOver: FileHandOver? = nil, onEvent: @escaping (TransferPool.Event) -> Void,
        onClipping: @escaping (Int) -> Void
    ) -> Bool {
        guard let file = files[conversion.origin] else { return false }
        return pool.convert(
            request, conversion, to: target, handOver: handOver, sourceLife: { .up },
            ask: { [pool] in pool.feed(file, into: $1, request) },
            onEvent: onEvent, onClipping: onClipping)
    }

    private func begin(_ type: MimeType, _ ask: (MimeType, ReceivedDescriptor) -> Bool) -> Bool {
        let catcher = pool.makeCatcher(from: source, sourceLife: sourceLife) { [weak self] event in
            self?.take(event, of: type)
        }
        guard let catcher, let end = catcher.takeSourceEnd(), ask(type, end) else { return false }
        catchers[type] = catcher
        return true
    }

    private func take(_ event: ContentCatcher.Event, of type: MimeType) {
        switch event {
        case .came(let bytes):
            perform(keeper.came(bytes, of: type))
            if !pool.keptGrew(number, self, to: keeper.bytes, from: source) { giveUp() }
        case .whole(let file):
            // Empty content is not kept: it may be that of a source that exited. Its readers ask the source, and see
            // the failure.
            if file.size > 0 { files[type] = file }
            ended(type, isWhole: file.size > 0)
        case .failed: ended(type, isWhole: false)
        case .discards, .done: break
        }
    }

    /// Discards all content, since there is no memory left for it. Readers ask the source.
    func giveUp() {
        timer = nil
        files = [:]
        pool.keptEnded(number)
        perform(keeper.giveUp())
    }

    private func ended(_ type: MimeType, isWhole: Bool) {
        catchers[type] = nil
        perform(keeper.ended(type, isWhole: isWhole))
        if !keeper.isComing { timer = nil }
    }

    private func timeIsUp() {
        timer = nil
        perform(keeper.timeIsUp())
    }

    private func perform(_ effects: [ContentKeeper.Effect]) {
        withExtendedLifetime(self) {
            for effect in effects {
                switch effect {
                case .discard(let type): catchers.removeValue(forKey: type)?.discard()
                case .serve(let id, let type): onAnswer(id, type, .serve)
                case .askSource(let id, let type): onAnswer(id, type, .askSource)
                }
            }
        }
    }
}
