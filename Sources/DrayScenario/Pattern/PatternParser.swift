// SPDX-License-Identifier: MIT

/// Reads a regular expression.
struct PatternParser {
    private let source: [Unicode.Scalar]
    private var place = 0
    private var depth = 0
    private var flags = Flags()

    private struct Flags {
        var ignoresCase = false
        var dotIsAny = false
        var anchorsAreLines = false
        var ignoresSpace = false
    }

    private static let depthLimit = 100
    private static let repeatLimit = 1000

    init(_ source: String) {
        self.source = Array(source.unicodeScalars)
    }

    mutating func parse() throws(Pattern.Mistake) -> PatternNode {
        let node = try choice()
        if peek == ")" { throw mistake("a `)` without a `(`") }
        return node
    }

    // MARK: Characters

    private var peek: Unicode.Scalar? { place < source.count ? source[place] : nil }

    private mutating func next() -> Unicode.Scalar? {
        defer { place += 1 }
        return peek
    }

    private mutating func take(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard source.dropFirst(place).starts(with: scalars) else { return false }
        place += scalars.count
        return true
    }

    /// All until a text, and that text.
    private mutating func upTo(_ end: String) -> String? {
        var text = ""
        while place < source.count {
            if take(end) { return text }
            text.unicodeScalars.append(source[place])
            place += 1
        }
        return nil
    }

    private func mistake(_ text: String) -> Pattern.Mistake { Pattern.Mistake(text: text) }

    // MARK: Sequences

    private mutating func choice() throws(Pattern.Mistake) -> PatternNode {
        depth += 1
        guard depth <= Self.depthLimit else { throw mistake("its groups are nested too deeply") }
        defer { depth -= 1 }
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws(Pattern.Mistake) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            if flags.ignoresSpace, skipSpace() { continue }
            if take("\\Q") {
                let text = upTo("\\E") ?? ""
                nodes += text.unicodeScalars.map { .scalar(.scalar($0, ignoresCase: flags.ignoresCase)) }
                continue
            }
            nodes.append(try quantified(atom()))
        }
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
    }

    private mutating func skipSpace() -> Bool {
        guard let scalar = peek else { return false }
        if scalar.properties.isWhitespace {
            place += 1
            return true
        }
        guard scalar == "#" else { return false }
        while let scalar = next(), scalar != "\n" {}
        return true
    }

    private mutating func quantified(_ node: PatternNode) throws(Pattern.Mistake) -> PatternNode {
        var node = node
        while let (minimum, maximum) = try quantifier() {
            if take("+") { throw mistake("`+` after a repetition, which gives nothing back, is not known here") }
            // Whether as much or as little as possible: found is found.
            _ = take("?")
            node = .repeated(node, minimum, maximum)
        }
        return node
    }

    private mutating func quantifier() throws(Pattern.Mistake) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = place
        guard take("{") else { return nil }
        let minimum = number()
        let hasComma = take(",")
        let maximum = hasComma ? number() : minimum
        guard take("}"), minimum != nil || maximum != nil else {
            // A brace like any other character.
            place = start
            return nil
        }
        let least = minimum ?? 0
        guard least <= Self.repeatLimit, maximum ?? 0 <= Self.repeatLimit else {
            throw mistake("it repeats something more than \(Self.repeatLimit) times")
        }
        if let maximum, maximum < least { throw mistake("{\(least),\(maximum)} ends before it begins") }
        return (least, maximum)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = peek, ("0"..."9").contains(scalar), digits.count < 9 {
            digits.unicodeScalars.append(scalar)
            place += 1
        }
        return Int(digits)
    }

    // MARK: Atoms

    private mutating func atom() throws(Pattern.Mistake) -> PatternNode {
        switch next() {
        case ".": return .scalar(flags.dotIsAny ? .any : .anyButNewline)
        case "^": return .anchor(flags.anchorsAreLines ? .lineStart : .textStart)
        case "$": return .anchor(flags.anchorsAreLines ? .lineEnd : .textEnd)
        case "(": return try group()
        case "[": return .scalar(try set())
        case "\\": return try escape()
        case "*", "+", "?": throw mistake("a repetition of nothing")
        case let scalar?: return .scalar(.scalar(scalar, ignoresCase: flags.ignoresCase))
        case nil: return .empty
        }
    }

    private mutating func group() throws(Pattern.Mistake) -> PatternNode {
        if take("?#") {
            guard upTo(")") != nil else { throw mistake("a `(` without a `)`") }
            return .empty
        }
        if take("?=") { return .look(try rest(), isAhead: true, isNegated: false) }
        if take("?!") { return .look(try rest(), isAhead: true, isNegated: true) }
        if take("?<=") { return .look(try rest(), isAhead: false, isNegated: false) }
        if take("?<!") { return .look(try rest(), isAhead: false, isNegated: true) }
        if take("?>") || take("?|") { throw mistake("a group that gives nothing back is not known here") }
        if take("?<") || take("?P<") {
            guard upTo(">") != nil else { throw mistake("the name of a group has no end") }
            return try rest()
        }
        guard take("?") else { return try rest() }
        let outer = flags
        // Else they are for all that follows in the group around.
        guard try readFlags() else { return .empty }
        let node = try rest()
        flags = outer
        return node
    }

    /// The rest of a group.
    private mutating func rest() throws(Pattern.Mistake) -> PatternNode {
        let outer = flags
        let node = try choice()
        flags = outer
        guard take(")") else { throw mistake("a `(` without a `)`") }
        return node
    }

    /// The flags of `(?i)` or `(?i:`.
    /// - Returns: whether they are for a group that follows; else they are for the rest of the one around.
    private mutating func readFlags() throws(Pattern.Mistake) -> Bool {
        var value = true
        while let scalar = next() {
            switch scalar {
            case ":": return true
            case ")": return false
            case "-": value = false
            case "i": flags.ignoresCase = value
            case "s": flags.dotIsAny = value
            case "m": flags.anchorsAreLines = value
            case "x": flags.ignoresSpace = value
            default: throw mistake("`(?\(scalar)` is not known here")
            }
        }
        throw mistake("a `(` without a `)`")
    }

    private mutating func escape() throws(Pattern.Mistake) -> PatternNode {
        switch peek {
        case "b": return anchor(.wordBoundary)
        case "B": return anchor(.noWordBoundary)
        case "A": return anchor(.textStart)
        case "z": return anchor(.textEnd)
        case "Z": return anchor(.textEndBeforeNewline)
        case "R":
            place += 1
            let newline = PatternNode.scalar(ScalarSet([.kind(.newline)]))
            let pair = "\r\n".unicodeScalars.map { PatternNode.scalar(.scalar($0, ignoresCase: false)) }
            return .choice([.sequence(pair), newline])
        case "1", "2", "3", "4", "5", "6", "7", "8", "9", "k", "g":
            throw mistake("what a group has matched cannot be referred to here")
        default: break
        }
        let item = try escapedItem()
        return .scalar(ScalarSet([item], ignoresCase: flags.ignoresCase))
    }

    private mutating func anchor(_ anchor: PatternAnchor) -> PatternNode {
        place += 1
        return .anchor(anchor)
    }

    /// What stands for a character, or some, after a backslash.
    private mutating func escapedItem() throws(Pattern.Mistake) -> ScalarSet.Item {
        guard let scalar = next() else { throw mistake("a backslash at its end") }
        switch scalar {
        case "d": return .kind(.digit)
        case "D": return .notKind(.digit)
        case "w": return .kind(.word)
        case "W": return .notKind(.word)
        case "s": return .kind(.space)
        case "S": return .notKind(.space)
        case "h": return .kind(.horizontalSpace)
        case "H": return .notKind(.horizontalSpace)
        case "v": return .kind(.newline)
        case "V", "N": return .notKind(.newline)
        case "n": return item(0xa)
        case "r": return item(0xd)
        case "t": return item(0x9)
        case "f": return item(0xc)
        case "e": return item(0x1b)
        case "a": return item(0x7)
        case "0": return item(0)
        case "x": return item(try hexadecimal(2))
        case "u": return item(try hexadecimal(4))
        case "U": return item(try hexadecimal(8))
        case "p", "P": return try property(isNegated: scalar == "P")
        default: break
        }
        guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
            throw mistake("`\\\(scalar)` is not known here")
        }
        return item(scalar.value)
    }

    private func item(_ value: UInt32) -> ScalarSet.Item { .range(value...value) }

    private mutating func hexadecimal(_ count: Int) throws(Pattern.Mistake) -> UInt32 {
        var digits = ""
        if take("{") {
            guard let text = upTo("}") else { throw mistake("a `{` without a `}`") }
            digits = text
        } else {
            while digits.count < count, let scalar = peek, scalar.properties.isASCIIHexDigit {
                digits.unicodeScalars.append(scalar)
                place += 1
            }
        }
        guard let value = UInt32(digits, radix: 16), Unicode.Scalar(value) != nil else {
            throw mistake("no character has the number `\(digits)`")
        }
        return value
    }

    private mutating func property(isNegated: Bool) throws(Pattern.Mistake) -> ScalarSet.Item {
        guard take("{"), let name = upTo("}") else { throw mistake("`\\p` needs a name in braces") }
        let names = ["Letter": "L", "Number": "N", "Punctuation": "P", "Symbol": "S", "Separator": "Z", "Mark": "M"]
        let category = names[name] ?? name
        let known: Set<Character> = ["L", "M", "N", "P", "S", "Z", "C"]
        guard category.count <= 2, let first = category.first, known.contains(first) else {
            throw mistake("`\\p{\(name)}` is not known here")
        }
        return isNegated ? .notKind(.category(category)) : .kind(.category(category))
    }

    // MARK: Sets

    private mutating func set() throws(Pattern.Mistake) -> ScalarSet {
        depth += 1
        guard depth <= Self.depthLimit else { throw mistake("its sets are nested too deeply") }
        defer { depth -= 1 }
        let isNegated = take("^")
        var items: [ScalarSet.Item] = []
        var isFirst = true
        while let scalar = peek {
            if scalar == "]", !isFirst {
                place += 1
                return ScalarSet(items, isNegated: isNegated, ignoresCase: flags.ignoresCase)
            }
            isFirst = false
            if take("&&") || take("--") || take("~~") {
                throw mistake("sets that are cut with others are not known here")
            }
            items.append(try member())
        }
        throw mistake("a `[` without a `]`")
    }

    private mutating func member() throws(Pattern.Mistake) -> ScalarSet.Item {
        if take("[:") {
            let isNegated = take("^")
            guard let name = upTo(":]") else { throw mistake("a `[:` without a `:]`") }
            return try named(name, isNegated: isNegated)
        }
        if take("[") { return .set(try set()) }
        let first = try single()
        guard case .range(let low) = first, peek == "-", place + 1 < source.count, source[place + 1] != "]" else {
            return first
        }
        place += 1
        guard case .range(let high) = try single(), low.lowerBound <= high.upperBound else {
            throw mistake("a range in a set ends before it begins")
        }
        return .range(low.lowerBound...high.upperBound)
    }

    private mutating func single() throws(Pattern.Mistake) -> ScalarSet.Item {
        guard take("\\") else { return item(next()?.value ?? 0) }
        if take("b") { return item(0x8) }
        return try escapedItem()
    }

    /// A name of POSIX.
    private func named(_ name: String, isNegated: Bool) throws(Pattern.Mistake) -> ScalarSet.Item {
        let letters: [ScalarSet.Item] = [.kind(.category("L"))]
        let items: [ScalarSet.Item]
        switch name {
        case "alpha": items = letters
        case "digit": items = [.kind(.digit)]
        case "alnum": items = letters + [.kind(.digit)]
        case "upper": items = [.kind(.category("Lu"))]
        case "lower": items = [.kind(.category("Ll"))]
        case "space": items = [.kind(.space)]
        case "blank": items = [.kind(.horizontalSpace)]
        case "punct": items = [.kind(.category("P")), .kind(.category("S"))]
        case "xdigit": items = [.range(0x30...0x39), .range(0x41...0x46), .range(0x61...0x66)]
        case "word": items = [.kind(.word)]
        case "cntrl": items = [.kind(.category("Cc"))]
        default: throw mistake("`[:\(name):]` is not known here")
        }
        return .set(ScalarSet(items, isNegated: isNegated))
    }
}
