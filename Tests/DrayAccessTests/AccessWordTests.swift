// SPDX-License-Identifier: MIT

import DrayCore
import Testing
import WaylandServer

@testable import DrayAccess

/// What `dray-access` says is read word by word, and nonsense is nothing.
@Suite struct AccessWordTests {
    @Test func whatStandsInATextIsOneLine() {
        #expect(AccessWord(line: "text 7 4 a\\nb\\\\n c") == .text(list: 7, object: 4, "a\nb\\n c"))
        #expect(AccessWord(line: "text 7 x") == nil)
    }

    /// A name may begin with what combines with the blank before it, and a line of a text with its end.
    @Test func whatCombinesIsKept() {
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

    @Test func objectsAreRead() {
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

    @Test func settingsComeAndGo() {
        #expect(
            AccessWord(line: "setting org.kde.kdeglobals.General ColorScheme Breeze Dark")
                == .setting(.kdeScheme, "Breeze Dark"))
        #expect(AccessWord(line: "setting org.freedesktop.appearance contrast") == .setting(.contrast, nil))
        #expect(AccessWord(line: "setting org.freedesktop.appearance size 1") == nil)
    }

    @Test func whatBecameOfFilesIsRead() {
        #expect(AccessWord(line: "documents 1") == .documents(true))
        #expect(AccessWord(line: "handed 7 ok") == .handed(7, .done))
        #expect(AccessWord(line: "handed 7 none") == .handed(7, .none))
        #expect(AccessWord(line: "handed 7 failed") == .handed(7, .failed))
    }

    /// It becomes a word of a line, and a part of a path.
    @Test(arguments: ["", ".", "..", ".hidden", "a b", "a/b", "a\nb", "@1", "é", String(repeating: "a", count: 256)])
    func noApplicationIsCalledSo(name: String) {
        #expect(FileErrand.Program(applicationID: name) == nil)
    }

    /// A process is named so that a later one with its number is not taken for it.
    @Test func aProgramIsNamedOnTheLine() {
        let process = ProcessIdentity(number: 4711, start: 123_456_789_012)
        func line(_ target: FileErrand.Program, _ source: FileErrand.Source) -> String {
            FileErrand(number: 3, form: .list, mayWrite: false, target: target, source: source).line
        }
        #expect(line(.process(process), .free) == "hand 3 list r @4711:123456789012 -")
        #expect(line(.application("org.example.Editor"), .unknown) == "hand 3 list r org.example.Editor ?")
        #expect(line(.unidentified, .confined(.unidentified)) == "hand 3 list r ? ?")
    }

    @Test func applicationsAreCalledSo() {
        #expect(FileErrand.Program(applicationID: "org.example.Editor_2-x") == .application("org.example.Editor_2-x"))
    }

    @Test(arguments: [
        "", " ", "listen", "listen 2", "listen 1 1", "quiet now", "node", "node 1", "node 1 2 3 4 x y 1 2 3 4 5 6 a",
        "node 7 3 -1 23 43000002 800 1 -2 30 99999999999 5 -6 a", "app", "done", "done x all", "say 1 hello",
        "documents", "documents 2", "handed 1", "handed x ok", "handed 1 okay", "node -1 3 -1 23 0 0 1 2 30 40 5 6 a",
    ]) func nonsenseIsNothing(line: String) {
        #expect(AccessWord(line: line) == nil)
    }
}
