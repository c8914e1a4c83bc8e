// SPDX-License-Identifier: MIT

internal import DrayPresentation
internal import Glibc

/// The appearance of the compositor's own cursors.
///
/// The default is independent of the environment, provided that the theme is installed.
public struct PointerConfiguration: Hashable, Sendable {
    /// The source of the cursor images.
    public var source: Source
    /// The size in points.
    public var size: Double

    public enum Source: Hashable, Sendable {
        /// A cursor theme, searched in these folders in order. Missing shapes are drawn.
        case theme(String, searchPath: [String])
        /// A built-in arrow that needs no files.
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

/// The bytes of a file; nil if it does not exist or is larger than any cursor file.
private func readFile(_ path: String) -> [UInt8]? {
    // The largest cursor files, animated and in ten sizes, have about two million bytes.
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
