// SPDX-License-Identifier: MIT

internal import DrayPresentation
internal import Glibc

/// What the compositor's own pointers look like.
///
/// The same everywhere by default, whatever the environment says, as far as the theme is there.
public struct PointerConfiguration: Hashable, Sendable {
    /// Where the pictures come from.
    public var source: Source
    /// In points.
    public var size: Double

    public enum Source: Hashable, Sendable {
        /// A cursor theme, looked for in these folders, the first first. What it lacks is drawn.
        case theme(String, searchPath: [String])
        /// An arrow that needs no files.
        case drawn
    }

    public init(
        source: Source = .theme("Adwaita", searchPath: ["/usr/local/share/icons", "/usr/share/icons"]),
        size: Double = 24
    ) {
        self.source = source
        self.size = size
    }
}

extension PointerPictures {
    convenience init(_ configuration: PointerConfiguration) {
        switch configuration.source {
        case .drawn: self.init(theme: nil, size: configuration.size)
        case .theme(let name, let searchPath):
            self.init(
                theme: CursorTheme(name: name, searchPath: searchPath, read: readFile), size: configuration.size)
        }
    }
}

/// The bytes of a file; nil where there is none, or one larger than any pointer.
private func readFile(_ path: String) -> [UInt8]? {
    // The richest pointers, animated and in ten sizes, take some two million bytes.
    let limit = 16 << 20
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size <= limit else {
        return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
    var filled = 0
    while filled < bytes.count {
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + filled, $0.count - filled) }
        guard count > 0 else { break }
        filled += count
    }
    return Array(bytes.prefix(filled))
}
