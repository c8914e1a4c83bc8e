// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// An image in memory shared with the compositor (`wl_shm`).
final class SharedPicture {
    let buffer: WlBuffer
    let width: Int
    let height: Int
    /// Whether the compositor may be reading it: from its commit to `wl_buffer.release`.
    var isBusy = false

    private let memory: UnsafeMutableRawPointer
    private var length: Int { width * height * 4 }

    /// - Returns: Nil if shared memory cannot be allocated.
    init?(_ shm: WlShm, width: Int, height: Int) {
        self.width = width
        self.height = height
        let length = width * height * 4
        guard length > 0, let size = Int32(exactly: length) else { return nil }
        let name = "/dray-run-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        // The pool has its own duplicate of the descriptor.
        defer { close(file) }
        shm_unlink(name)
        guard ftruncate(file, length) == 0,
            let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { return nil }
        self.memory = memory
        let pool = shm.createPool(fd: file, size: size)
        buffer = pool.createBuffer(
            offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: .xrgb8888)
        pool.destroy()
        buffer.onEvent { [weak self] event in
            switch event {
            case .release: self?.isBusy = false
            }
        }
    }

    deinit {
        buffer.destroy()
        munmap(memory, length)
    }

    /// Copies the pixels, as many as fit. The image must not be busy.
    func fill(_ pixels: [UInt32]) {
        pixels.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            memory.copyMemory(from: start, byteCount: min(length, source.count))
        }
    }
}
