// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DrayScenario

/// Files that are not scenarios, or not even text.
@Suite struct FileTests {
    /// The error message for a file, without the path of its folder.
    private func complaint(about name: String, in fixture: borrowing Fixture) -> String {
        let path = fixture.folder.appendingPathComponent(name).path
        do {
            _ = try ScenarioFile(path: path, runDirectory: fixture.folder.path + "/run")
            return "none"
        } catch {
            return "\(error)".replacingOccurrences(of: fixture.folder.path + "/", with: "")
        }
    }

    private func complaint(about bytes: [UInt8]) throws -> String {
        let fixture = try Fixture()
        try Data(bytes).write(to: fixture.folder.appendingPathComponent("a.yaml"))
        return complaint(about: "a.yaml", in: fixture)
    }

    @Test func fileThatIsNotThere() throws {
        let fixture = try Fixture()
        #expect(complaint(about: "drop.yaml", in: fixture) == "drop.yaml: error: there is no such file")
        try fixture.write("drop.yml")
        #expect(
            complaint(about: "drop.yaml", in: fixture)
                == "drop.yaml: error: there is no such file, did you mean `drop.yml`?")
    }

    @Test func folderInPlaceOfAFile() throws {
        let fixture = try Fixture()
        try FileManager.default.createDirectory(
            at: fixture.folder.appendingPathComponent("x"), withIntermediateDirectories: false)
        #expect(complaint(about: "x", in: fixture) == "x: error: it is a folder, and a scenario is a file")
    }

    @Test func deviceInPlaceOfAFile() {
        #expect(throws: SourceText.Unreadable.self) {
            _ = try ScenarioFile(path: "/dev/zero", runDirectory: "/tmp")
        }
    }

    @Test func fileThatIsTooLarge() throws {
        let count = SourceText.byteLimit + 1
        let text = try complaint(about: [UInt8](repeating: UInt8(ascii: "#"), count: count))
        #expect(text == "a.yaml: error: it has \(count) bytes; a scenario may have \(SourceText.byteLimit)")
    }

    @Test func byteOrderMarkIsIgnored() throws {
        #expect(try complaint(about: [0xEF, 0xBB, 0xBF] + Array("name: a\nsteps: [say: b]\n".utf8)) == "none")
    }

    @Test func bytesThatAreNotUTF8AreShown() throws {
        let latin = Array("name: a\ndescription: Gr".utf8) + [0xFC, 0xDF] + Array("e\nsteps: [say: b]\n".utf8)
        #expect(try complaint(about: latin).hasPrefix("a.yaml:2:16: error: these bytes are not UTF-8\n"))
        let wide: [UInt8] = [0xFF, 0xFE] + Array("name: a".utf8).flatMap { [$0, 0] }
        #expect(try complaint(about: wide).hasPrefix("a.yaml:1:1: error: the file is in UTF-16\n"))
    }

    @Test func messagesContainNoTerminalControls() throws {
        let text = try complaint(about: Array("name: a\n\"\\e[31m\\a\": x\nsteps: [say: \"\u{202E}\"]\n".utf8))
        #expect(text.contains("unknown key"))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        let binary = try complaint(about: Array(0...127)).replacingOccurrences(of: "\t", with: "")
        #expect(binary.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }, "\(binary)")
    }

    @Test func linesOfAnyLengthAreShownInPart() throws {
        let text = try complaint(
            about: Array("name: a\nsteps: [\(String(repeating: "{say: b}, ", count: 5000)){sya: c}]\n".utf8))
        #expect(text.contains("did you mean `say`?"))
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count < 320 })
        let column = lines[2].prefix { $0 != "^" }.count
        #expect(lines[1].dropFirst(column).hasPrefix("sya"))
    }

    @Test func messagesSayWhatToWrite() throws {
        let text = try complaint(
            about: Array(
                """
                name: a
                clients: {a: {command: [sh], windows: {w: {title: x}}}}
                steps:
                  - wait: {windows: [w], timeout: 2s}
                  - drag: {from: {window: w}}

                """.utf8))
        #expect(text.contains("the key `to` is missing"))
        #expect(text.contains("`to`: Where the button is released."))
        #expect(text.contains("unknown key `timeout`, did you mean `within`?"))
    }

    @Test func manyMistakesAreCounted() throws {
        let text = try complaint(about: Array("name: a\nsteps:\n\(String(repeating: "- x: y\n", count: 1000))".utf8))
        #expect(text.components(separatedBy: "unknown key `x`").count == 41)
        #expect(text.hasSuffix("a.yaml: and 960 more"))
    }
}
