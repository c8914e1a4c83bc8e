// SPDX-License-Identifier: MIT

import CCairo
import Glibc
import WaylandClient

/// A picture in memory that is shared with the compositor: cairo draws into it, `wl_buffer` shows it.
final class SharedBuffer {
    let buffer: WlBuffer
    /// In pixels.
    let width: Int32
    let height: Int32
    /// The compositor may be reading it: from its commit to `wl_buffer.release`.
    private(set) var isBusy = false
    /// Called when the compositor has let go of it.
    var released: () -> Void = {}

    private let memory: UnsafeMutableRawPointer
    private let length: Int

    /// - Returns: nil where there is no memory for it.
    init?(_ shm: WlShm, width: Int32, height: Int32) {
        let stride = width * 4
        let length = Int(stride) * Int(height)
        guard let file = Self.anonymousFile(of: length) else { return nil }
        // The pool has a duplicate of its own.
        defer { close(file) }
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
        self.length = length
        self.width = width
        self.height = height
        let pool = shm.createPool(fd: file, size: Int32(length))
        buffer = pool.createBuffer(offset: 0, width: width, height: height, stride: stride, format: .argb8888)
        // The buffer keeps what it needs of the pool.
        pool.destroy()
        buffer.onEvent { [weak self] event in
            switch event {
            case .release:
                self?.isBusy = false
                self?.released()
            }
        }
    }

    deinit {
        buffer.destroy()
        munmap(memory, length)
    }

    /// Draws a new picture. The buffer must not be busy.
    /// - Parameters:
    ///   - scale: pixels for a point.
    ///   - paint: draws in points.
    func draw(scale: Int32, _ paint: (OpaquePointer) -> Void) {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: length)
        let pixels = memory.assumingMemoryBound(to: UInt8.self)
        let surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4)
        let context = cairo_create(surface)
        if let context {
            cairo_scale(context, Double(scale), Double(scale))
            paint(context)
        }
        cairo_destroy(context)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    /// Shows the picture with the surface's next commit.
    ///
    /// `x` and `y` move the surface; they have to be 0 from `wl_surface` version 5 on, which has a request for that.
    func attach(to surface: WlSurface, x: Int32 = 0, y: Int32 = 0) {
        isBusy = true
        surface.attach(buffer: buffer, x: x, y: y)
        surface.damageBuffer(x: 0, y: 0, width: width, height: height)
    }

    /// A file in memory without a name.
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
