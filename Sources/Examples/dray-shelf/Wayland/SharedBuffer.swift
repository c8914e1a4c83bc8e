// SPDX-License-Identifier: MIT

import CCairo
import Glibc
import WaylandClient

/// A picture in shared memory: cairo draws it once, and a `wl_buffer` shows it.
final class SharedBuffer {
    private let buffer: WlBuffer
    private let width: Int32
    private let height: Int32
    private let memory: UnsafeMutableRawPointer
    private let length: Int
    /// Called when the compositor no longer reads the buffer.
    var released: () -> Void = {}

    /// - Parameters:
    ///   - size: in points.
    ///   - scale: the buffer scale.
    ///   - paint: draws in points.
    /// - Returns: nil if memory is exhausted.
    init?(_ shm: WlShm, _ size: Size, scale: Int32, _ paint: (OpaquePointer) -> Void) {
        width = Int32(size.width) * scale
        height = Int32(size.height) * scale
        length = Int(width) * Int(height) * 4
        guard let file = Self.anonymousFile(of: length) else { return nil }
        // The pool has its own duplicate.
        defer { close(file) }
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
        let pool = shm.createPool(fd: file, size: Int32(length))
        buffer = pool.createBuffer(offset: 0, width: width, height: height, stride: width * 4, format: .argb8888)
        // The buffer keeps the pool's memory.
        pool.destroy()

        let pixels = memory.assumingMemoryBound(to: UInt8.self)
        let surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4)
        if let context = cairo_create(surface) {
            cairo_scale(context, Double(scale), Double(scale))
            paint(context)
            cairo_destroy(context)
        }
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        buffer.onEvent { [weak self] event in
            switch event {
            case .release: self?.released()
            }
        }
    }

    deinit {
        buffer.destroy()
        munmap(memory, length)
    }

    /// Attaches the buffer for the next commit of the surface.
    ///
    /// `x` and `y` move the surface; they must be 0 since version 5 of `wl_surface`, which has a request for the
    /// offset.
    func attach(to surface: WlSurface, x: Int32 = 0, y: Int32 = 0) {
        surface.attach(buffer: buffer, x: x, y: y)
        surface.damageBuffer(x: 0, y: 0, width: width, height: height)
    }

    /// Creates an anonymous file in memory, filled with zeros.
    private static func anonymousFile(of length: Int) -> Int32? {
        let name = "/dray-shelf-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        shm_unlink(name)
        guard ftruncate(file, length) == 0 else {
            close(file)
            return nil
        }
        return file
    }
}
