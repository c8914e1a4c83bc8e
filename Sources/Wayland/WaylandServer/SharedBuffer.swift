// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// The content of a client's `wl_shm` buffer during an access. The corresponding C type is `struct wl_shm_buffer`.
public struct SharedBuffer {
    /// Rows from the top, `stride` bytes apart. The client can change them at any time.
    public let bytes: UnsafeRawBufferPointer
    /// In pixels.
    public let width: Int
    public let height: Int
    public let stride: Int
    public let format: WlShm.Format?
}

extension WlBuffer {
    /// Accesses the buffer's content. If its client has truncated the memory, the missing bytes read as zero, and the
    /// client is disconnected afterwards; without the protection the process would be killed by SIGBUS.
    /// - Returns: Nil if the buffer is of another kind, or destroyed.
    public func withSharedBuffer<Result>(_ body: (SharedBuffer) throws -> Result) rethrows -> Result? {
        guard let pointer = resource.pointer, let shared = wl_shm_buffer_get(pointer) else { return nil }
        wl_shm_buffer_begin_access(shared)
        defer { wl_shm_buffer_end_access(shared) }
        let (height, stride) = (Int(wl_shm_buffer_get_height(shared)), Int(wl_shm_buffer_get_stride(shared)))
        return try body(
            SharedBuffer(
                bytes: UnsafeRawBufferPointer(start: wl_shm_buffer_get_data(shared), count: stride * height),
                width: Int(wl_shm_buffer_get_width(shared)), height: height, stride: stride,
                format: WlShm.Format(rawValue: wl_shm_buffer_get_format(shared))))
    }
}

extension Display {
    /// Offers libwayland's own `wl_shm`, with the two formats that every compositor must support.
    public func offerSharedMemory() throws(Failure) {
        guard wl_display_init_shm(pointer) == 0 else { throw .outOfMemory }
    }
}
