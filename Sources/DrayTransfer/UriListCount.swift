// SPDX-License-Identifier: MIT

/// Counts the items of a `text/uri-list` (RFC 2483) while it arrives, piece by piece, and keeps nothing of it.
///
/// Every line is an item, save for empty ones and comments, which begin with `#`. Lines should end with CR LF; those of
/// many clients end with LF alone, and the last one often with nothing at all or a zero byte.
struct UriListCount: Equatable, Sendable {
    /// The items that have begun so far.
    private(set) var items = 0
    private var line = Line.start

    private enum Line: Equatable {
        /// Nothing of the line was seen but blanks.
        case start
        case comment
        case item
    }

    init() {}

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    private mutating func add(_ byte: UInt8) {
        switch (line, byte) {
        case (_, UInt8(ascii: "\n")), (_, UInt8(ascii: "\r")): line = .start
        case (.comment, _), (.item, _): break
        case (.start, UInt8(ascii: "#")): line = .comment
        case (.start, UInt8(ascii: " ")), (.start, UInt8(ascii: "\t")), (.start, 0): break
        case (.start, _):
            line = .item
            items += 1
        }
    }
}
