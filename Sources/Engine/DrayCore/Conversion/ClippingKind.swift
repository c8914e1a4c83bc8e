// SPDX-License-Identifier: MIT

/// The way in which content that was not dragged as a file becomes one (HIG-25).
public enum ClippingKind: Hashable, Sendable {
    /// A promised file, under its own name.
    case promised(PromisedFile)
    /// A file with the unchanged bytes.
    case file(FileFormat)
    /// A desktop entry that links to an address.
    case link(TextForm)
    /// A text file or an HTML page in UTF-8.
    case text(TextForm)

    /// - Returns: Nil for a type that cannot become a file.
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

    /// - Returns: Nil for lists of files.
    init?(_ form: TextForm) {
        switch form {
        case .plain, .html: self = .text(form)
        case .mozillaLinks, .netscapeLinks: self = .link(form)
        case .uriList, .gnomeFiles: return nil
        }
    }

    /// The preference between types, the best first. Equal ranks follow the source's order.
    enum Rank: Int, Comparable {
        /// The source declares it as a file.
        case promise
        /// A contact, an appointment or a message; any text offered with it is only a description.
        case object
        case content
        /// Marked-up text; plain text that is offered with it is what the user selected.
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
