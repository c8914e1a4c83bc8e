// SPDX-License-Identifier: MIT

public import DrayCore

/// A request to `dray-access`, sent as one line.
public enum AccessRequest: Equatable, Sendable {
    case say(String, Speech.Politeness)
    /// Reports whether a screen reader is listening, once known and after each change.
    case listeners
    /// Lists the objects of a process's applications within the timeout, as list `number`.
    case list(number: UInt32, process: Int32, milliseconds: UInt32, ListDepth = .names)
    /// Plays a haptic event through feedbackd, if available.
    case feel(Haptic)
    /// Reports the desktop's settings, and later changes.
    /// - Parameter startsPortal: Whether to start the settings portal if it is not running.
    case settings(startsPortal: Bool)
    /// Opens the socket for programs that drag by name, at this path; nil closes it.
    case serveNames(String?)
    /// An answer line for a requesting program. A line that does not begin with "= " is the last.
    case answer(UInt32, String)
    /// Reports whether there is a document portal, and later changes.
    case documents
    /// Exports the files of a list to the document portal.
    case hand(FileHandover)

    /// The data to include in a list.
    public enum ListDepth: String, Sendable {
        /// Names, without starting an accessibility bus: the list is empty if none is running.
        case peek
        case names
        /// Names, and the contents of text objects.
        case texts
    }

    /// The maximum length of a text in bytes; longer texts are truncated.
    static let textLimit = 2000

    var line: String {
        switch self {
        case .say(let text, let politeness): "say \(politeness.rawValue) \(Self.spoken(text))"
        case .list(let number, let process, let milliseconds, let depth):
            "\(depth.rawValue) \(number) \(process) \(milliseconds)"
        case .feel(let haptic): "feel \(haptic.feedback)"
        case .listeners: "listen"
        case .serveNames(let path): "serve \(path ?? "")"
        case .answer(let program, let line): "answer \(program) \(line)"
        case .settings(let startsPortal): "settings \(startsPortal ? 1 : 0)"
        case .documents: "documents"
        case .hand(let handover): handover.line
        }
    }

    /// Returns the text as a single line without control characters, limited in length.
    private static func spoken(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in VisibleText.singleLine(text).unicodeScalars {
            size += scalar.utf8.count
            guard size <= textLimit else { break }
            result.append(scalar)
        }
        return String(result)
    }
}

extension Haptic {
    /// The closest event in feedbackd's theme, which has none for drags. The device determines which of them vibrate.
    fileprivate var feedback: String {
        switch self {
        case .lift, .spring: "button-pressed"
        case .target: "button-released"
        case .refusal: "bell-terminal"
        case .landing: "window-close"
        }
    }
}

/// A message from `dray-access`, received as one line.
public enum AccessWord: Equatable, Sendable {
    /// Whether a screen reader is listening.
    case listens(Bool)
    /// There is no session bus.
    case quiet
    /// The value of a desktop setting, or nil if it is no longer set.
    case setting(PortalSettings.Key, String?)
    /// Whether there is a document portal.
    case documents(Bool)
    /// The outcome of a file handover.
    case handed(UInt32, FileHandover.Outcome)
    /// A request from the program with this number, which runs as the same user and outside a sandbox.
    case asked(UInt32, String)
    /// An application in a list: its toolkit and the toolkit's version.
    case application(list: UInt32, toolkit: String, version: String)
    case object(list: UInt32, AccessObject)
    /// The contents of an object that was listed before.
    case text(list: UInt32, object: Int, String)
    /// The end of a list: whether the process has an application, and whether the list is incomplete.
    case done(list: UInt32, isThere: Bool, isPartial: Bool)

    static let lineSize = 4096

    /// - Returns: Nil for an unknown message.
    public init?(line: String) {
        var words = line[...]
        switch words.nextWord() {
        case "listen" where words == "1": self = .listens(true)
        case "listen" where words == "0": self = .listens(false)
        case "quiet" where words.isEmpty: self = .quiet
        case "documents" where words == "1": self = .documents(true)
        case "documents" where words == "0": self = .documents(false)
        case "handed":
            guard let number = UInt32(words.nextWord()), let outcome = FileHandover.Outcome(rawValue: String(words))
            else { return nil }
            self = .handed(number, outcome)
        case "asked":
            guard let program = UInt32(words.nextWord()) else { return nil }
            self = .asked(program, String(words))
        case "setting":
            guard let key = PortalSettings.Key(rawValue: "\(words.nextWord()) \(words.nextWord())") else { return nil }
            self = .setting(key, words.isEmpty ? nil : String(words))
        case "app":
            guard let list = UInt32(words.nextWord()) else { return nil }
            let toolkit = words.nextWord()
            self = .application(
                list: list, toolkit: toolkit == "-" ? "" : String(toolkit), version: words == "-" ? "" : String(words))
        case "node":
            guard let list = UInt32(words.nextWord()), let object = AccessObject(&words) else { return nil }
            self = .object(list: list, object)
        case "text":
            guard let list = UInt32(words.nextWord()), let object = Int(words.nextWord()) else { return nil }
            self = .text(list: list, object: object, Self.unescaped(words))
        case "done":
            guard let list = UInt32(words.nextWord()) else { return nil }
            self = .done(list: list, isThere: words != "none", isPartial: words == "part")
        default: return nil
        }
    }

    /// Returns the original text, with line breaks and backslashes unescaped.
    private static func unescaped(_ line: Substring) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        // By scalars, since a combining mark can combine with an escaped `n` or a space.
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped: isEscaped = true
            case _:
                text.append(isEscaped && scalar == "n" ? "\n" : scalar)
                isEscaped = false
            }
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var utf8: String.UTF8View { String(self).utf8 }
}

extension AccessObject {
    /// Parses an object from the fields of a line, whose last field is the name.
    fileprivate init?(_ words: inout Substring) {
        guard let id = Int(words.nextWord()), let parent = Int(words.nextWord()), let role = UInt32(words.nextWord()),
            let low = UInt32(words.nextWord(), radix: 16), UInt32(words.nextWord(), radix: 16) != nil,
            let x = Int32(words.nextWord()), let y = Int32(words.nextWord()), let width = Int32(words.nextWord()),
            let height = Int32(words.nextWord()), let left = Int32(words.nextWord()), let top = Int32(words.nextWord())
        else { return nil }
        self.init(
            id: id, parent: parent < 0 ? nil : parent, role: AccessRole(rawValue: role), name: String(words),
            // ATSPI_STATE_ACTIVE
            isActive: low & 1 << 1 != 0,
            area: Rectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height)),
            screen: Point(x: Double(left), y: Double(top)))
    }
}

extension Substring {
    /// Removes and returns a word, and the space after it, even if a combining mark follows the space.
    fileprivate mutating func nextWord() -> Substring {
        let end = utf8.firstIndex(of: UInt8(ascii: " ")) ?? endIndex
        let word = self[..<end]
        self = end == endIndex ? self[end...] : self[utf8.index(after: end)...]
        return word
    }
}
