// SPDX-License-Identifier: MIT

import DrayCore
import Testing
import WaylandServer

@testable import DrayAccess

/// The messages of `dray-access` are parsed, and malformed ones rejected.
@Suite struct AccessWordTests {
    @Test func textIsUnescaped() {
        #expect(AccessWord(line: "text 7 4 a\\nb\\\\n c") == .text(list: 7, object: 4, "a\nb\\n c"))
        #expect(AccessWord(line: "text 7 x") == nil)
    }

    /// A name may begin with a combining mark, after a space, and so may a line of a text, after an escape sequence.
    @Test func combiningMarksAreKept() {
        let name = "\u{301}Photo"
        #expect(
            AccessWord(line: "node 7 4 3 26 0 0 1 2 3 4 5 6 \(name)")
                == .object(
                    list: 7,
                    AccessObject(
                        id: 4, parent: 3, role: AccessRole(rawValue: 26), name: name,
                        area: Rectangle(x: 1, y: 2, width: 3, height: 4), screen: Point(x: 5, y: 6))))
        #expect(
            AccessWord(line: "text 7 4 a\\n\u{301}b\\\\\u{301}")
                == .text(list: 7, object: 4, "a\n\u{301}b\\\u{301}"))
        #expect(AccessWord(line: "asked 1 \u{301}drag") == .asked(1, "\u{301}drag"))
    }

    @Test func objectsAreParsed() {
        let word = AccessWord(line: "node 7 3 -1 23 43000002 800 1 -2 30 40 5 -6 A name with  blanks")
        let object = AccessObject(
            id: 3, role: AccessRole(rawValue: 23), name: "A name with  blanks", isActive: true,
            area: Rectangle(x: 1, y: -2, width: 30, height: 40), screen: Point(x: 5, y: -6))
        #expect(word == .object(list: 7, object))
        #expect(
            AccessWord(line: "node 7 4 3 26 0 0 0 0 0 0 0 0 ")
                == .object(
                    list: 7, AccessObject(id: 4, parent: 3, role: AccessRole(rawValue: 26), area: .zero)))
        #expect(AccessWord(line: "app 1 GTK 4.8.3") == .application(list: 1, toolkit: "GTK", version: "4.8.3"))
        #expect(AccessWord(line: "app 1 - -") == .application(list: 1, toolkit: "", version: ""))
        #expect(AccessWord(line: "done 1 part") == .done(list: 1, isThere: true, isPartial: true))
        #expect(AccessWord(line: "done 1 none") == .done(list: 1, isThere: false, isPartial: false))
    }

    @Test func settingsAreParsed() {
        #expect(
            AccessWord(line: "setting org.kde.kdeglobals.General ColorScheme Breeze Dark")
                == .setting(.kdeScheme, "Breeze Dark"))
        #expect(AccessWord(line: "setting org.freedesktop.appearance contrast") == .setting(.contrast, nil))
        #expect(AccessWord(line: "setting org.freedesktop.appearance size 1") == nil)
    }

    @Test func fileOutcomesAreParsed() {
        #expect(AccessWord(line: "documents 1") == .documents(true))
        #expect(AccessWord(line: "handed 7 ok") == .handed(7, .done))
        #expect(AccessWord(line: "handed 7 none") == .handed(7, .none))
        #expect(AccessWord(line: "handed 7 failed") == .handed(7, .failed))
    }

    /// The ID becomes a field of a line, and a component of a path.
    @Test(arguments: ["", ".", "..", ".hidden", "a b", "a/b", "a\nb", "@1", "é", String(repeating: "a", count: 256)])
    func invalidApplicationIDIsRejected(name: String) {
        #expect(FileHandover.Program(applicationID: name) == nil)
    }

    /// A process is identified by its ID and start time, so that a reused ID does not match.
    @Test func programIsIdentifiedOnTheLine() {
        let process = ProcessIdentity(number: 4711, start: 123_456_789_012)
        func line(_ target: FileHandover.Program, _ source: FileHandover.Source) -> String {
            FileHandover(number: 3, form: .list, mayWrite: false, target: target, source: source).line
        }
        #expect(line(.process(process), .free) == "hand 3 list r @4711:123456789012 -")
        #expect(line(.application("org.example.Editor"), .unknown) == "hand 3 list r org.example.Editor ?")
        #expect(line(.unidentified, .confined(.unidentified)) == "hand 3 list r ? ?")
    }

    @Test func validApplicationIDIsAccepted() {
        #expect(FileHandover.Program(applicationID: "org.example.Editor_2-x") == .application("org.example.Editor_2-x"))
    }

    @Test(arguments: [
        "", " ", "listen", "listen 2", "listen 1 1", "quiet now", "node", "node 1", "node 1 2 3 4 x y 1 2 3 4 5 6 a",
        "node 7 3 -1 23 43000002 800 1 -2 30 99999999999 5 -6 a", "app", "done", "done x all", "say 1 hello",
        "documents", "documents 2", "handed 1", "handed x ok", "handed 1 okay", "node -1 3 -1 23 0 0 1 2 30 40 5 6 a",
    ]) func malformedLineIsRejected(line: String) {
        #expect(AccessWord(line: line) == nil)
    }
}
