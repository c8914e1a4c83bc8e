// SPDX-License-Identifier: MIT

/// An image format that can be converted into the others (HIG-25).
public enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case png
    case jpeg
    case tiff
    case bmp

    /// - Returns: Nil for a type that is none of these.
    public init?(_ type: MimeType) {
        switch type.nameAndCharset.name {
        case "image/png": self = .png
        case "image/jpeg", "image/jpg", "image/pjpeg": self = .jpeg
        case "image/tiff": self = .tiff
        case "image/bmp", "image/x-bmp", "image/x-ms-bmp": self = .bmp
        default: return nil
        }
    }

    public var type: MimeType { MimeType("image/\(rawValue)") }
}
