// SPDX-License-Identifier: MIT

/// The files that the readings of one scenario file have included, and all others that it names.
final class Inclusions {
    /// A file as it was read, by the name that diagnostics call it.
    struct File {
        let source: SourceText
        let root: SourceNode?
        let diagnostics: [Diagnostic]
    }

    private(set) var files: [String: File] = [:]
    /// Where each of them was included first.
    private(set) var places: [String: Location] = [:]
    /// Absolute paths of what the scenario is made of, beside its own file; they need not be there.
    private(set) var paths: Set<String> = []
    /// How often files may be included, and how many values may be read out of them, in all combinations of the matrix.
    static let limit = (times: 10_000, values: valueLimit)
    /// The most values that all runs of one file may have together.
    static let valueLimit = 2_000_000
    private var left = limit

    /// A scenario depends on a file or folder.
    func note(_ path: String) { paths.insert(path) }

    /// Reads a file, or answers what was read of it before.
    func file(_ path: String, name: String, includedAt place: Location) throws(SourceText.Unreadable) -> File {
        if let file = files[name] { return file }
        let (source, flaw) = try SourceText.read(path, name: name, isIncluded: true)
        let (root, diagnostics) = flaw.map { (nil, [$0]) } ?? SourceNode.parse(source)
        let file = File(source: source, root: root, diagnostics: diagnostics)
        files[name] = file
        places[name] = place
        return file
    }

    /// Nothing more is included.
    var isExhausted: Bool { left.times < 0 || left.values < 0 }

    /// Takes what a file holds off what may still be read; false where that is too much.
    func spend(_ values: Int) -> Bool {
        left = (left.times - 1, left.values - values)
        return !isExhausted
    }
}
