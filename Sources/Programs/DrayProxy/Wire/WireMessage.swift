// SPDX-License-Identifier: MIT

/// A complete message in the buffer of a ``WireStream``, which can be read and changed in place.
///
/// It is valid until the stream receives, inserts or removes bytes. In a message that is too short, missing arguments
/// are nil; the compositor reports the error.
package struct WireMessage {
    private let bytes: UnsafeMutableRawPointer
    /// The size with the header in bytes: at least 8, a multiple of 4.
    package let size: Int

    package static let headSize = 8

    package init(at bytes: UnsafeMutableRawPointer, size: Int) {
        self.bytes = bytes
        self.size = size
    }

    /// The receiver of a request, or the sender of an event.
    @inline(__always)
    package var object: UInt32 { bytes.loadUnaligned(as: UInt32.self) }

    @inline(__always)
    package var opcode: UInt16 { UInt16(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) }

    /// The 32-bit word at an index after the header.
    @inline(__always)
    package func word(_ index: Int) -> UInt32? {
        let offset = Self.headSize + 4 * index
        return index >= 0 && offset + 4 <= size ? bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) : nil
    }

    /// Replaces an existing word.
    func setWord(_ index: Int, to value: UInt32) {
        precondition(word(index) != nil, "the word is outside the message")
        bytes.storeBytes(of: value, toByteOffset: Self.headSize + 4 * index, as: UInt32.self)
    }

    /// A string whose length is at this word. It ends at its first zero byte, as in libwayland; bytes after that are
    /// ignored.
    /// - Returns: the text, which is nil for the protocol's null, and the index of the next word; nil if it is not a
    ///   string.
    package func string(_ index: Int) -> (text: String?, next: Int)? {
        guard let length = word(index).map(Int.init) else { return nil }
        if length == 0 { return (nil, index + 1) }
        guard let text = bytes(of: length, from: index + 1) else { return nil }
        return (String(decoding: text.dropLast().prefix { $0 != 0 }, as: UTF8.self), index + 1 + (length + 3) / 4)
    }

    /// Whether the string at this word equals the text. Does not allocate.
    func isString(_ index: Int, _ text: StaticString) -> Bool {
        guard let length = word(index).map(Int.init), length > text.utf8CodeUnitCount,
            let found = bytes(of: length, from: index + 1), found[text.utf8CodeUnitCount] == 0
        else { return false }
        return found.prefix(text.utf8CodeUnitCount)
            .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private func bytes(of length: Int, from index: Int) -> UnsafeRawBufferPointer? {
        let start = Self.headSize + 4 * index
        return length <= size - start ? UnsafeRawBufferPointer(start: bytes + start, count: length) : nil
    }
}
