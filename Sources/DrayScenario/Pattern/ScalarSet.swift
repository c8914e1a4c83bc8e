// SPDX-License-Identifier: MIT

/// The characters, as Unicode scalars, that one place of a pattern stands for.
struct ScalarSet: Equatable, Sendable {
    private var items: [Item]
    private var isNegated: Bool
    private let ignoresCase: Bool

    enum Item: Equatable, Sendable {
        case range(ClosedRange<UInt32>)
        case kind(Kind)
        case notKind(Kind)
        case set(ScalarSet)
    }

    /// What has a name in patterns.
    enum Kind: Equatable, Sendable {
        case digit, word, space, horizontalSpace, newline
        /// Letters of Unicode's general categories, such as `L` or `Lu`.
        case category(String)
    }

    init(_ items: [Item], isNegated: Bool = false, ignoresCase: Bool = false) {
        self.items = items
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
    }

    static func scalar(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> ScalarSet {
        ScalarSet([.range(scalar.value...scalar.value)], ignoresCase: ignoresCase)
    }

    static let any = ScalarSet([], isNegated: true)
    static let anyButNewline = ScalarSet([.kind(.newline)], isNegated: true)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isIn = holds(scalar)
        if !isIn, ignoresCase {
            isIn = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].contains { text in
                text.unicodeScalars.count == 1 && text.unicodeScalars.first.map(holds) == true
            }
        }
        return isIn != isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        items.contains { item in
            switch item {
            case .range(let range): range.contains(scalar.value)
            case .kind(let kind): kind.contains(scalar)
            case .notKind(let kind): !kind.contains(scalar)
            case .set(let set): set.contains(scalar)
            }
        }
    }
}

extension ScalarSet.Kind {
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .digit: scalar.properties.generalCategory == .decimalNumber
        case .word:
            scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
                || [.nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation].contains(
                    scalar.properties.generalCategory)
        case .space: scalar.properties.isWhitespace
        case .horizontalSpace: scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
        case .newline: (0xa...0xd).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
        case .category(let name): scalar.properties.generalCategory.shortName.hasPrefix(name)
        }
    }
}

extension Unicode.GeneralCategory {
    /// The name of the Unicode standard: `Lu`.
    fileprivate var shortName: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
