// SPDX-License-Identifier: MIT

/// Text with the few styles that the shelf knows.
struct StyledText: Equatable {
    /// Never two neighbours of the same style, never an empty one.
    private(set) var runs: [Run] = []

    struct Run: Equatable {
        var text: String
        var style: Style
    }

    struct Style: OptionSet, Hashable {
        let rawValue: UInt8

        static let bold = Style(rawValue: 1)
        static let italic = Style(rawValue: 2)
        static let underline = Style(rawValue: 4)
    }

    init() {}

    init(_ text: String, _ style: Style = []) {
        append(text, style)
    }

    /// The text alone.
    var plain: String { runs.map(\.text).joined() }

    var isEmpty: Bool { runs.isEmpty }
    var isPlain: Bool { runs.allSatisfy { $0.style.isEmpty } }

    mutating func append(_ text: String, _ style: Style) {
        guard !text.isEmpty else { return }
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    /// Without white space at its end.
    mutating func trimEnd() {
        while let last = runs.indices.last {
            while runs[last].text.last?.isWhitespace ?? false { runs[last].text.removeLast() }
            guard runs[last].text.isEmpty else { return }
            runs.removeLast()
        }
    }
}
