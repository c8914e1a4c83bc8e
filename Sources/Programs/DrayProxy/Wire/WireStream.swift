// SPDX-License-Identifier: MIT

/// One direction of a connection. Bytes and descriptors are received; complete messages are sent.
///
/// ```
///            start            checked              end        capacity
///   ─────────┼────────────────┼────────────────────┼──────────┤
///    sent    │ to be sent     │ to be processed    │ room     │
/// ```
///
/// Data is sent from the buffer it was received in, without a copy unless bytes are inserted. The buffer is bounded:
/// without room (``hasRoom``) the caller stops reading, and the sender's socket buffer fills up as with a slow
/// libwayland.
package struct WireStream: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private var start = 0
    private var checked = 0
    private var end = 0
    private var queue = DescriptorQueue()

    /// The size of a read in bytes. It exceeds the size of the largest message (65,532 bytes).
    package static let portion = 65536

    package init() {
        capacity = 2 * Self.portion
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    // MARK: In

    /// Whether a portion may be read now. Descriptors of pending messages count too.
    package var hasRoom: Bool { end - start < Self.portion && (queue.count < DescriptorQueue.limit || !hasOutgoing) }

    /// Calls `receive` to write into the free room, and adds the bytes and descriptors that it returns. The stream owns
    /// the descriptors from then on.
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

    /// The first unprocessed message; nil until it is complete.
    @inline(__always)
    package func next() throws(WireBreach) -> WireMessage? {
        let left = end - checked
        guard left >= WireMessage.headSize else { return nil }
        let size = Int(memory.loadUnaligned(fromByteOffset: checked + 4, as: UInt32.self) >> 16)
        guard size >= WireMessage.headSize, size & 3 == 0 else { throw .size(size) }
        return size <= left ? WireMessage(at: memory + checked, size: size) : nil
    }

    /// Releases the message for sending, in its current form.
    @inline(__always)
    package mutating func pass(_ message: WireMessage) { checked += message.size }

    /// Removes the message from the stream.
    mutating func remove(_ message: WireMessage) {
        let size = message.size
        (memory + checked).copyMemory(from: memory + checked + size, byteCount: end - checked - size)
        end -= size
        queue.shift(from: checked, by: -size)
    }

    /// Inserts complete messages before the next one.
    package mutating func insert(_ bytes: [UInt8]) {
        if capacity - end < bytes.count { compact() }
        if capacity - end < bytes.count { grow(by: bytes.count) }
        (memory + checked + bytes.count).copyMemory(from: memory + checked, byteCount: end - checked)
        bytes.withUnsafeBytes { (memory + checked).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        queue.shift(from: checked, by: bytes.count)
        checked += bytes.count
        end += bytes.count
    }

    /// Releases all received bytes for sending, for callers that do not process messages.
    package mutating func passAll() { checked = end }

    // MARK: Out

    /// Whether there is data to send.
    package var hasOutgoing: Bool { start < checked }

    /// Calls `send` with the next bytes, at least one, and the descriptors that are attached to the first of them.
    /// `send` returns the number of bytes written. If it is not zero, the descriptors were sent too, and are returned
    /// to be closed.
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

    /// Removes the descriptors that will not be sent. The caller closes them.
    package mutating func removeDescriptors() -> [Int32] { queue.removeAll() }

    // MARK: Places

    /// Resets an empty buffer, so that no bytes have to be moved in a connection that keeps up.
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
