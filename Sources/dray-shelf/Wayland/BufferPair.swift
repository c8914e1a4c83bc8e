// SPDX-License-Identifier: MIT

import WaylandClient

/// Two buffers, so that one can be drawn while the compositor shows the other.
final class BufferPair {
    private let shm: WlShm
    private var buffers: [SharedBuffer] = []
    /// Called when a buffer has become free.
    private let released: () -> Void

    init(_ shm: WlShm, released: @escaping () -> Void) {
        self.shm = shm
        self.released = released
    }

    /// A buffer of that size to draw into; nil while the compositor reads both, and where there is no memory.
    func next(width: Int32, height: Int32) -> SharedBuffer? {
        // Those of an old size go; the compositor keeps what it still shows of them.
        buffers.removeAll { $0.width != width || $0.height != height }
        if let free = buffers.first(where: { !$0.isBusy }) { return free }
        guard buffers.count < 2, let buffer = SharedBuffer(shm, width: width, height: height) else { return nil }
        buffer.released = released
        buffers.append(buffer)
        return buffer
    }
}
