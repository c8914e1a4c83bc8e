// SPDX-License-Identifier: MIT

internal import DrayCore

/// The names of files that are created from content (HIG-25). A name is readable, and contains nothing that could lead
/// out of its folder.
enum ClippingName {
    /// A local time.
    struct Moment: Equatable {
        /// For example `2026-11-22`.
        var day: String
        /// For example `14.05.33`. Other systems do not allow colons in file names.
        var time: String
    }

    /// - Parameters:
    ///   - words: The beginning of the content if it is text; otherwise empty.
    static func name(of kind: ClippingKind, words: String, at moment: Moment) -> String {
        let title = safe(words)
        switch kind {
        case .text(let form):
            let ending = if case .html = form { "html" } else { "txt" }
            return "Clipping \(moment.day) \(title.isEmpty ? moment.time : title).\(ending)"
        case .link: return "\(title.isEmpty ? "Link \(moment.day) \(moment.time)" : title).desktop"
        case .file(let format): return "\(noun(format)) \(moment.day) \(moment.time).\(format.fileExtension)"
        case .promised(let file): return file.fileName ?? "File \(moment.day) \(moment.time)"
        }
    }

    private static func noun(_ format: FileFormat) -> String {
        switch format {
        case .png, .jpeg, .tiff, .bmp, .gif, .webp, .svg, .avif, .heic, .heif, .jxl, .ico: "Picture"
        case .contact: "Contact"
        case .calendar, .oldCalendar: "Event"
        case .mail: "Message"
        case .pdf, .postscript, .openText, .openSheet, .openSlides: "Document"
        case .zip: "Archive"
        case .rtf, .csv, .tsv, .markdown, .json, .xml: "Clipping"
        }
    }

    /// Returns the first words, without characters that file names cannot contain or that are not visible: no slash, no
    /// control characters, no leading dot.
    private static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars.prefix(400) {
            let isBlank = scalar.properties.isWhitespace || scalar == "/" || scalar == "\\" || scalar == ":"
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned:
                if !isBlank { continue }
            default: break
            }
            if isBlank {
                if !name.isEmpty, name.last != " " { name.append(" ") }
            } else {
                if name.isEmpty, scalar == "." || scalar == "-" || scalar == "~" { continue }
                name.unicodeScalars.append(scalar)
            }
        }
        // At most `limit` characters in whole words; a single long word is truncated. A file name has at most 255
        // bytes.
        var short = ""
        for word in name.split(separator: " ") {
            if short.isEmpty {
                short = String(word.prefix(limit))
            } else if short.count + 1 + word.count <= limit {
                short += " " + word
            } else {
                break
            }
        }
        while short.utf8.count > byteLimit { short.removeLast() }
        return short
    }

    private static let limit = 40
    private static let byteLimit = 160
}
