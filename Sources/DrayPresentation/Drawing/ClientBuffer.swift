// SPDX-License-Identifier: MIT

public import DrayCore

/// The contents of a client's drag icon surface as they lie in its buffer, described but not owned.
///
/// The bytes belong to the caller and need to be readable only while `DragImage` takes its copy: clients destroy the
/// icon surface the moment a drag is cancelled, and the image still has to fly back after that (HIG-16).
public struct ClientBuffer {
    /// Rows from the top, `stride` bytes apart.
    public var bytes: UnsafeRawBufferPointer
    /// Pixels in a row.
    public var width: Int
    public var height: Int
    public var stride: Int
    public var format: Format
    /// The size of the surface in points: after buffer scale, transform and viewport.
    public var size: Size

    /// The two formats every compositor must take; a host converts others.
    public enum Format: Equatable, Sendable {
        /// `wl_shm.format.argb8888`, premultiplied.
        case argb8888
        /// `wl_shm.format.xrgb8888`: the highest byte means nothing, every pixel is opaque.
        case xrgb8888
    }

    /// A buffer with its surface's size given.
    public init(
        bytes: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, format: Format, size: Size
    ) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.stride = stride
        self.format = format
        self.size = size
    }

    /// A buffer of a surface without viewport; `bufferScale` is that of `wl_surface.set_buffer_scale`, at least 1.
    public init(
        bytes: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, format: Format, bufferScale: Int = 1
    ) {
        let scale = Double(max(bufferScale, 1))
        self.init(
            bytes: bytes, width: width, height: height, stride: stride, format: format,
            size: Size(width: Double(width) / scale, height: Double(height) / scale))
    }
}
