// SPDX-License-Identifier: MIT

internal import DrayCore

/// Converts a list of URIs or links that arrives piece by piece into another list format, or into text. At most
/// ``lineLimit`` characters of a line are buffered.
///
/// Each item is one line, or one pair of lines, of the output: control characters and other line breaks are escaped in
/// URIs, become spaces in titles, and do not occur in paths (see ``FileURI/path(of:host:)``).
struct UriLines {
    private let input: TextForm
    private let output: TextForm
    private let host: String
    private var line: [Unicode.Scalar] = []
    private var count = 0
    private var written = 0

    /// The maximum length of a line, in characters. A longer line is left out, since its beginning would be a different
    /// URI.
    static let lineLimit = 1 << 20

    init(from input: TextForm, to output: TextForm, host: String) {
        self.input = input
        self.output = output
        self.host = host
    }

    mutating func push(_ scalars: [Unicode.Scalar], isLast: Bool) -> [Unicode.Scalar] {
        var out = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar == "\n" { take(&out) } else if line.count <= Self.lineLimit { line.append(scalar) }
        }
        if isLast { take(&out) }
        return Array(out)
    }

    private mutating func take(_ out: inout String.UnicodeScalarView) {
        var view = String.UnicodeScalarView()
        if line.count <= Self.lineLimit { view.append(contentsOf: line) }
        line = []
        defer { count += 1 }
        guard let uri = Self.uri(in: String(view).trimmingBlanks, at: count, of: input) else { return }
        out.append(contentsOf: written(uri).unicodeScalars)
        written += 1
    }

    /// Returns the URI in a line, which depends on the line number; nil if there is none. A line that begins with `#`
    /// is never a URI: in a URI list it is a comment.
    static func uri(in line: String, at place: Int, of form: TextForm) -> String? {
        guard let first = line.unicodeScalars.first, first != "#" else { return nil }
        switch form {
        case .mozillaLinks, .netscapeLinks: return place.isMultiple(of: 2) ? line : nil
        case .gnomeFiles: return place == 0 ? nil : line
        case .uriList, .plain, .html: return line
        }
    }

    private func written(_ uri: String) -> String {
        let separator = written == 0 ? "" : "\n"
        let listed = FileURI.listed(uri, host: host)
        switch output {
        case .uriList: return listed + "\r\n"
        case .gnomeFiles: return (written == 0 ? "copy\n" : separator) + listed
        case .mozillaLinks, .netscapeLinks: return separator + listed + "\n" + FileURI.name(of: listed)
        case .plain, .html: return separator + (FileURI.path(of: uri, host: host) ?? listed)
        }
    }
}
