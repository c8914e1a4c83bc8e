// SPDX-License-Identifier: MIT

/// How a file is made of content that was dragged as something else (HIG-25).
public enum ClippingKind: Hashable, Sendable {
    /// A file that the source promises, under its own name.
    case promised(PromisedFile)
    /// The bytes as they are.
    case file(FileFormat)
    /// A desktop entry that leads to an address.
    case link(TextForm)
    /// A text file, or a page, in UTF-8.
    case text(TextForm)

    /// - Returns: nil for a type that no file is made of.
    public init?(_ type: MimeType) {
        if let form = TextForm(type) {
            self.init(form)
        } else if let promise = PromisedFile(type) {
            self = .promised(promise)
        } else if let format = FileFormat(type) {
            self = .file(format)
        } else {
            return nil
        }
    }

    /// - Returns: nil for lists of files, which are some already.
    init?(_ form: TextForm) {
        switch form {
        case .plain, .html: self = .text(form)
        case .mozillaLinks, .netscapeLinks: self = .link(form)
        case .uriList, .gnomeFiles: return nil
        }
    }

    /// How well the file stands for what was dragged, the best first. Of equal ones the source's order counts.
    enum Rank: Int, Comparable {
        /// The source says that it is a file.
        case promise
        /// A contact, an appointment or a message: the text beside it describes it.
        case object
        case content
        /// Text with marks: the plain text beside it is what the user selected.
        case markedText

        static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
    }

    var rank: Rank {
        switch self {
        case .promised: .promise
        case .file(let format): format.isObject ? .object : format.isMarkedText ? .markedText : .content
        case .link: .content
        case .text(.html): .markedText
        case .text: .content
        }
    }
}
