// SPDX-License-Identifier: MIT

public import DrayCore

/// What `dray-access` is told, a line each.
public enum AccessRequest: Equatable, Sendable {
    case say(String, Speech.Politeness)
    /// Tells whether anybody hears that, once it is known.
    case listeners
    /// Looks at what the applications of a process show, for so long at most; told as list `number`.
    case list(number: UInt32, process: Int32, milliseconds: UInt32, ListDepth = .names)
    /// Something to feel, by feedbackd where it is there.
    case feel(Haptic)
    /// Tells the desktop's settings from here on.
    /// - Parameter startsPortal: whether the portal that has them may be started.
    case settings(startsPortal: Bool)
    /// Opens the socket for programs that drag by name, there; nil closes it.
    case serveNames(String?)
    /// A line for a program that has asked; one that does not begin with "= " is the last.
    case answer(UInt32, String)
    /// Tells whether there is a document portal, from here on.
    case documents
    /// Gives the files of a list to it.
    case hand(FileErrand)

    /// How much is asked for.
    public enum ListDepth: String, Sendable {
        /// Where there is no accessibility bus yet, there is nothing.
        case peek
        case names
        /// What stands in texts as well.
        case texts
    }

    /// In bytes; a longer text is cut.
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
        case .hand(let errand): errand.line
        }
    }

    /// In one line, without what nobody can say, and not too long.
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
    /// The event of feedbackd's theme that comes closest; it has none for drags. Which of them vibrate is the device's matter.
    fileprivate var feedback: String {
        switch self {
        case .lift, .spring: "button-pressed"
        case .target: "button-released"
        case .refusal: "bell-terminal"
        case .landing: "window-close"
        }
    }
}

/// What `dray-access` says, a line each.
public enum AccessWord: Equatable, Sendable {
    /// Whether anybody hears what is said.
    case listens(Bool)
    /// There is no session bus.
    case quiet
    /// One of the desktop's settings; nil where nobody says anything of it any more.
    case setting(PortalSettings.Key, String?)
    /// Whether there is a document portal.
    case documents(Bool)
    /// What came of an errand.
    case handed(UInt32, FileErrand.Outcome)
    /// A program with that number, of the same user and in no sandbox, has sent this request.
    case asked(UInt32, String)
    /// An application of a list: its toolkit, and that one's version.
    case application(list: UInt32, toolkit: String, version: String)
    case object(list: UInt32, AccessObject)
    /// What stands in an object that was told of before.
    case text(list: UInt32, object: Int, String)
    /// A list is at its end, and this is whether there was an application, and whether all of it has come.
    case done(list: UInt32, isThere: Bool, isPartial: Bool)

    static let lineSize = 4096

    /// - Returns: nil for what it never says.
    public init?(line: String) {
        var words = line[...]
        switch words.nextWord() {
        case "listen" where words == "1": self = .listens(true)
        case "listen" where words == "0": self = .listens(false)
        case "quiet" where words.isEmpty: self = .quiet
        case "documents" where words == "1": self = .documents(true)
        case "documents" where words == "0": self = .documents(false)
        case "handed":
            guard let number = UInt32(words.nextWord()), let outcome = FileErrand.Outcome(rawValue: String(words))
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

    /// A text of several lines, as it was before it became one.
    private static func unescaped(_ line: Substring) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        // Not by characters: what combines with a letter before it does so with `n` and a blank as well.
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
    /// Its words in a line, up to the name.
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
    /// Takes a word, and the blank behind it, whatever that combines with.
    fileprivate mutating func nextWord() -> Substring {
        let end = utf8.firstIndex(of: UInt8(ascii: " ")) ?? endIndex
        let word = self[..<end]
        self = end == endIndex ? self[end...] : self[utf8.index(after: end)...]
        return word
    }
}
