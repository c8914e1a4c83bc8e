// SPDX-License-Identifier: MIT

import Bubblewrap
import DragFixture
import DrayCore
import DrayHeadless
import DrayTransfer
import Foundation
import Glibc
import HeadlessDesktop
import ProgramLines
import TestClients
import TestTimeout
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

@testable import Dray

/// WL-06: a sandboxed client can open the files that are dropped on it, and receives no files that the source cannot
/// open.
@Suite(.serialized, .enabled(if: DocumentPortal.isPossible))
final class DocumentTests: SpokenDrag {
    private static let key = "application/vnd.portal.filetransfer"
    private static let editor = "org.example.Editor", other = "org.example.Other"
    /// The confinement by client ID.
    private var confinement: [UInt64: Confinement] = [:]

    init() throws {
        try super.init(on: AccessBus())
        fixture.host.onConfinement = { [weak self] in self?.confinement[$0.id] ?? .none }
        #expect(fixture.host.engine.handOverFiles(environment: bus.environment, program: program))
        confine(Point(x: 310, y: 20), to: .application(Self.editor))
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit { fixture.host.engine.keepFiles() }

    private var home: String { "\(bus.folder.path)/home" }

    private func confine(_ point: Point, to confinement: Confinement) {
        guard let client = fixture.compositor.surface(at: point)?.surface.object.client.id else { return }
        self.confinement[client] = confinement
    }

    @discardableResult private func file(_ name: String, _ text: String = "what is in it") throws -> String {
        try text.write(toFile: "\(home)/\(name)", atomically: false, encoding: .utf8)
        return "\(home)/\(name)"
    }

    private func list(_ paths: String...) -> String {
        paths.map { "file://\($0.replacingOccurrences(of: " ", with: "%20"))\r\n" }.joined()
    }

    private func makeFilesOfTexts() {
        fixture.host.engine.transfers.converter = ConversionService(
            loop: fixture.compositor.display.eventLoop, program: nil, runtimeFolder: bus.folder.path)
    }

    private func serve() throws {
        fixture.compositor.dispatch(timeout: 5)
        fixture.compositor.advance()
        try fixture.settle()
    }

    private func wait(_ what: String, until holds: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .timeout(30)
        while try !holds() {
            guard ContinuousClock.now < deadline else { throw AccessBus.Failure(description: "timeout: \(what)") }
            try serve()
        }
    }

    // MARK: A drag

    private var offered: [String] {
        target.log.compactMap { if case .offerType(let type) = $0 { type } else { nil } }
    }

    /// Begins to drag a list. The client writes `content` when asked for it.
    private func drag(_ content: String, types: [String] = ["text/uri-list"]) throws {
        let object = source.manager.createDataSource()
        source.keep(object.proxy)
        for type in types { object.offer(mimeType: type) }
        object.setActions(dndActions: [.copy, .move])
        object.onEvent { event in
            if case .send(_, let descriptor) = event { descriptor.write(content) }
        }
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: object)
        fixture.clearLogs()
        try fixture.move(to: Point(x: 310, y: 20))
    }

    /// Drops the content and reads it as this type.
    private func drop(_ type: String, _ action: WaylandClient.WlDataDeviceManager.DndAction = .copy) throws
        -> PendingRead
    {
        try fixture.take(by: target, type: type, actions: action, preferred: action)
        try fixture.release()
        let offer = try #require(target.dragOffer?.object)
        return target.receive(type, from: offer)
    }

    private func content(_ read: PendingRead) throws -> String {
        var text: String?
        try wait("the end of the read") {
            if case .complete(let content) = read.poll() { text = content }
            return text != nil
        }
        return text ?? ""
    }

    private func read(_ type: String, _ action: WaylandClient.WlDataDeviceManager.DndAction = .copy) throws -> String {
        try content(drop(type, action))
    }

    private var lastTransfer: Transfer? { fixture.host.engine.transferLedger.recent.last }

    /// Returns the path of a document relative to the portal's mount point, from a line of the list that the target has
    /// read.
    private func document(_ line: Substring, in portal: DocumentPortal) throws -> String {
        let start = "file://\(portal.files)/"
        try #require(line.hasPrefix(start), "\(line)")
        return try #require(line.dropFirst(start.count).removingPercentEncoding)
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\r\n", omittingEmptySubsequences: true) }

    private func isThere(_ path: String, _ mode: Int32 = R_OK) -> Bool { access(path, mode) == 0 }

    // MARK: Received files

    @Test func listContainsPathsThatTheSandboxCanOpen() throws {
        let portal = try DocumentPortal(on: bus)
        let folder = "\(home)/a folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try drag(list(try file("a letter.txt"), folder) + "https://example.org/\r\n")
        let lines = lines(try read("text/uri-list"))
        try #require(lines.count == 3)
        let seen = portal.files(of: Self.editor)
        let letter = "\(seen)/\(try document(lines[0], in: portal))"
        #expect(try String(contentsOfFile: letter, encoding: .utf8) == "what is in it")
        #expect(letter.hasSuffix("/a letter.txt"))
        // A copy is read-only.
        #expect(open(letter, O_WRONLY) < 0)
        #expect(isThere("\(seen)/\(try document(lines[1], in: portal))"))
        #expect(lines[2] == "https://example.org/")
        #expect(!isThere("\(portal.files(of: Self.other))/\(try document(lines[0], in: portal))"))
        #expect(lastTransfer?.state == .complete)
    }

    /// File URIs of this machine in every form; names that contain line breaks or other control characters stay
    /// unchanged.
    @Test func fileURIsAreDecodedStrictly() throws {
        let portal = try DocumentPortal(on: bus)
        let path = try file("a letter.txt").replacingOccurrences(of: " ", with: "%20")
        try file("a\nb")
        try file("a\u{85}b")
        let host = TextConversion.hostName.uppercased()
        let local = ["file:\(path)", "file://LOCALHOST\(path)", "file://\(host)\(path)"]
        let others =
            ["%0A", "%0a", "%C2%85", "%+A", "%00", "%0A#"].map { "file://\(home)/a\($0)b" } + ["file://other\(path)"]
        try drag((local + others).map { $0 + "\r\n" }.joined())
        let lines = lines(try read("text/uri-list"))
        try #require(lines.count == local.count + others.count)
        for line in lines.prefix(local.count) {
            #expect(isThere("\(portal.files(of: Self.editor))/\(try document(line, in: portal))"))
        }
        #expect(lines.dropFirst(local.count).map { String($0) } == others)
    }

    @Test func movedFilesAreWritable() throws {
        // The default policy moves between applications only on the user's explicit request.
        fixture.host.engine.policy = .wayland
        let portal = try DocumentPortal(on: bus)
        try drag(list(try file("letter.txt")))
        let line = try #require(lines(try read("text/uri-list", .move)).first)
        try "changed".write(
            toFile: "\(portal.files(of: Self.editor))/\(try document(line, in: portal))", atomically: false,
            encoding: .utf8)
        #expect(try String(contentsOfFile: "\(home)/letter.txt", encoding: .utf8) == "changed")
    }

    @Test(.enabled(if: canConfine)) func keyOpensFilesInASandbox() throws {
        let portal = try DocumentPortal(on: bus)
        let letter = try file("letter.txt")
        try drag(list(letter))
        // The portal was not known when the content entered.
        try wait("the offer of a key") { offered.contains(Self.key) }
        let key = try read(Self.key)
        #expect(!key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
        // The folder in which Flatpak describes its instances. Portals from 1.19 on reject a sandbox whose process is
        // not listed there.
        let instance = bus.folder.appendingPathComponent(".flatpak/1")
        try FileManager.default.createDirectory(at: instance, withIntermediateDirectories: true)
        let info = instance.appendingPathComponent("info").path
        try "[Application]\nname=\(Self.editor)\n[Instance]\ninstance-id=1\n"
            .write(toFile: info, atomically: true, encoding: .utf8)
        let script = """
            gdbus call --session --dest org.freedesktop.portal.Documents \
            --object-path /org/freedesktop/portal/documents \
            --method org.freedesktop.portal.FileTransfer.RetrieveFiles '\(key)' '{}'
            cat \(portal.files)/*/letter.txt; echo
            test -e \(letter) || echo hidden
            """
        let sandbox = try Lines(
            [
                "/bin/sh", "-c", "exec /usr/bin/bwrap --info-fd 9 \"$@\" 9>\"$0\"",
                instance.appendingPathComponent("bwrapinfo.json").path, "--ro-bind", "/usr", "/usr",
                "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin",
                "--proc", "/proc", "--dev", "/dev", "--ro-bind", info, "/.flatpak-info",
                "--bind", portal.files(of: Self.editor), portal.files, "--bind", "\(bus.folder.path)/bus",
                "\(bus.folder.path)/bus", "--unshare-pid", "sh", "-c", script,
            ], bus.environment)
        try sandbox.wait("the files") { $0.contains("hidden") }
        #expect(sandbox.lines.contains("what is in it"), "\(sandbox.lines)")
    }

    @Test func sourceWithItsOwnKeyIsUnchanged() throws {
        let portal = try DocumentPortal(on: bus)
        let types = ["text/uri-list", Self.key]
        try drag("12345", types: types)
        #expect(offered == types)
        #expect(try read(Self.key) == "12345")
        _ = portal
    }

    /// The helper, which keeps running for announcements, has already reported the portal.
    @Test func portalIsKnownWhenHandoverRestarts() throws {
        let portal = try DocumentPortal(on: bus)
        speak()
        for _ in 0..<2 {
            #expect(fixture.host.engine.handOverFiles(environment: bus.environment, program: program))
            try drag(list(try file("letter.txt")))
            try wait("the offer of a key") { offered.contains(Self.key) }
            try fixture.release()
            try fixture.settle()
            fixture.host.engine.keepFiles()
        }
        _ = portal
    }

    /// A client that reads a file created from other content is inspected during the read.
    @Test func fileCreatedFromTextIsHandedOver() throws {
        let portal = try DocumentPortal(on: bus)
        makeFilesOfTexts()
        try drag("a few words", types: ["text/plain"])
        let offer = try #require(target.dragOffer?.object)
        offer.setActions(dndActions: [], preferredAction: [])
        offer.accept(serial: target.enterSerial, mimeType: nil)
        try wait("the offer of a list") {
            fixture.compositor.advance(byMicroseconds: 10_000)
            return offered.contains("text/uri-list")
        }
        let line = try #require(lines(try read("text/uri-list")).first)
        let seen = "\(portal.files(of: Self.editor))/\(try document(line, in: portal))"
        #expect(try String(contentsOfFile: seen, encoding: .utf8) == "a few words")
    }

    // MARK: Unchanged content

    @Test func withoutAPortalNothingChanges() throws {
        let text = list(try file("letter.txt"))
        try drag(text)
        try wait("the process") { fixture.host.engine.speaker != nil }
        #expect(try read("text/uri-list") == text)
        #expect(offered == ["text/uri-list"])
        #expect(lastTransfer?.state == .complete)
        #expect(try !bus.knows("org.freedesktop.portal.Documents"))
    }

    @Test func unconfinedTargetNeedsNoPortal() throws {
        confinement = [:]
        let text = list(try file("letter.txt"))
        try drag(text)
        #expect(try read("text/uri-list") == text)
        #expect(fixture.host.engine.speaker == nil)
    }

    /// The target's process is this one, which sees the same files as the compositor's.
    @Test func unknownTargetIsInspected() throws {
        confine(Point(x: 310, y: 20), to: .unknown)
        let text = list(try file("letter.txt"))
        try drag(text)
        #expect(try read("text/uri-list") == text)
        #expect(fixture.host.engine.speaker == nil)
    }

    /// The source is not known either, but is unconfined, so it can offer any file.
    @Test func unknownSourceIsInspected() throws {
        let portal = try DocumentPortal(on: bus)
        confine(Point(x: 50, y: 50), to: .unknown)
        try drag(list(try file("letter.txt")))
        let line = try #require(lines(try read("text/uri-list")).first)
        #expect(isThere("\(portal.files(of: Self.editor))/\(try document(line, in: portal))"))
    }

    /// The client is not inspected either: most content is text, from which a file could be created.
    @Test(arguments: ["application/x-something", "text/plain"])
    func contentWithoutFilesNeedsNoPortal(type: String) throws {
        makeFilesOfTexts()
        var looks = 0
        fixture.host.onConfinement = { _ in
            looks += 1
            return .sandbox
        }
        try drag("bytes", types: [type])
        #expect(try read(type) == "bytes")
        #expect(looks == 0 && fixture.host.engine.speaker == nil)
    }

    // MARK: Rejected files

    /// A source could name any file and drop the list on an accomplice.
    @Test func aSourceInASandboxGivesNothingThatItCannotOpen() throws {
        let portal = try DocumentPortal(on: bus)
        let secret = try file("secret")
        // Another file that the portal exports to the target but not to the source.
        try drag(list(try file("letter.txt")))
        let letter = try document(try #require(lines(try read("text/uri-list")).first), in: portal)
        target.dragOffer?.object.finish()
        try serve()

        confine(Point(x: 50, y: 50), to: .application(Self.other))
        let wanted = list(
            secret, "\(portal.files)/\(letter)", "\(portal.files)/by-app/\(Self.editor)/\(letter)",
            "\(portal.files)/../home/secret", "/proc/self/root\(secret)")
        try drag(wanted)
        #expect(try read("text/uri-list") == wanted)
        let seen = try FileManager.default.subpathsOfDirectory(atPath: portal.files(of: Self.editor))
        #expect(!seen.contains { $0.hasSuffix("secret") }, "\(seen)")
        target.dragOffer?.object.finish()
        try serve()
        try drag(list(secret))
        #expect(try read(Self.key).isEmpty)
        #expect(lastTransfer?.state == .broken(.notConverted))
    }

    @Test func sandboxedSourceSharesItsPortalFiles() throws {
        let portal = try DocumentPortal(on: bus)
        try drag(list(try file("letter.txt")))
        let letter = try document(try #require(lines(try read("text/uri-list")).first), in: portal)
        target.dragOffer?.object.finish()
        try serve()
        confine(Point(x: 50, y: 50), to: .application(Self.editor))
        confine(Point(x: 310, y: 20), to: .application(Self.other))
        #expect(!isThere("\(portal.files(of: Self.other))/\(letter)"))
        let text = list("\(portal.files)/\(letter)")
        try drag(text)
        #expect(try read("text/uri-list") == text)
        #expect(isThere("\(portal.files(of: Self.other))/\(letter)"))
    }

    @Test func symbolicLinksAreNotFollowed() throws {
        let portal = try DocumentPortal(on: bus)
        try FileManager.default.createSymbolicLink(atPath: "\(home)/photo.jpg", withDestinationPath: try file("secret"))
        let text = list("\(home)/photo.jpg")
        try drag(text)
        #expect(try read("text/uri-list") == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: portal.files(of: Self.editor)).isEmpty)
    }

    // MARK: Timeouts and failures

    @Test func hangingPortalFailsTheReadWithoutBlocking() throws {
        let portal = try DocumentPortal(on: bus)
        try drag(list(try file("letter.txt")))
        try wait("the offer of a key") { offered.contains(Self.key) }
        portal.stop()
        let start = ContinuousClock.now
        let read = try drop("text/uri-list")
        var longest = Duration.zero
        try wait("the end of the read") {
            let before = ContinuousClock.now
            try fixture.settle()
            longest = max(longest, ContinuousClock.now - before)
            if case .complete = read.poll() { return true }
            return false
        }
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(longest < .seconds(2))
        #expect(read.poll() == .complete(""))
        try wait("the failed transfer") { lastTransfer?.state == .broken(.notConverted) }
        portal.goOn()
    }

    @Test func helperExitFailsTheRead() throws {
        let portal = try DocumentPortal(on: bus)
        try drag(list(try file("letter.txt")))
        try wait("the offer of a key") { offered.contains(Self.key) }
        portal.stop()
        let read = try drop("text/uri-list")
        for _ in 0..<20 { try serve() }
        kill(try #require(fixture.host.engine.speaker), SIGKILL)
        #expect(try content(read).isEmpty)
        #expect(lastTransfer?.state == .broken(.notConverted))
        portal.goOn()
    }
}
