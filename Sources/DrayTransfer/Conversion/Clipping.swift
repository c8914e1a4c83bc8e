// SPDX-License-Identifier: MIT

internal import DrayCore
internal import Glibc
internal import WaylandUtil

/// Text, link or picture that becomes a file while it comes (HIG-25). Text is written as UTF-8, a link as a desktop entry that
/// leads to it, all else as it is.
struct Clipping {
    private let kind: ClippingKind
    private let container: ClippingContainer
    private let source: TransferParty
    private let moment: ClippingName.Moment
    private var state = State.beginning([])
    private var bytes = 0
    private var text: TextConversion?

    private enum State {
        /// As much as is needed for its name. Leads to `open` and `failed`.
        case beginning([UInt8])
        case open(number: Int, path: String, file: ReceivedDescriptor)
        /// There is no room for it.
        case failed
    }

    /// Enough for the first words, and for any link.
    private static let nameBytes = 1 << 12
    private static let linkLimit = 1 << 16

    init(
        _ kind: ClippingKind, in container: ClippingContainer, of source: TransferParty, at moment: ClippingName.Moment
    ) {
        self.kind = kind
        self.container = container
        self.source = source
        self.moment = moment
        text =
            switch kind {
            case .text(.html), .picture: nil
            case .text(let form): TextConversion(from: form, to: .plain(.utf8))
            case .link(let form): TextConversion(from: .plain(form.encoding), to: .plain(.utf8))
            }
    }

    /// - Returns: false if it cannot be written.
    mutating func push(_ more: some Sequence<UInt8>, isLast: Bool) -> Bool {
        let content = text?.push(more, isLast: isLast) ?? Array(more)
        switch state {
        case .failed: return false
        case .open(let number, _, let file): return write(content, to: file, number)
        case .beginning(let before):
            let head = before + content
            let enough: Int
            switch kind {
            case .picture: enough = 0
            case .text: enough = Self.nameBytes
            case .link: enough = Self.linkLimit
            }
            guard isLast || head.count >= enough else {
                state = .beginning(head)
                return true
            }
            return begin(head)
        }
    }

    /// The list with its URI, once all of it is there.
    var list: [UInt8]? {
        guard case .open(_, let path, _) = state, bytes > 0 else { return nil }
        return Array((FileURI.uri(ofPath: path) + "\r\n").utf8)
    }

    /// Its number in the container.
    var number: Int? {
        guard case .open(let number, _, _) = state else { return nil }
        return number
    }

    private mutating func begin(_ head: [UInt8]) -> Bool {
        var (words, content) = (String(decoding: head.prefix(Self.nameBytes), as: UTF8.self), head)
        switch kind {
        case .text(.html):
            var page = TextConversion(from: .html, to: .plain(.utf8))
            words = String(decoding: page.push(head.prefix(Self.nameBytes), isLast: true), as: UTF8.self)
        case .text: break
        case .picture: words = ""
        case .link:
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\n", maxSplits: 2).map(String.init)
            guard let link = lines.first.flatMap(Self.cleaned) else { return fail() }
            words = lines.count > 1 ? Self.cleaned(lines[1]) ?? FileURI.name(of: link) : FileURI.name(of: link)
            content = Array(Self.entry(link, words).utf8)
        }
        let name = ClippingName.name(of: kind, words: words, at: moment)
        guard let made = container.make(name, of: source) else { return fail() }
        state = .open(number: made.number, path: made.path, file: made.file)
        return write(content, to: made.file, made.number)
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

    /// Without what would begin another line of the entry.
    private static func cleaned(_ line: String) -> String? {
        let plain = String(
            String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        return plain.isEmpty ? nil : plain
    }

    private static func escaped(_ text: String) -> String {
        String(text.flatMap { $0 == #"\"# ? Array(#"\\"#) : [$0] })
    }

    /// A file that leads to an address (the Desktop Entry Specification).
    private static func entry(_ link: String, _ title: String) -> String {
        let (name, address) = (escaped(title), escaped(link))
        return "[Desktop Entry]\nVersion=1.0\nType=Link\nName=\(name)\nURL=\(address)\nIcon=text-html\n"
    }
}

extension ClippingName.Moment {
    /// Now, where this machine says it is.
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
