// SPDX-License-Identifier: MIT

/// Looks up cursors in a cursor theme and the themes it inherits from.
///
/// Files are read through `read`, which returns the bytes at a path, or nil if there is no file. The host thus controls
/// file access, and tests need no disk.
public struct CursorTheme {
    /// The theme folders in search order; each contains a folder `cursors`.
    private let folders: [String]
    private let read: (String) -> [UInt8]?

    /// `searchPath` are the directories that contain themes, such as `~/.local/share/icons` and `/usr/share/icons`, in
    /// search order.
    public init(name: String, searchPath: [String], read: @escaping (String) -> [UInt8]?) {
        self.read = read
        folders = Self.folders(name: name, searchPath: searchPath, read: read)
    }

    /// Returns the images for a shape with a size nearest to `size` device pixels, or nil if the theme has none of its
    /// names.
    ///
    /// Each name is looked up in the theme and all it inherits from before the next name is tried. Files that cannot be
    /// parsed are skipped.
    public func cursor(for shape: PointerShape, size: Int) -> CursorFile? {
        cursor(named: shape.names, size: size)
    }

    /// Returns the images for the first name that is found.
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

    /// The maximum number of themes in an inheritance chain, which ends chains that are recursive with ever new names.
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

    /// Returns the names after `Inherits=` in an index, separated by commas, semicolons or blanks.
    private static func parents(in bytes: [UInt8]) -> [String] {
        // The key is in the first group. The other groups, one for each folder, are most of the file.
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            if line.first == UInt8(ascii: "["), !line.starts(with: "[Icon Theme]".utf8) { break }
            guard line.starts(with: "Inherits".utf8) else { continue }
            let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "Inherits" else { continue }
            return parts[1].split { $0 == "," || $0 == ";" || $0.isWhitespace }
                // A name must be a single path component.
                .filter { !$0.contains("/") && $0 != ".." && $0 != "." }
                .map(String.init)
        }
        return []
    }
}
