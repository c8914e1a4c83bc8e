// SPDX-License-Identifier: MIT

/// Finds pointers in a cursor theme and in the themes it inherits from.
///
/// It reads no file by itself: `read` gives the bytes of a path, or nil where there is none. So the host decides how
/// and when files are read, and a test needs no disk.
public struct CursorTheme {
    /// The folders to look into, the nearest theme first; each holds a folder `cursors`.
    private let folders: [String]
    private let read: (String) -> [UInt8]?

    /// `searchPath` are folders of themes, the first first, such as `~/.local/share/icons` and `/usr/share/icons`.
    public init(name: String, searchPath: [String], read: @escaping (String) -> [UInt8]?) {
        self.read = read
        folders = Self.folders(name: name, searchPath: searchPath, read: read)
    }

    /// The pictures for a shape, nearest to `size` device pixels, or nil when the theme has none of its names.
    ///
    /// A name is looked for in the theme and all it inherits from before the next name is tried. Files that cannot be
    /// read as cursors are passed over.
    public func cursor(for shape: PointerShape, size: Int) -> CursorFile? {
        cursor(named: shape.names, size: size)
    }

    /// The same for any names, the best first.
    public func cursor(named names: [String], size: Int) -> CursorFile? {
        for name in names {
            for folder in folders {
                guard let bytes = read("\(folder)/cursors/\(name)") else { continue }
                do {
                    return try CursorFile(parsing: bytes, size: size)
                } catch {
                    continue
                }
            }
        }
        return nil
    }

    /// The themes of a chain are few; the limit ends chains that lead into themselves with ever new names.
    private static let themeLimit = 16

    private static func folders(
        name: String, searchPath: [String], read: (String) -> [UInt8]?
    ) -> [String] {
        var names = [name]
        var folders: [String] = []
        var index = 0
        while index < names.count, index < themeLimit {
            for path in searchPath {
                let folder = "\(path)/\(names[index])"
                folders.append(folder)
                guard let bytes = read("\(folder)/index.theme") else { continue }
                for parent in parents(in: bytes) where !names.contains(parent) { names.append(parent) }
            }
            index += 1
        }
        return folders
    }

    /// The names behind `Inherits=` in an index, separated by commas, semicolons or blanks.
    private static func parents(in bytes: [UInt8]) -> [String] {
        // The key is in the first group. The groups after it, one for each folder, are most of the file.
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            if line.first == UInt8(ascii: "["), !line.starts(with: "[Icon Theme]".utf8) { break }
            guard line.starts(with: "Inherits".utf8) else { continue }
            let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "Inherits" else { continue }
            return parts[1].split { $0 == "," || $0 == ";" || $0.isWhitespace }
                // A name is one folder, never a way out of the search path.
                .filter { !$0.contains("/") && $0 != ".." && $0 != "." }
                .map(String.init)
        }
        return []
    }
}
