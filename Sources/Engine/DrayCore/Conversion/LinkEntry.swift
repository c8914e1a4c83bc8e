// SPDX-License-Identifier: MIT

/// A file that links to an address: a desktop entry of the type `Link` (Desktop Entry Specification 1.5).
public struct LinkEntry: Equatable, Sendable {
    /// The address on one line, percent-encoded where necessary.
    public let address: String
    /// The name on one line.
    public let name: String

    /// - Parameters:
    ///   - address: A URI.
    ///   - title: The source's title; without one the name is derived from the address.
    /// - Returns: Nil if the address is empty.
    public init?(address: String, title: String?) {
        let address = PercentEncoding.escapingUnsafe(address.trimmingBlanks)
        guard !address.isEmpty else { return nil }
        self.address = address
        name = title.flatMap { LineText.title($0) } ?? FileURI.name(of: address)
    }

    /// The content of the file. Values are escaped, so that the entry has exactly these six keys.
    public var text: String {
        """
        [Desktop Entry]
        Version=1.0
        Type=Link
        Name=\(Self.escaped(name))
        URL=\(Self.escaped(address))
        Icon=text-html

        """
    }

    /// Escapes a value of the type `string`. Scalars without an escape in the specification are dropped.
    static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += #"\\"#
            case "\n": text += #"\n"#
            case "\r": text += #"\r"#
            case "\t": text += #"\t"#
            case " " where text.isEmpty: text += #"\s"#
            default: if LineText.isSafe(scalar) { text.unicodeScalars.append(scalar) }
            }
        }
        return text
    }
}

extension String {
    /// The text without blanks, line ends and zero bytes at its ends.
    public var trimmingBlanks: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" || $0 == "\0" }
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !isBlank($0) }),
            let end = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[start...end])
    }
}
