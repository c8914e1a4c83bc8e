// SPDX-License-Identifier: MIT

internal import DrayCore
internal import Glibc
internal import WaylandUtil

/// A file that is created from content while it arrives (HIG-25). Text is written as UTF-8, a link as a desktop entry
/// that refers to it, and anything else unchanged.
struct Clipping {
    private let kind: ClippingKind
    private let container: ClippingContainer
    private let source: TransferParty
    private let moment: ClippingName.Moment
    private var state = State.beginning([])
    private var bytes = 0
    private var text: TextConversion?
    /// The beginning of an HTML page in UTF-8. The file is named after its text once the page is complete. Empty for
    /// any other content.
    private(set) var page: [UInt8] = []

    private enum State {
        /// Collects the content that the name is derived from. Leads to `open` and `failed`.
        case beginning([UInt8])
        case open(number: Int, path: String, file: ReceivedDescriptor)
        /// The file could not be written.
        case failed
    }

    /// The number of bytes that the name is derived from: enough for the first words, and for any link.
    static let nameBytes = 1 << 12
    private static let linkLimit = 1 << 21
    /// The number of bytes of a page that its name is derived from: enough for the first words after the style sheets
    /// of office applications.
    private static let pageLimit = 1 << 18

    init(
        _ kind: ClippingKind, in container: ClippingContainer, of source: TransferParty, at moment: ClippingName.Moment
    ) {
        self.kind = kind
        self.container = container
        self.source = source
        self.moment = moment
        text =
            switch kind {
            case .file, .promised: nil
            case .text(.html(let encoding)): TextConversion(from: .html(encoding), to: .html(.utf8))
            case .text(let form): TextConversion(from: form, to: .plain(.utf8))
            case .link: TextConversion(from: .plain(nil), to: .plain(.utf8))
            }
    }

    /// - Returns: False if the content cannot be written.
    mutating func push(_ more: some Sequence<UInt8>, isLast: Bool) -> Bool {
        let content = text?.push(more, isLast: isLast) ?? Array(more)
        guard text?.isReadable ?? true else { return fail() }
        if case .text(.html) = kind { page += content.prefix(Self.pageLimit - page.count) }
        switch state {
        case .failed: return false
        case .open(let number, _, let file): return write(content, to: file, number)
        case .beginning(let before):
            let head = before + content
            let enough: Int
            switch kind {
            case .file, .promised: enough = 0
            case .text: enough = Self.nameBytes
            // The desktop entry is written in one piece, so the content has to be complete.
            case .link: enough = head.count <= Self.linkLimit ? .max : 0
            }
            guard isLast || head.count >= enough else {
                state = .beginning(head)
                return true
            }
            return begin(head)
        }
    }

    /// The URI list that names the file; to be used once the file is complete.
    var list: [UInt8]? {
        guard case .open(_, let path, _) = state, bytes > 0 else { return nil }
        return Array((FileURI.uri(ofPath: path) + "\r\n").utf8)
    }

    /// The number of the file in the container.
    var number: Int? {
        guard case .open(let number, _, _) = state else { return nil }
        return number
    }

    /// Renames the file after the text of its page. The name is unchanged if the text has no words or the file has been
    /// removed.
    mutating func rename(text: [UInt8]) {
        guard case .open(let number, _, let file) = state else { return }
        let name = ClippingName.name(of: kind, words: String(decoding: text, as: UTF8.self), at: moment)
        guard let path = container.rename(number, to: name) else { return }
        state = .open(number: number, path: path, file: file)
    }

    private mutating func begin(_ head: [UInt8]) -> Bool {
        var (words, content) = ("", head)
        switch kind {
        case .file, .promised: break
        case .text(.html):
            // A browser that opens the file has no MIME type to go by. A byte order mark takes precedence over the
            // encoding that the page declares.
            content = [0xEF, 0xBB, 0xBF] + head
        case .text: words = String(decoding: head.prefix(Self.nameBytes), as: UTF8.self)
        case .link(let form):
            guard head.count <= Self.linkLimit, let entry = Self.entry(of: head, form) else { return fail() }
            (words, content) = (entry.name, Array(entry.text.utf8))
        }
        let name = ClippingName.name(of: kind, words: words, at: moment)
        guard let made = container.make(name, of: source) else { return fail() }
        state = .open(number: made.number, path: made.path, file: made.file)
        return write(content, to: made.file, made.number)
    }

    /// Returns the desktop entry for the first link of a list, with its title.
    private static func entry(of list: [UInt8], _ form: TextForm) -> LinkEntry? {
        let lines = String(decoding: list, as: UTF8.self).unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() {
            guard let uri = UriLines.uri(in: String(line).trimmingBlanks, at: place, of: form) else { continue }
            let title = place + 1 < lines.count ? String(lines[place + 1]) : nil
            return LinkEntry(address: uri, title: title)
        }
        return nil
    }

    private mutating func fail() -> Bool {
        if case .open(let number, _, _) = state { container.discard(number) }
        state = .failed
        return false
    }

    private mutating func write(_ content: [UInt8], to file: ReceivedDescriptor, _ number: Int) -> Bool {
        guard let descriptor = file.borrowed else { return fail() }
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return fail()
            }
            rest = rest.dropFirst(count)
        }
        bytes += content.count
        container.grew(number, to: bytes)
        return true
    }
}

extension ClippingName.Moment {
    /// The current local time.
    static var now: ClippingName.Moment {
        var seconds = Glibc.time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return ClippingName.Moment(
            day: "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))",
            time: "\(digits(parts.tm_hour)).\(digits(parts.tm_min)).\(digits(parts.tm_sec))")
    }
}
