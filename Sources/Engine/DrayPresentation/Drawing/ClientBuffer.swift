// SPDX-License-Identifier: MIT

public import DrayCore

/// The content of a client's drag icon surface in its buffer, described but not owned.
///
/// The bytes belong to the caller and need to be readable only while `DragImage` copies them: clients destroy the icon
/// surface as soon as a drag is cancelled, and the image still has to fly back after that (HIG-16).
public struct ClientBuffer {
    /// Rows from the top, `stride` bytes apart.
    public var bytes: UnsafeRawBufferPointer
    /// The number of pixels per row.
    public var width: Int
    public var height: Int
    public var stride: Int
    public var format: Format
    /// The size of the surface in points, after buffer scale, transform and viewport.
    public var size: Size

    /// The two formats that every compositor must support; a host converts others.
    public enum Format: Equatable, Sendable {
        /// `wl_shm.format.argb8888`, premultiplied.
        case argb8888
        /// `wl_shm.format.xrgb8888`: the highest byte is ignored, every pixel is opaque.
        case xrgb8888
    }

    /// Creates a description with the size of the surface.
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

    /// Creates a description for a surface without viewport. `bufferScale` is set by `wl_surface.set_buffer_scale`, at
    /// least 1.
    public init(
        bytes: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, format: Format, bufferScale: Int = 1
    ) {
        let scale = Double(max(bufferScale, 1))
        self.init(
            bytes: bytes, width: width, height: height, stride: stride, format: format,
            size: Size(width: Double(width) / scale, height: Double(height) / scale))
    }
}
