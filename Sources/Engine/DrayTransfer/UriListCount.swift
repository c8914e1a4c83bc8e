// SPDX-License-Identifier: MIT

/// Counts the items of a `text/uri-list` (RFC 2483) while it arrives, without storing it.
///
/// Each line is an item, except empty lines and comments, which begin with `#`. Lines should end with CR LF; many
/// clients end them with LF alone, and the last line often has no terminator or a zero byte.
struct UriListCount: Equatable, Sendable {
    /// The number of items that have begun so far.
    private(set) var items = 0
    private var line = Line.start

    private enum Line: Equatable {
        /// Only blanks have been seen in the line so far.
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
