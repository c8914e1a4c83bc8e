// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

// A scenario's file, read once: what cannot be one is told in words before anybody looks for YAML in it.

extension SourceText {
    /// Why a file could not be read at all; what is wrong inside of one is a ``Diagnostic``.
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        package let reason: String

        package var description: String { "\(path): error: \(reason)" }
    }

    /// A larger file is no scenario.
    package static let byteLimit = 4 << 20

    /// Reads a file, in UTF-8.
    /// - Parameters:
    ///   - name: what diagnostics call it; the path if left out.
    ///   - isIncluded: by another file.
    /// - Returns: the text, and what is wrong with its encoding. Bytes that are not UTF-8 are U+FFFD in the text, so that
    ///   the diagnostic can point at them.
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

    /// A text from the bytes of a file, without the mark that some editors put before it.
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
