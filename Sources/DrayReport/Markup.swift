// SPDX-License-Identifier: MIT

import DrayCore

/// A piece of HTML or XML. What is written in the source is taken as it is; what is put into it with `\(…)` is
/// escaped, unless it is `Markup` itself. So text of a client cannot become markup by oversight.
struct Markup: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The characters, ready to be written to a file.
    private(set) var source: String

    init(stringLiteral value: String) {
        source = value
    }

    init(stringInterpolation: StringInterpolation) {
        source = stringInterpolation.source
    }

    /// Escapes a text for an element's content or a quoted attribute.
    init(text: String) {
        source = Self.escaped(text)
    }

    /// Joins pieces.
    init(joining pieces: [Markup], by separator: Markup = "") {
        source = pieces.map(\.source).joined(separator: separator.source)
    }

    static func += (left: inout Markup, right: Markup) {
        left.source += right.source
    }

    static func + (left: Markup, right: Markup) -> Markup {
        Markup(joining: [left, right])
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            source.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: String) {
            source += literal
        }

        mutating func appendInterpolation(_ text: String) {
            source += Markup.escaped(text)
        }

        mutating func appendInterpolation(_ markup: Markup) {
            source += markup.source
        }

        mutating func appendInterpolation(_ number: some FixedWidthInteger) {
            source += String(number)
        }
    }

    /// Escapes so that the result is right in XML and HTML, in content and in attributes. Line ends become references,
    /// because XML would turn them into spaces in an attribute.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.cleaned(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
