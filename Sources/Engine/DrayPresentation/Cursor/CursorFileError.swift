// SPDX-License-Identifier: MIT

/// The reason why a cursor file could not be read.
public enum CursorFileError: Error, Equatable, Sendable {
    /// The file does not begin with the XCursor magic number.
    case notACursorFile
    /// A table or an image extends beyond the end of the file.
    case truncated
    /// An image has no size, is larger than `CursorFile.sideLimit` pixels, or has its hotspot outside.
    case badImage
    /// The file contains no image, or more entries than ``CursorFile`` accepts.
    case badTable
    /// There is no memory for an image.
    case outOfMemory
}
