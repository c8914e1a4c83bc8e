// SPDX-License-Identifier: MIT

/// Why a cursor file could not be read.
public enum CursorFileError: Error, Equatable, Sendable {
    /// The first bytes are not those of an XCursor file.
    case notACursorFile
    /// A table or a picture reaches beyond the end of the file.
    case truncated
    /// A picture has no size, more than `CursorFile.sideLimit` pixels on a side, or its hotspot outside.
    case badImage
    /// The file holds no picture at all, or more entries than any theme has.
    case badTable
    /// There is no memory for a picture.
    case outOfMemory
}
