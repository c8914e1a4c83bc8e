// SPDX-License-Identifier: MIT

/// One direction of a connection: bytes and descriptors that came in, of which whole messages go out.
///
/// ```
///            start            checked              end        capacity
///   ─────────┼────────────────┼────────────────────┼──────────┤
///    sent    │ whole, may go  │ to be looked at    │ room     │
/// ```
///
/// Nothing is copied where nothing is added: what is received is sent from the same place. The buffer is bounded: who has
/// no room (``hasRoom``) stops reading, and the sender's socket fills up as it would before a slow libwayland.
package struct WireStream: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private var start = 0
    private var checked = 0
    private var end = 0
    private var queue = DescriptorQueue()

    /// What is read at once, and more than the largest message there can be (65,532 bytes).
    package static let portion = 65536

    package init() {
        capacity = 2 * Self.portion
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    // MARK: In

    /// Whether a portion may be read now. Descriptors count too: those of messages that wait are waited for.
    package var hasRoom: Bool { end - start < Self.portion && (queue.count < DescriptorQueue.limit || !hasOutgoing) }

    /// Lets `receive` write into the room there is, and takes in what it returns: how many bytes came, and with them which
    /// descriptors. These belong to the stream from then on.
    package mutating func fill(
        _ receive: (UnsafeMutableRawBufferPointer) -> (count: Int, descriptors: [Int32])
    ) throws(WireBreach) {
        if queue.count >= DescriptorQueue.limit, !hasOutgoing { throw .tooManyDescriptors }
        if start > 0, capacity - end < Self.portion { compact() }
        let (count, descriptors) = receive(
            UnsafeMutableRawBufferPointer(start: memory + end, count: min(Self.portion, capacity - end)))
        queue.append(descriptors, at: end)
        end += count
    }

    /// The first message that nobody has looked at yet; nil until it is there as a whole.
    @inline(__always)
    package func next() throws(WireBreach) -> WireMessage? {
        let left = end - checked
        guard left >= WireMessage.headSize else { return nil }
        let size = Int(memory.loadUnaligned(fromByteOffset: checked + 4, as: UInt32.self) >> 16)
        guard size >= WireMessage.headSize, size & 3 == 0 else { throw .size(size) }
        return size <= left ? WireMessage(at: memory + checked, size: size) : nil
    }

    /// The message may go, as it is now.
    @inline(__always)
    package mutating func pass(_ message: WireMessage) { checked += message.size }

    /// The message does not go.
    mutating func remove(_ message: WireMessage) {
        let size = message.size
        (memory + checked).copyMemory(from: memory + checked + size, byteCount: end - checked - size)
        end -= size
        queue.shift(from: checked, by: -size)
    }

    /// Puts whole messages before the one that comes next.
    package mutating func insert(_ bytes: [UInt8]) {
        if capacity - end < bytes.count { compact() }
        if capacity - end < bytes.count { grow(by: bytes.count) }
        (memory + checked + bytes.count).copyMemory(from: memory + checked, byteCount: end - checked)
        bytes.withUnsafeBytes { (memory + checked).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        queue.shift(from: checked, by: bytes.count)
        checked += bytes.count
        end += bytes.count
    }

    /// Everything may go that is there, whole or not: for who does not look into it.
    package mutating func passAll() { checked = end }

    // MARK: Out

    /// Whether something may be sent.
    package var hasOutgoing: Bool { start < checked }

    /// Lets `send` have what goes next: bytes, at least one, and the descriptors that go with the first of them. It
    /// returns how many bytes went: with one the descriptors have gone too, and come back to be closed.
    package mutating func drain(
        _ send: (UnsafeRawBufferPointer, [Int32]) -> Int
    ) -> (count: Int, descriptors: [Int32]) {
        let (descriptors, limit) = queue.isEmpty ? ([], nil) : queue.next(at: start)
        let last = min(checked, limit ?? checked)
        let count = send(UnsafeRawBufferPointer(start: memory + start, count: last - start), descriptors)
        guard count > 0 else { return (count, []) }
        let gone = descriptors.isEmpty ? [] : queue.removeFirst()
        start += count
        if start == end { rewind() }
        return (count, gone)
    }

    /// The descriptors that nobody will take any more, to be closed.
    package mutating func removeDescriptors() -> [Int32] { queue.removeAll() }

    // MARK: Places

    /// An empty buffer begins anew: no byte has to be moved in a connection that keeps up.
    private mutating func rewind() {
        queue.rebase(by: start)
        start = 0
        checked = 0
        end = 0
    }

    private mutating func compact() {
        guard start > 0 else { return }
        memory.copyMemory(from: memory + start, byteCount: end - start)
        queue.rebase(by: start)
        checked -= start
        end -= start
        start = 0
    }

    private mutating func grow(by count: Int) {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity + count, alignment: 16)
        larger.copyMemory(from: memory, byteCount: end)
        memory.deallocate()
        memory = larger
        capacity += count
    }
}
