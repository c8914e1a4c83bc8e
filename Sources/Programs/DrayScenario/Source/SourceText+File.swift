// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

// Reads a scenario file once. A file that cannot be a scenario is rejected before YAML parsing.

extension SourceText {
    /// The reason why a file cannot be read; mistakes in its content are reported as ``Diagnostic``.
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        package let reason: String

        package var description: String { "\(path): error: \(reason)" }
    }

    /// The maximum size of a scenario file, in bytes.
    package static let byteLimit = 4 << 20

    /// Reads a UTF-8 file.
    /// - Parameters:
    ///   - name: The name in diagnostics; defaults to the path.
    ///   - isIncluded: Whether another file includes this one.
    /// - Returns: The text, and diagnostics about its encoding. Invalid bytes become U+FFFD, so that the diagnostics
    ///   can point at them.
    package static func read(
        _ path: String, name: String? = nil, isIncluded: Bool = false
    ) throws(Unreadable) -> (text: SourceText, flaw: Diagnostic?) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Unreadable(path: path, reason: reason(errno, path)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw Unreadable(path: path, reason: reason(errno, path))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Unreadable(path: path, reason: "it is a folder, and a scenario is a file")
        default: throw Unreadable(path: path, reason: "it is not a regular file")
        }
        guard status.st_size <= byteLimit else {
            throw Unreadable(
                path: path, reason: "it has \(status.st_size) bytes; a scenario may have \(byteLimit)")
        }
        return decode(try bytes(of: file, path), name: name ?? path, isIncluded: isIncluded)
    }

    /// Decodes a file's bytes, without a leading byte order mark.
    package static func decode(
        _ bytes: [UInt8], name: String, isIncluded: Bool = false
    ) -> (text: SourceText, flaw: Diagnostic?) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let text = SourceText(name: name, text: String(decoding: body, as: UTF8.self), isIncluded: isIncluded)
        for (index, line) in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where String(validating: line, as: UTF8.self) == nil {
            let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
            let column = scalars.prefix { $0 != "\u{FFFD}" }.count + 1
            let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            return (
                text,
                Diagnostic(
                    isWide ? "the file is in UTF-16" : "these bytes are not UTF-8",
                    at: text.location(index + 1, column),
                    help: "a scenario is written in UTF-8")
            )
        }
        return (text, nil)
    }

    private static func bytes(of file: Int32, _ path: String) throws(Unreadable) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 || bytes.count > byteLimit { return bytes }
            guard count > 0 else { throw Unreadable(path: path, reason: reason(errno, path)) }
            bytes += buffer[..<count]
        }
    }

    private static func reason(_ code: Int32, _ path: String) -> String {
        guard code == ENOENT else { return String(cString: strerror(code)) }
        guard !path.isEmpty else { return "the name of the file is empty" }
        let url = URL(fileURLWithPath: path)
        let neighbours = try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        let scenarios = (neighbours ?? []).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        return "there is no such file\(Suggestion.phrase(for: url.lastPathComponent, among: scenarios.sorted()))"
    }
}
