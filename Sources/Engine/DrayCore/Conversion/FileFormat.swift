// SPDX-License-Identifier: MIT

/// A format whose bytes can be stored as a file unchanged (HIG-25).
public enum FileFormat: Hashable, Sendable, CaseIterable {
    case png, jpeg, tiff, bmp, gif, webp, svg, avif, heic, heif, jxl, ico
    case contact, calendar, oldCalendar, mail
    case pdf, postscript, openText, openSheet, openSlides, zip
    case rtf, csv, tsv, markdown, json, xml

    /// - Returns: Nil for a type that is none of these.
    public init?(_ type: MimeType) {
        guard let format = Self.byType[type.nameAndCharset.name] else { return nil }
        self = format
    }

    /// - Parameter fileExtension: The extension without the dot, in any case.
    public init?(fileExtension: some StringProtocol) {
        guard let format = Self.byExtension[fileExtension.lowercased()] else { return nil }
        self = format
    }

    /// The registered MIME type, or the most common one.
    public var type: MimeType { MimeType(names.types[0]) }
    public var fileExtension: String { names.extensions[0] }

    /// Whether the bytes are the object itself, so that any text offered with it is only a description.
    var isObject: Bool {
        switch self {
        case .contact, .calendar, .oldCalendar, .mail: true
        case .png, .jpeg, .tiff, .bmp, .gif, .webp, .svg, .avif, .heic, .heif, .jxl, .ico: false
        case .pdf, .postscript, .openText, .openSheet, .openSlides, .zip: false
        case .rtf, .csv, .tsv, .markdown, .json, .xml: false
        }
    }

    /// Whether the bytes are marked-up text, so that plain text offered with it is the actual content.
    var isMarkedText: Bool {
        switch self {
        case .rtf, .csv, .tsv, .markdown, .json, .xml: true
        case .png, .jpeg, .tiff, .bmp, .gif, .webp, .svg, .avif, .heic, .heif, .jxl, .ico: false
        case .contact, .calendar, .oldCalendar, .mail: false
        case .pdf, .postscript, .openText, .openSheet, .openSlides, .zip: false
        }
    }

    /// All MIME types and extensions of the format, the preferred ones first.
    private var names: (types: [String], extensions: [String]) {
        switch self {
        case .png: (["image/png"], ["png"])
        case .jpeg: (["image/jpeg", "image/jpg", "image/pjpeg"], ["jpg", "jpeg", "jpe", "jfif"])
        case .tiff: (["image/tiff"], ["tiff", "tif"])
        case .bmp: (["image/bmp", "image/x-bmp", "image/x-ms-bmp"], ["bmp", "dib"])
        case .gif: (["image/gif"], ["gif"])
        case .webp: (["image/webp"], ["webp"])
        case .svg: (["image/svg+xml"], ["svg"])
        case .avif: (["image/avif"], ["avif"])
        case .heic: (["image/heic"], ["heic"])
        case .heif: (["image/heif"], ["heif"])
        case .jxl: (["image/jxl"], ["jxl"])
        case .ico: (["image/x-icon", "image/vnd.microsoft.icon", "image/ico"], ["ico"])
        case .contact: (["text/vcard", "text/x-vcard", "text/directory"], ["vcf", "vcard"])
        case .calendar: (["text/calendar", "application/ics", "text/x-calendar"], ["ics"])
        case .oldCalendar: (["text/x-vcalendar"], ["vcs"])
        case .mail: (["message/rfc822"], ["eml"])
        case .pdf: (["application/pdf", "application/x-pdf"], ["pdf"])
        case .postscript: (["application/postscript"], ["ps", "eps"])
        case .openText: (["application/vnd.oasis.opendocument.text"], ["odt"])
        case .openSheet: (["application/vnd.oasis.opendocument.spreadsheet"], ["ods"])
        case .openSlides: (["application/vnd.oasis.opendocument.presentation"], ["odp"])
        case .zip: (["application/zip", "application/x-zip-compressed"], ["zip"])
        case .rtf: (["text/rtf", "application/rtf", "text/richtext"], ["rtf"])
        case .csv: (["text/csv", "text/comma-separated-values"], ["csv"])
        case .tsv: (["text/tab-separated-values"], ["tsv"])
        case .markdown: (["text/markdown", "text/x-markdown"], ["md", "markdown"])
        case .json: (["application/json"], ["json"])
        case .xml: (["application/xml", "text/xml"], ["xml"])
        }
    }

    private static let byType = table(\.types)
    private static let byExtension = table(\.extensions)

    private static func table(_ keys: (((types: [String], extensions: [String])) -> [String])) -> [String: FileFormat] {
        var list: [String: FileFormat] = [:]
        for format in allCases {
            for key in keys(format.names) { list[key] = format }
        }
        return list
    }
}
