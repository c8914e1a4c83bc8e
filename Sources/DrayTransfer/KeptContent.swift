// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer
public import WaylandUtil

/// What is taken in of one drop or one clipboard, and given to its readers in its source's place (HIG-23): carries out
/// what a ``ContentKeeper`` says.
public final class KeptContent {
    private var keeper: ContentKeeper
    private var catchers: [MimeType: ContentCatcher] = [:]
    private var files: [MimeType: MemoryFile] = [:]
    private var timer: TimerSource?
    private let pool: TransferPool
    private let number: UInt64
    private let source: TransferParty
    private let sourceLife: () -> SourceLife
    /// Told what is to happen to reads that had to wait.
    private let onAnswer: (ReadID, MimeType, ContentKeeper.Answer) -> Void

    /// Asks for everything at once.
    ///
    /// - Parameters:
    ///   - plan: see ``ContentKeeper/plan(_:wanted:)``.
    ///   - source: the program that gives it.
    ///   - sourceLife: asked when the source has closed a type's end.
    ///   - ask: has the source write a type into the descriptor, and returns whether it was asked.
    ///   - onAnswer: what is to happen to a read that was told to wait. Never called from within this initialiser, nor
    ///     from within ``read(_:_:)``.
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
        for catcher in catchers.values { catcher.letGo() }
        pool.keptEnded(number)
    }

    /// The types of which all is here, in the plan's order.
    public var types: [MimeType] { keeper.kept }

    /// Somebody reads a type.
    public func read(_ id: ReadID, _ type: MimeType) -> ContentKeeper.Answer { keeper.read(id, type) }

    /// Gives a reader what is kept.
    /// - Parameter target: of any kind; closed when everything is written.
    /// - Returns: whether that is under way; a reader that cannot be served is at its end.
    @discardableResult
    public func serve(
        _ request: TransferRequest, to target: ReceivedDescriptor,
        onEvent: @escaping (TransferPool.Event) -> Void = { _ in }
    ) -> Bool {
        guard let file = files[request.madeOf ?? request.type] else { return false }
        return pool.feed(file, request, to: target, onEvent: onEvent)
    }

    /// Gives a reader what is made of what is kept (HIG-25).
    /// - Parameters: as those of ``TransferPool/convert(_:_:to:handOver:sourceLife:ask:onEvent:onClipping:)``.
    /// - Returns: whether that is under way; a reader that cannot be served is at its end.
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
            // Nothing at all is what a source gives that died, or has nothing: its readers ask, and hear so.
            if file.size > 0 { files[type] = file }
            ended(type, isWhole: file.size > 0)
        case .failed: ended(type, isWhole: false)
        case .discards, .done: break
        }
    }

    /// Keeps nothing any more: there is no room for it. Its readers ask the source.
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
                case .letGo(let type): catchers.removeValue(forKey: type)?.letGo()
                case .serve(let id, let type): onAnswer(id, type, .serve)
                case .askSource(let id, let type): onAnswer(id, type, .askSource)
                }
            }
        }
    }
}
