// SPDX-License-Identifier: MIT

public import DrayCore

// The states of one captured type, and the transitions between them. An event that a row does not name changes nothing
// in that state.
//
//   state     event                                             next     effects
//   --------  ------------------------------------------------  -------  ----------------------------------------------
//   (none)    begin, within `typeLimit` of the plan             coming   (ask the source for it)
//   coming    bytes arrive, all types are within the budget     coming
//             bytes arrive, they exceed the budget              coming   discard the last incomplete types
//             a read                                            coming   (the reader waits)
//             the content is complete                           kept     serve the waiting readers
//             the content broke off                             lost     waiting readers ask the source
//             discarded, the deadline passes                    lost     discard; waiting readers ask the source
//   kept      a read                                            kept     (serve)
//   lost      a read                                            lost     (ask the source)

/// The content of one drop or one clipboard that the engine keeps, so that it outlives its source (HIG-23): a value
/// with the state of each type, limited by a budget.
public struct ContentKeeper: Equatable, Sendable {
    private let budget: Int
    /// In order of importance, as in the plan.
    private var items: [Item]

    private struct Item: Equatable, Sendable {
        let type: MimeType
        var bytes = 0
        var state = State.coming(waiting: [])

        var isComing: Bool {
            switch state {
            case .coming: true
            case .kept, .lost: false
            }
        }

        enum State: Equatable, Sendable {
            /// The source is writing it. Leads to `kept` and `lost`.
            case coming(waiting: [ReadID])
            /// The content is complete in memory.
            case kept
            /// The content is not available, or exceeds the budget.
            case lost
        }
    }

    /// An action for the owner, to be carried out in order.
    public enum Effect: Equatable, Sendable {
        /// Stop capturing this type, and discard its content.
        case discard(MimeType)
        /// Serve this reader with the kept content of the type.
        case serve(ReadID, MimeType)
        /// Forward the read to the source, if there is one.
        case askSource(ReadID, MimeType)
    }

    /// The response to a read.
    public enum Answer: Equatable, Sendable {
        case serve
        /// The content is not complete yet; an effect follows.
        case wait
        case askSource
    }

    /// The maximum number of types per drop or clipboard. The source is asked for all of them at once.
    public static let typeLimit = 16

    /// - Parameter plan: See ``plan(_:wanted:)``. Types beyond ``typeLimit`` are left out.
    public init(plan: [MimeType], budget: Int) {
        self.budget = budget
        items = plan.prefix(Self.typeLimit).map { Item(type: $0) }
    }

    /// Returns the types to capture, the most important first: those that the target has shown interest in, richest
    /// first, and then the richest of the others (HIG-21).
    public static func plan(_ offered: Representations, wanted: Set<MimeType>) -> [MimeType] {
        var (plan, rest) = ([MimeType](), wanted)
        while let type = offered.richest(of: rest) {
            plan.append(type)
            rest.remove(type)
        }
        return Array((plan + offered.filter { !wanted.contains($0) }).prefix(typeLimit))
    }

    /// Whether the types mark a secret, which must not be kept. Password managers add such a type to what they copy.
    public static func isSecret(_ types: some Sequence<MimeType>) -> Bool {
        types.contains { $0.rawValue.lowercased() == "x-kde-passwordmanagerhint" }
    }

    /// All types of the plan, in its order.
    public var types: [MimeType] { items.map(\.type) }

    /// The types whose content is complete, in the plan's order.
    public var kept: [MimeType] { items.filter { $0.state == .kept }.map(\.type) }

    /// Whether content is still expected.
    public var isComing: Bool { items.contains(where: \.isComing) }

    // MARK: Events

    /// Records that the number of captured bytes of a type is now `bytes`.
    public mutating func came(_ bytes: Int, of type: MimeType) -> [Effect] {
        guard let index = index(of: type), items[index].isComing else { return [] }
        items[index].bytes = bytes
        var effects: [Effect] = []
        while self.bytes > budget, let last = items.lastIndex(where: \.isComing) {
            effects += lose(last)
        }
        return effects
    }

    /// Records the end of a type's content, complete or not.
    public mutating func ended(_ type: MimeType, isWhole: Bool) -> [Effect] {
        guard let index = index(of: type), case .coming(let waiting) = items[index].state else { return [] }
        items[index].state = isWhole ? .kept : .lost
        guard isWhole else {
            items[index].bytes = 0
            return waiting.map { .askSource($0, type) }
        }
        return waiting.map { .serve($0, type) }
    }

    /// Gives up all types that are not complete, since the deadline has passed.
    public mutating func timeIsUp() -> [Effect] {
        items.indices.filter { items[$0].isComing }.flatMap { lose($0) }
    }

    /// Gives up all content, since there is no memory left for it.
    public mutating func giveUp() -> [Effect] {
        let effects = timeIsUp()
        for index in items.indices {
            items[index].state = .lost
            items[index].bytes = 0
        }
        return effects
    }

    /// The number of captured bytes of all types.
    public var bytes: Int { items.reduce(0) { $0 + $1.bytes } }

    /// Returns the response to a read of a type.
    public mutating func read(_ id: ReadID, _ type: MimeType) -> Answer {
        guard let index = index(of: type) else { return .askSource }
        switch items[index].state {
        case .coming(let waiting):
            items[index].state = .coming(waiting: waiting + [id])
            return .wait
        case .kept: return .serve
        case .lost: return .askSource
        }
    }

    // MARK: Details

    private func index(of type: MimeType) -> Int? { items.firstIndex { $0.type == type } }

    private mutating func lose(_ index: Int) -> [Effect] {
        guard case .coming(let waiting) = items[index].state else { return [] }
        let type = items[index].type
        items[index].state = .lost
        items[index].bytes = 0
        return [.discard(type)] + waiting.map { .askSource($0, type) }
    }
}
