// SPDX-License-Identifier: MIT

/// The files that all readings of one scenario file have included, and all other files that it refers to.
final class Inclusions {
    /// The content of an included file.
    struct File {
        let source: SourceText
        let root: SourceNode?
        let diagnostics: [Diagnostic]
    }

    private(set) var files: [String: File] = [:]
    /// The location of the first `include` of each file.
    private(set) var places: [String: Location] = [:]
    /// The absolute paths of the files and folders that the scenario depends on, without its own file. They need not
    /// exist.
    private(set) var paths: Set<String> = []
    /// The maximum number of inclusions and of values read from included files, over all combinations of the matrix.
    static let limit = (times: 10_000, values: valueLimit)
    /// The maximum number of values in all runs of one file together.
    static let valueLimit = 2_000_000
    private var left = limit

    /// Records a file or folder that the scenario depends on.
    func note(_ path: String) { paths.insert(path) }

    /// Returns the content of a file, reading it at most once.
    func file(_ path: String, name: String, includedAt place: Location) throws(SourceText.Unreadable) -> File {
        if let file = files[name] { return file }
        let (source, flaw) = try SourceText.read(path, name: name, isIncluded: true)
        let (root, diagnostics) = flaw.map { (nil, [$0]) } ?? SourceNode.parse(source)
        let file = File(source: source, root: root, diagnostics: diagnostics)
        files[name] = file
        places[name] = place
        return file
    }

    /// Whether the limit is exceeded, so that no further file is included.
    var isExhausted: Bool { left.times < 0 || left.values < 0 }

    /// Subtracts the values of a file from what remains of the limit; returns false if the limit is exceeded.
    func spend(_ values: Int) -> Bool {
        left = (left.times - 1, left.values - values)
        return !isExhausted
    }
}
