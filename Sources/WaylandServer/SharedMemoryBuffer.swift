// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// A `wl_buffer` in shared memory. The corresponding C type is `struct wl_shm_buffer`.
///
/// Good for one use: the buffer may be gone when its client was next served.
public struct SharedMemoryBuffer {
    private let pointer: OpaquePointer
    /// In pixels of the buffer.
    public let width: Int
    /// In pixels of the buffer.
    public let height: Int
    /// From one row to the next, in bytes.
    public let stride: Int
    public let format: WlShm.Format

    /// Nil for a buffer of another kind, one that is gone, or a format that the bindings do not know.
    public init?(_ buffer: WlBuffer) {
        guard let resource = buffer.resource.pointer, let pointer = wl_shm_buffer_get(resource),
            let format = WlShm.Format(rawValue: wl_shm_buffer_get_format(pointer))
        else { return nil }
        self.pointer = pointer
        self.format = format
        width = Int(wl_shm_buffer_get_width(pointer))
        height = Int(wl_shm_buffer_get_height(pointer))
        stride = Int(wl_shm_buffer_get_stride(pointer))
    }

    /// Calls `body` with the rows of the buffer. A client that has cut the file short is sent an error by libwayland,
    /// and `body` reads zeros.
    public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        wl_shm_buffer_begin_access(pointer)
        defer { wl_shm_buffer_end_access(pointer) }
        // The multiplication cannot overflow: libwayland has checked it against the pool's size.
        return body(UnsafeRawBufferPointer(start: wl_shm_buffer_get_data(pointer), count: stride * height))
    }
}
