// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// A file on the command line, read as text.
struct TextFile: ExpressibleByArgument {
    let path: String
    let text: String

    init?(argument: String) {
        path = argument
        guard let file = fopen(argument, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        guard ferror(file) == 0 else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }
}
