// SPDX-License-Identifier: MIT

public import DrayCore

// The states of one type that is taken in, and what leads from one to the next. Events that a row does not name change
// nothing there.
//
//   state     event                                             next     what goes out, in short
//   --------  ------------------------------------------------  -------  ----------------------------------------------
//   (none)    begin, among the first of the plan                coming   (the source is asked for it)
//   coming    bytes come, all types are within the budget       coming
//             bytes come, they are not                          coming   the last of the plan that still come are let go
//             a read                                            coming   (the reader waits)
//             all of it has come                                kept     serve those that wait
//             it broke off                                      lost     those that wait ask the source
//             let go, the time is up                            lost     let go; those that wait ask the source
//   kept      a read                                            kept     (serve)
//   lost      a read                                            lost     (ask the source)

/// What the engine takes in of one drop or one clipboard, so that it outlives its source (HIG-23): a value that knows
/// which types are wanted, have come, and are too much.
public struct ContentKeeper: Equatable, Sendable {
    private let budget: Int
    /// In the order in which they matter.
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
            /// The source writes it. Leads to `kept` and `lost`.
            case coming(waiting: [ReadID])
            /// All of it is here.
            case kept
            /// It does not come, or is too much.
            case lost
        }
    }

    /// What is to be done. In order.
    public enum Effect: Equatable, Sendable {
        /// Do not take this type in any more; what has come of it goes.
        case letGo(MimeType)
        /// Give this reader what is kept of the type.
        case serve(ReadID, MimeType)
        /// This reader gets it from the source, if there is one.
        case askSource(ReadID, MimeType)
    }

    /// What to do with a read.
    public enum Answer: Equatable, Sendable {
        case serve
        /// It is not all there yet: an effect will say.
        case wait
        case askSource
    }

    /// Types of one drop or clipboard. A source is asked for all of them at once.
    public static let typeLimit = 16

    /// - Parameter plan: see ``plan(_:wanted:)``; what is beyond the limit is left out.
    public init(plan: [MimeType], budget: Int) {
        self.budget = budget
        items = plan.prefix(Self.typeLimit).map { Item(type: $0) }
    }

    /// Which types to take in, the most important first: those that the target has shown to want, richest first, and then the
    /// richest others (HIG-21).
    public static func plan(_ offered: Representations, wanted: Set<MimeType>) -> [MimeType] {
        var (plan, rest) = ([MimeType](), wanted)
        while let type = offered.richest(of: rest) {
            plan.append(type)
            rest.remove(type)
        }
        return Array((plan + offered.filter { !wanted.contains($0) }).prefix(typeLimit))
    }

    /// Whether these types are those of a secret, which nobody keeps: password managers mark what they copy.
    public static func isSecret(_ types: some Sequence<MimeType>) -> Bool {
        types.contains { $0.rawValue.lowercased() == "x-kde-passwordmanagerhint" }
    }

    /// What is taken in or was, in the plan's order.
    public var types: [MimeType] { items.map(\.type) }

    /// The types of which all is here, in the plan's order.
    public var kept: [MimeType] { items.filter { $0.state == .kept }.map(\.type) }

    /// Whether something is still to come.
    public var isComing: Bool { items.contains(where: \.isComing) }

    // MARK: Events

    /// So many bytes of a type are here by now.
    public mutating func came(_ bytes: Int, of type: MimeType) -> [Effect] {
        guard let index = index(of: type), items[index].isComing else { return [] }
        items[index].bytes = bytes
        var effects: [Effect] = []
        while self.bytes > budget, let last = items.lastIndex(where: \.isComing) {
            effects += lose(last)
        }
        return effects
    }

    /// A type has come to its end: all of it, or what the source could give.
    public mutating func ended(_ type: MimeType, isWhole: Bool) -> [Effect] {
        guard let index = index(of: type), case .coming(let waiting) = items[index].state else { return [] }
        items[index].state = isWhole ? .kept : .lost
        guard isWhole else {
            items[index].bytes = 0
            return waiting.map { .askSource($0, type) }
        }
        return waiting.map { .serve($0, type) }
    }

    /// The time is up: what has not come is not waited for.
    public mutating func timeIsUp() -> [Effect] {
        items.indices.filter { items[$0].isComing }.flatMap { lose($0) }
    }

    /// Nothing is kept any more: there is no room for it.
    public mutating func giveUp() -> [Effect] {
        let effects = timeIsUp()
        for index in items.indices {
            items[index].state = .lost
            items[index].bytes = 0
        }
        return effects
    }

    /// The bytes of all types that have come.
    public var bytes: Int { items.reduce(0) { $0 + $1.bytes } }

    /// Somebody reads a type.
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
        return [.letGo(type)] + waiting.map { .askSource($0, type) }
    }
}
