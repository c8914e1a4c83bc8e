// SPDX-License-Identifier: MIT

/// A part of a regular expression as instructions for a machine that follows all its ways at once.
struct PatternProgram: Equatable, Sendable {
    enum Instruction: Equatable, Sendable {
        /// Goes on if the next character is one of these.
        case scalar(ScalarSet)
        /// Goes on here and there.
        case split(Int, Int)
        case jump(Int)
        case anchor(PatternAnchor)
        /// Goes on where a look of the pattern, by its number, has found something, or where it has not.
        case look(Int, isNegated: Bool)
        case match
    }

    private(set) var code: [Instruction] = []

    /// What looks see is found out before the programs that have them run; those of an inner one come first.
    struct Look: Equatable, Sendable {
        /// From behind, where it looks ahead: so one pass says for every place whether something begins there.
        let program: PatternProgram
        let isAhead: Bool
    }

    struct TooLarge: Error {}

    /// More is no pattern that somebody has written: `(a{1000}){1000}`.
    static let limit = 5000

    /// - Parameters:
    ///   - isReversed: for texts that are read from their end.
    ///   - looks: gets the looks of the pattern.
    init(_ node: PatternNode, isReversed: Bool = false, looks: inout [Look]) throws(TooLarge) {
        try add(node, isReversed, &looks)
        code.append(.match)
    }

    private mutating func add(_ node: PatternNode, _ isReversed: Bool, _ looks: inout [Look]) throws(TooLarge) {
        guard code.count < Self.limit else { throw TooLarge() }
        switch node {
        case .empty: break
        case .scalar(let set): code.append(.scalar(set))
        case .sequence(let nodes):
            for node in isReversed ? nodes.reversed() : nodes { try add(node, isReversed, &looks) }
        case .choice(let nodes): try add(choice: nodes[...], isReversed, &looks)
        case .repeated(let node, let minimum, let maximum):
            for _ in 0..<minimum {
                let count = code.count
                try add(node, isReversed, &looks)
                // Nothing, however often.
                if code.count == count { break }
            }
            guard let maximum else { return try add(anyNumberOf: node, isReversed, &looks) }
            for _ in minimum..<max(minimum, maximum) {
                let split = code.count
                code.append(.match)
                try add(node, isReversed, &looks)
                code[split] = .split(split + 1, code.count)
                if code.count == split + 1 { break }
            }
        case .anchor(let anchor): code.append(.anchor(anchor))
        case .look(let node, let isAhead, let isNegated):
            let program = try PatternProgram(node, isReversed: isAhead, looks: &looks)
            looks.append(Look(program: program, isAhead: isAhead))
            code.append(.look(looks.count - 1, isNegated: isNegated))
        }
    }

    private mutating func add(
        choice nodes: ArraySlice<PatternNode>, _ isReversed: Bool, _ looks: inout [Look]
    ) throws(TooLarge) {
        guard let first = nodes.first else { return }
        guard nodes.count > 1 else { return try add(first, isReversed, &looks) }
        let split = code.count
        code.append(.match)
        try add(first, isReversed, &looks)
        let jump = code.count
        code.append(.match)
        code[split] = .split(split + 1, code.count)
        try add(choice: nodes.dropFirst(), isReversed, &looks)
        code[jump] = .jump(code.count)
    }

    private mutating func add(
        anyNumberOf node: PatternNode, _ isReversed: Bool, _ looks: inout [Look]
    ) throws(TooLarge) {
        let split = code.count
        code.append(.match)
        try add(node, isReversed, &looks)
        code.append(.jump(split))
        code[split] = .split(split + 1, code.count)
    }
}
