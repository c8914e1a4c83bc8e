// SPDX-License-Identifier: MIT

internal import DrayCore

/// A list of URIs or links that comes piece by piece, written as another kind of list, or as text. Line by line: of a line only as
/// much is kept as a URI can be long.
struct UriLines {
    private let input: TextForm
    private let output: TextForm
    private var line: [Unicode.Scalar] = []
    private var count = 0
    private var written = 0

    private static let lineLimit = 1 << 16

    init(from input: TextForm, to output: TextForm) {
        self.input = input
        self.output = output
    }

    mutating func push(_ scalars: [Unicode.Scalar], isLast: Bool) -> [Unicode.Scalar] {
        var out = String.UnicodeScalarView()
        for scalar in scalars {
            switch scalar {
            case "\n": take(&out)
            case "\r": break
            default: if line.count < Self.lineLimit { line.append(scalar) }
            }
        }
        if isLast { take(&out) }
        return Array(out)
    }

    private mutating func take(_ out: inout String.UnicodeScalarView) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: line)
        let text = String(view).trimmed
        line = []
        defer { count += 1 }
        guard let uri = uri(in: text) else { return }
        out.append(contentsOf: written(uri).unicodeScalars)
        written += 1
    }

    /// What a line means, by its place.
    private func uri(in line: String) -> String? {
        guard !line.isEmpty else { return nil }
        switch input {
        case .mozillaLinks, .netscapeLinks: return count.isMultiple(of: 2) ? line : nil
        case .gnomeFiles: return count == 0 ? nil : line
        case .uriList, .plain, .html: return line.hasPrefix("#") ? nil : line
        }
    }

    private func written(_ uri: String) -> String {
        switch output {
        case .uriList: uri + "\r\n"
        case .gnomeFiles: (written == 0 ? "copy\n" : "\n") + uri
        case .mozillaLinks, .netscapeLinks: (written == 0 ? "" : "\n") + uri + "\n" + FileURI.name(of: uri)
        case .plain, .html: (written == 0 ? "" : "\n") + (FileURI.path(of: uri) ?? uri)
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        let blanks: Set<Character> = [" ", "\t", "\r", "\n"]
        guard let start = firstIndex(where: { !blanks.contains($0) }),
            let end = lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(self[start...end])
    }
}
