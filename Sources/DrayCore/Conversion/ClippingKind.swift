// SPDX-License-Identifier: MIT

/// What a file is made of whose content was dragged as text, link or picture (HIG-25).
public enum ClippingKind: Hashable, Sendable {
    /// Becomes a text file in UTF-8, or a page.
    case text(TextForm)
    /// Becomes a file that leads to it.
    case link(TextForm)
    /// Becomes a file as it is.
    case picture(PictureFile)

    /// The pictures that people know by their file name extension.
    public enum PictureFile: String, Hashable, Sendable, CaseIterable {
        case png
        case jpeg
        case tiff
        case bmp
        case gif
        case webp
        case svg = "svg+xml"
        case avif

        public var fileExtension: String {
            switch self {
            case .png, .tiff, .bmp, .gif, .webp, .avif: rawValue
            case .jpeg: "jpg"
            case .svg: "svg"
            }
        }
    }

    /// - Returns: nil for a type that no file is made of.
    public init?(_ type: MimeType) {
        if let form = TextForm(type) {
            self.init(form)
            return
        }
        let name = type.nameAndCharset.name
        let kind =
            PictureKind(type).flatMap { PictureFile(rawValue: $0.rawValue) }
            ?? (name.hasPrefix("image/") ? PictureFile(rawValue: String(name.dropFirst("image/".count))) : nil)
        guard let kind else { return nil }
        self = .picture(kind)
    }

    /// - Returns: nil for lists of files, which are some already.
    init?(_ form: TextForm) {
        switch form {
        case .plain, .html: self = .text(form)
        case .mozillaLinks, .netscapeLinks: self = .link(form)
        case .uriList, .gnomeFiles: return nil
        }
    }
}
