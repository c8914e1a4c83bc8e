// SPDX-License-Identifier: MIT

/// A whole message, where it lies in the buffer of a ``WireStream``: to be looked at, and changed in place.
///
/// Valid until the stream takes in, adds or takes out bytes. A message that is too short for its arguments has none of
/// those: what asks for one gets nil, and the compositor will say what is wrong with it.
package struct WireMessage {
    private let bytes: UnsafeMutableRawPointer
    /// All of it, with its head: 8 at least, a multiple of 4.
    package let size: Int

    static let headSize = 8

    init(at bytes: UnsafeMutableRawPointer, size: Int) {
        self.bytes = bytes
        self.size = size
    }

    /// Whom a request is for, or who sends an event.
    @inline(__always)
    package var object: UInt32 { bytes.loadUnaligned(as: UInt32.self) }

    @inline(__always)
    package var opcode: UInt16 { UInt16(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) }

    /// The word of 32 bits at a place behind the head, counted in words from 0.
    @inline(__always)
    package func word(_ index: Int) -> UInt32? {
        let offset = Self.headSize + 4 * index
        return index >= 0 && offset + 4 <= size ? bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) : nil
    }

    /// Puts another number in the place of a word. There has to be one.
    func setWord(_ index: Int, to value: UInt32) {
        precondition(word(index) != nil, "a word outside of its message")
        bytes.storeBytes(of: value, toByteOffset: Self.headSize + 4 * index, as: UInt32.self)
    }

    /// A string that begins with its length at that word: up to its first zero, as libwayland reads it. What a client puts behind
    /// that is for nobody, and no other name.
    /// - Returns: the text, nil where the protocol's null is, and the word that follows; nil if it is no string.
    package func string(_ index: Int) -> (text: String?, next: Int)? {
        guard let length = word(index).map(Int.init) else { return nil }
        if length == 0 { return (nil, index + 1) }
        guard let text = bytes(of: length, from: index + 1) else { return nil }
        return (String(decoding: text.dropLast().prefix { $0 != 0 }, as: UTF8.self), index + 1 + (length + 3) / 4)
    }

    /// Whether the string at that word is this text: without making one.
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
