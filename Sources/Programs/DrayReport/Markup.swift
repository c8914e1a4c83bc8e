// SPDX-License-Identifier: MIT

import DrayCore

/// A piece of HTML or XML. Literal text is used verbatim; text interpolated with `\(…)` is escaped, unless it is
/// `Markup`. Text from a client therefore cannot be interpreted as markup by accident.
struct Markup: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The serialized markup.
    private(set) var source: String

    init(stringLiteral value: String) {
        source = value
    }

    init(stringInterpolation: StringInterpolation) {
        source = stringInterpolation.source
    }

    /// Escapes text for an element's content or a quoted attribute.
    init(text: String) {
        source = Self.escaped(text)
    }

    /// Uses a file of the program verbatim.
    init(verbatim file: [UInt8]) {
        source = String(decoding: file, as: UTF8.self)
    }

    /// Joins pieces with a separator.
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

    /// Escapes text for XML and HTML, in content and attributes. Line breaks become character references, because XML
    /// normalizes them to spaces in attributes.
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
