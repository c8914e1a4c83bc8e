// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import Glibc
import Testing
import WaylandServer
import WaylandUtil

@testable import DrayTransfer

/// Reads of converted types, with sources, readers and images of every kind (HIG-25).
@Suite final class ConversionTests {
    private let display: Display
    private let pool: TransferPool
    private let session: SessionFolder
    private var last: UInt64 = 0

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { Self.now }
        session = try SessionFolder()
        // The program of this build.
        let ability = pool.converter.ability
        try #require(ability.contains(.pictures), "dray-convert is not next to the tests")
        pool.converter = ConversionService(
            loop: display.eventLoop, program: ConversionService.findProgram(), runtimeFolder: folder)
    }

    private var folder: String { session.path }

    /// The service removes its files from the session folder.
    deinit { pool.converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: nil) }

    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }

    /// A converted read, with both its ends.
    private final class Way {
        let id: ReadID
        var source: Int32 = -1
        var reader: Int32 = -1
        var life = SourceLife.up
        var events: [TransferPool.Event] = []
        var clippings: [Int] = []
        var content: [UInt8] = []

        init(_ id: ReadID) { self.id = id }

        deinit {
            if source >= 0 { close(source) }
            if reader >= 0 { close(reader) }
        }

        func closeSource() {
            close(source)
            source = -1
        }

        func closeReader() {
            close(reader)
            reader = -1
        }

        var end: Transfer.State? {
            for case .closed(let state) in events { return state }
            return nil
        }

        /// Writes as much as the pipe accepts.
        func write(_ bytes: ArraySlice<UInt8>) -> Int {
            max(bytes.withUnsafeBytes { Glibc.write(source, $0.baseAddress, $0.count) }, 0)
        }

        func read() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while reader >= 0 {
                let count = Glibc.read(reader, &buffer, buffer.count)
                guard count > 0 else { return }
                content += buffer[..<count]
            }
        }
    }

    private func begin(_ types: Representations, as type: MimeType, asks: Bool = true) throws -> Way {
        last += 1
        let way = Way(ReadID(last))
        let conversion = try #require(Conversion.further(than: types, able: .all).first { $0.type == type })
        var ends: [Int32] = [0, 0]
        try #require(dray_pipe(&ends) == 0)
        way.reader = ends[0]
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let request = TransferRequest(way.id, type, seat: SeatID(1), .drag(DragID(1)), madeOf: conversion.origin)
        _ = pool.convert(request, conversion, to: ReceivedDescriptor(owning: ends[1])) {
            way.life
        } ask: { origin, descriptor in
            #expect(origin == conversion.origin)
            guard asks else { return false }
            way.source = fcntl(descriptor.borrowed ?? -1, F_DUPFD_CLOEXEC, 3)
            _ = fcntl(way.source, F_SETFL, O_NONBLOCK)
            return true
        } onEvent: { [weak way] in
            way?.events.append($0)
        } onClipping: { [weak way] in
            way?.clippings.append($0)
        }
        return way
    }

    private func dispatch(until isDone: () -> Bool) {
        let start = Self.now
        while !isDone(), Self.now.microseconds - start.microseconds < 20_000_000 {
            display.eventLoop.dispatch(timeout: 20)
        }
    }

    /// Writes all bytes as the source, and reads the result.
    private func play(_ bytes: [UInt8], _ way: Way) {
        var rest = bytes[...]
        while !rest.isEmpty, way.end == nil {
            rest = rest.dropFirst(way.write(rest))
            display.eventLoop.dispatch(timeout: 0)
        }
        way.closeSource()
        dispatch {
            way.read()
            return way.end != nil
        }
        way.read()
    }

    private func convert(_ bytes: [UInt8], _ types: Representations, as type: MimeType) throws -> Way {
        let way = try begin(types, as: type)
        play(bytes, way)
        return way
    }

    // MARK: Text

    @Test func textOfAnotherEncoding() throws {
        let way = try convert(Array("Grüße".utf8), ["UTF8_STRING"], as: "STRING")
        #expect(way.content == [0x47, 0x72, 0xFC, 0xDF, 0x65])
        #expect(way.end == .complete)
        let entry = try #require(pool.ledger[way.id])
        #expect(entry.madeOf == "UTF8_STRING")
        #expect(entry.type == "STRING")
        #expect(entry.bytes == 5)
        #expect(way.events.first == .bytesCame)
    }

    @Test func longTextIsComplete() throws {
        let text = Array(String(repeating: "Grüße, 안녕하세요 😀\n", count: 100_000).utf8)
        let way = try convert(text, ["text/plain"], as: "text/plain;charset=utf-16")
        #expect(way.end == .complete)
        var back = TextConversion(from: .plain(.utf16), to: .plain(.utf8))
        #expect(back.push(way.content, isLast: true) == text)
    }

    // MARK: Images

    /// Returns a bitmap of this size, in which no two pixels are equal.
    private func bitmap(_ width: Int, _ height: Int) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let stride = (width * 3 + 3) / 4 * 4
        var bytes = Array("BM".utf8) + number(54 + stride * height, 4) + number(0, 4) + number(54, 4)
        bytes += number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2) + number(24, 2) + number(0, 4)
        bytes += number(stride * height, 4) + number(3780, 4) + number(3780, 4) + number(0, 8)
        for row in 0..<height {
            var line: [UInt8] = []
            for column in 0..<width { line += number(column * 7919 + row * 104_729, 3) }
            bytes += line + [UInt8](repeating: 0, count: stride - line.count)
        }
        return bytes
    }

    @Test(arguments: ["image/png", "image/tiff"])
    func losslessImagesAreUnchanged(type: String) throws {
        let picture = bitmap(37, 21)
        let there = try convert(picture, ["image/bmp"], as: MimeType(type))
        #expect(there.end == .complete)
        let back = try convert(there.content, [MimeType(type)], as: "image/bmp")
        #expect(back.content == picture)
    }

    @Test func photographs() throws {
        let there = try convert(bitmap(64, 64), ["image/bmp"], as: "image/jpeg")
        #expect(there.content.starts(with: [0xFF, 0xD8, 0xFF]))
        let back = try convert(there.content, ["image/jpeg"], as: "image/png")
        #expect(back.content.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(back.end == .complete)
    }

    /// Each prefix of an image, and each image with one byte changed, results in a failure or an image.
    @Test(arguments: ["image/png", "image/jpeg", "image/tiff", "image/bmp"])
    func invalidImagesAreBroken(type: String) throws {
        let whole =
            type == "image/bmp" ? bitmap(9, 7) : try convert(bitmap(9, 7), ["image/bmp"], as: MimeType(type)).content
        let other: MimeType = type == "image/png" ? "image/bmp" : "image/png"
        let step = max(whole.count / 24, 1)
        for length in stride(from: 1, to: whole.count - 24, by: step) {
            let way = try convert(Array(whole[..<length]), [MimeType(type)], as: other)
            #expect(way.end == .broken(.notConverted), "\(length) of \(whole.count) bytes")
            #expect(way.content.isEmpty)
        }
        for place in stride(from: 0, to: whole.count, by: step) {
            var changed = whole
            changed[place] ^= 0xFF
            let way = try convert(changed, [MimeType(type)], as: other)
            #expect(way.end == .complete || way.end == .broken(.notConverted))
        }
    }

    @Test func hugeImageSizeIsRejected() throws {
        var bomb = bitmap(4, 4)
        bomb.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F])
        let way = try convert(bomb, ["image/bmp"], as: "image/png")
        #expect(way.end == .broken(.notConverted))
    }

    @Test func withoutTheProgramAnImageIsBroken() throws {
        pool.converter = ConversionService(loop: display.eventLoop, program: "/nonexistent", runtimeFolder: folder)
        let way = try convert(bitmap(4, 4), ["image/bmp"], as: "image/png")
        #expect(way.end == .broken(.notConverted))
    }

    /// A compromised program might report nothing and not exit.
    @Test func hangingProgramIsKilledWhenItsReaderCloses() throws {
        // A unique name, since other tests of this process run `yes` as well. The kernel keeps 15 bytes of a name.
        let name = "endless-\(Int.random(in: 0..<10_000_000))"
        let program = "\(folder)/\(name)"
        #expect(symlink("/usr/bin/yes", program) == 0)
        defer { unlink(program) }
        pool.converter = ConversionService(loop: display.eventLoop, program: program, runtimeFolder: folder)
        let way = try begin(["image/bmp"], as: "image/png")
        _ = way.write(bitmap(4, 4)[...])
        way.closeSource()
        // The name is set when the program starts, which can take time on a busy machine.
        dispatch { said("pgrep -P \(getpid()) -x \(name)").count == 1 }
        #expect(said("pgrep -P \(getpid()) -x \(name)").count == 1)
        #expect(way.end == nil)
        #expect(pool.cancel(way.id))
        #expect(way.end == .broken(.cancelled))
        // Neither the process nor a zombie is left.
        #expect(said("pgrep -P \(getpid()) -x \(name)").isEmpty)
    }

    /// Some programs offer a JPEG as image/png: the content determines the format.
    @Test func imageWithTheTypeOfAnotherFormat() throws {
        let jpeg = try convert(bitmap(9, 7), ["image/bmp"], as: "image/jpeg").content
        let expected = try convert(jpeg, ["image/jpeg"], as: "image/bmp").content
        let way = try convert(jpeg, ["image/png"], as: "image/bmp")
        #expect(way.end == .complete)
        #expect(way.content == expected)
    }

    // MARK: Pages

    private static let page = """
        <meta charset="utf-8"><title>no</title><!-- a > b --><p title="a > b">Grüße,<br>you &amp; me</p><pre>
        if x:
            y()</pre><table><tr><td>1</td><td>2</td></tr></table>
        """
    private static let pageText = "Grüße,\nyou & me\n\nif x:\n    y()\n1\t2"

    @Test func aPageBecomesItsTextInEachEncoding() throws {
        func text(_ type: MimeType) throws -> [UInt8] {
            let way = try convert(Array(Self.page.utf8), ["text/html"], as: type)
            #expect(way.end == .complete)
            return way.content
        }
        for type: MimeType in ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"] {
            #expect(try text(type) == Array(Self.pageText.utf8))
        }
        #expect(try text("STRING") == Self.pageText.unicodeScalars.map { UInt8($0.value) })
        #expect(
            try text("text/plain;charset=utf-16")
                == [0xFF, 0xFE] + Self.pageText.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }

    @Test(arguments: ["<script>x</script>", "<img src=x>", " ", "<!-- x -->"])
    func pageWithoutTextIsBroken(page: String) throws {
        let way = try convert(Array(page.utf8), ["text/html"], as: "UTF8_STRING")
        #expect(way.end == .broken(.notConverted))
    }

    /// Nesting deeper than any stack, and more attributes than any element has.
    @Test func pagesOfExtremes() throws {
        let deep = String(repeating: "<table><tr><td>", count: 50_000) + "x"
        let wide = "<p " + (0..<5_000).map { "a\($0)=<" }.joined(separator: " ") + ">x"
        for page in [deep, wide] {
            let way = try convert(Array(page.utf8), ["text/html"], as: "UTF8_STRING")
            #expect(way.end == .complete)
            #expect(way.content == Array("x".utf8))
        }
    }

    @Test func withoutTheProgramAPageIsNotConverted() throws {
        let converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: folder)
        #expect(!converter.ability.contains(.pages))
        pool.converter = ConversionService(loop: display.eventLoop, program: "/nonexistent", runtimeFolder: folder)
        let way = try convert(Array(Self.page.utf8), ["text/html"], as: "UTF8_STRING")
        #expect(way.end == .broken(.notConverted))
    }

    // MARK: Bad input

    @Test func emptySourceIsReported() throws {
        let way = try convert([], ["text/plain"], as: "STRING")
        #expect(way.end == .broken(.wroteNothing))
    }

    @Test func exitOfTheSourceIsReported() throws {
        let way = try begin(["text/plain"], as: "text/uri-list")
        _ = way.write(Array("half".utf8)[...])
        display.eventLoop.dispatch(timeout: 10)
        way.life = .gone
        way.closeSource()
        dispatch { way.end != nil }
        #expect(way.end == .broken(.sourceGone))
        #expect(files.isEmpty)
    }

    @Test func unreachableSourceIsReported() throws {
        let way = try begin(["text/plain"], as: "STRING", asks: false)
        #expect(pool.ledger[way.id]?.state == .broken(.notAsked))
    }

    @Test func endlessSourceIsNotReadForever() throws {
        let way = try begin(["text/plain"], as: "STRING")
        let flood = [UInt8](repeating: 65, count: 1 << 16)
        var written = 0
        while written < 70 << 20 {
            written += way.write(flood[...])
            display.eventLoop.dispatch(timeout: 0)
        }
        dispatch { way.end != nil }
        #expect(way.end == .broken(.notConverted))
    }

    @Test func closedReaderEndsIt() throws {
        let way = try begin(["text/plain"], as: "STRING")
        _ = way.write(Array("some".utf8)[...])
        way.closeReader()
        dispatch { way.end != nil }
        #expect(way.end == .givenUp)
        way.closeSource()
        dispatch { self.pool.conversionCount == 0 }
        #expect(pool.conversionCount == 0)
    }

    @Test func conversionsBeyondTheLimitAreRefusedAndReported() throws {
        var ways: [Way] = []
        for _ in 0..<40 { ways.append(try begin(["text/plain"], as: "STRING")) }
        let refused = ways.filter { pool.ledger[$0.id]?.state == .broken(.notAsked) }
        #expect(refused.count == 24)
        for way in ways where way.source >= 0 { play(Array("a".utf8), way) }
        #expect(ways.count { $0.content == [65 + 32] } == 16)
    }

    // MARK: Clippings

    /// All files in the container.
    private var files: [String] { said("find '\(folder)' -type f -printf '%P %m\\n'") }

    /// Returns the lines of a command's output.
    private func said(_ command: String) -> [String] {
        guard let stream = popen(command, "r") else { return [] }
        defer { pclose(stream) }
        var text: [UInt8] = []
        while case let byte = fgetc(stream), byte >= 0 { text.append(UInt8(byte)) }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func clip(_ text: String, _ type: MimeType = "text/plain") throws -> Way {
        try convert(Array(text.utf8), [type], as: "text/uri-list")
    }

    @Test func aTextBecomesAFileWithItsFirstWords() throws {
        let way = try clip("Grüße und\tmehr.\nUnd eine zweite Zeile, die viel zu lang ist, um in einem Namen zu stehen")
        #expect(way.end == .complete)
        let list = String(decoding: way.content, as: UTF8.self)
        #expect(list.hasPrefix("file://\(folder)/dray-clippings-"))
        #expect(list.hasSuffix("%20Gr%C3%BC%C3%9Fe%20und%20mehr.%20Und%20eine%20zweite%20Zeile%2C.txt\r\n"), "\(list)")
        #expect(files.count == 1)
        #expect(files.first?.hasSuffix(".txt 600") == true)
        #expect(way.clippings == [1])
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/passwd", "..", ".", ".hidden", "-rf", "~/x", "a\0b", "\u{202E}txt.exe", "\u{1B}[2J",
        "   ", "\n\n",
        String(repeating: "😀", count: 400), "a:b\\c",
    ])
    func noNameLeadsElsewhere(text: String) throws {
        let way = try clip(text)
        #expect(way.end == .complete)
        #expect(files.count == 1)
        let file = try #require(files.first)
        // container/number/name
        #expect(file.count { $0 == "/" } == 2, "\(file)")
        let name = file.split(separator: "/")[2].dropLast(4)
        #expect(name.hasPrefix("Clipping 20"))
        #expect(name.hasSuffix(".txt"))
        #expect(name.utf8.count < 255)
        #expect(!name.unicodeScalars.contains { $0.value < 32 || $0.properties.generalCategory == .format })
    }

    /// The name of a page's file is made of its text, without any markup.
    @Test(arguments: [
        ("<title>no</title><!-- a > x --> <h1>Real <b>words</b></h1>", "Real words"),
        ("<a title='a > b' href=x>A&nbsp;link</a>", "A link"),
        ("<style>p { color: red }</style><script>if (a > b) c()</script>First<br>second", "First second"),
    ])
    func aPageBecomesAFileWithItsFirstWords(page: String, words: String) throws {
        let way = try clip(page, "text/html")
        #expect(way.end == .complete)
        let file = try #require(files.first)
        #expect(files.count == 1 && file.hasSuffix(" \(words).html 600"), "\(file)")
        let path = String(decoding: way.content, as: UTF8.self)
        #expect(path.hasSuffix("\(words.replacing(" ", with: "%20")).html\r\n"), "\(path)")
        #expect(read("\(folder)/\(file.dropLast(4))")?.hasSuffix(page) == true)
    }

    /// Office applications begin their pages with long style sheets.
    @Test func wordsAfterALongStyleSheetAreInTheName() throws {
        let style = String(repeating: "p { color: red }\n", count: 5000)
        let way = try clip("<style>\(style)</style>First", "text/html")
        #expect(way.end == .complete)
        #expect(try #require(files.first).hasSuffix(" First.html 600"))
    }

    @Test(arguments: ["<img src=x alt='a b'>", "<script>alert(1)</script>"])
    func pageWithoutTextIsNamedAfterItsTime(page: String) throws {
        let way = try clip(page, "text/html")
        #expect(way.end == .complete)
        let file = try #require(files.first)
        #expect(file.contains(/Clipping [-0-9]+ [.0-9]+\.html 600$/), "\(file)")
    }

    @Test func withoutTheProgramAPageIsNamedAfterItsTime() throws {
        pool.converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: folder)
        let way = try clip("<b>x</b>", "text/html")
        #expect(way.end == .complete)
        #expect(try #require(files.first).contains(/Clipping [-0-9]+ [.0-9]+\.html 600$/))
    }

    @Test func linkBecomesADesktopEntry() throws {
        let bytes = "https://example.org/\nA title\nExec=rm".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let way = try convert(bytes, ["text/x-moz-url"], as: "text/uri-list")
        #expect(String(decoding: way.content, as: UTF8.self).hasSuffix("/A%20title.desktop\r\n"))
        let path = try #require(files.first).dropLast(4)
        let text = try #require(read("\(folder)/\(path)"))
        #expect(
            text == "[Desktop Entry]\nVersion=1.0\nType=Link\nName=A title\nURL=https://example.org/\nIcon=text-html\n")
    }

    @Test func imageBecomesAnUnchangedFile() throws {
        let way = try convert([1, 2, 3], ["image/webp"], as: "text/uri-list")
        #expect(way.end == .complete)
        #expect(files.first?.hasSuffix(".webp 600") == true)
    }

    @Test func filesAreRemovedWithTheEngineAndWithFailedDrags() throws {
        let way = try clip("one")
        _ = try clip("two")
        #expect(files.count == 2)
        pool.converter.discard(clipping: try #require(way.clippings.first))
        #expect(files.count == 1)
        pool.converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: nil)
        #expect(files.isEmpty)
        #expect(rmdir(folder) == 0)
    }

    @Test func manyDropTheOldest() throws {
        for number in 0..<70 { _ = try clip("clip \(number)") }
        #expect(files.count == 64)
        #expect(!files.contains { $0.contains("clip 0.txt") })
        #expect(files.contains { $0.contains("clip 69.txt") })
    }

    /// The folder was replaced by a symbolic link: nothing is written through it.
    @Test func noLinkIsFollowed() throws {
        _ = try clip("one")
        let container = try #require(files.first?.split(separator: "/").first)
        let elsewhere = "\(folder)/elsewhere"
        mkdir(elsewhere, 0o700)
        // The next file's folder exists already, as a link.
        #expect(symlink(elsewhere, "\(folder)/\(container)/2") == 0)
        let way = try clip("two")
        #expect(way.end == .broken(.notConverted))
        #expect(!files.contains { $0.hasPrefix("elsewhere") })
        unlink("\(folder)/\(container)/2")
        rmdir(elsewhere)
    }

    /// As on a full disk: content without space fails, and leaves no file.
    @Test func withoutSpaceNothingIsLeft() async {
        await #expect(processExitsWith: .success) {
            let tests = try ConversionTests()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1 << 16, rlim_max: 1 << 16)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let way = try tests.clip(String(repeating: "no room ", count: 100_000))
            #expect(way.end == .broken(.notConverted))
            #expect(way.content.isEmpty && tests.files.isEmpty)
            let next = try tests.clip("there is space for this")
            #expect(next.end == .complete && tests.files.count == 1)
            tests.pool.converter = ConversionService(loop: tests.display.eventLoop, program: nil, runtimeFolder: nil)
            #expect(rmdir(tests.folder) == 0, "something is left")
        }
    }

    /// Descriptors run out at each step in turn.
    @Test func withoutDescriptorsNothingIsLeft() async {
        await #expect(processExitsWith: .success) {
            try closeRanks()
            // The source's ends are closed again by the time that a folder is needed.
            for spare in -3...4 {
                let tests = try ConversionTests()
                let way = try tests.begin(["text/plain"], as: "text/uri-list")
                let next = dup(0)
                close(next)
                var all = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &all)
                var few = rlimit(rlim_cur: rlim_t(Int(next) + spare), rlim_max: all.rlim_max)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few) == 0)
                tests.play(Array("a text".utf8), way)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &all)
                #expect(way.end == (spare < 3 ? .broken(.notConverted) : .complete), "\(spare): \(way.events)")
                tests.pool.converter = ConversionService(
                    loop: tests.display.eventLoop, program: nil, runtimeFolder: nil)
                #expect(rmdir(tests.folder) == 0, "\(spare): something is left")
            }
        }
    }

    @Test func folderWritableByOthersIsNotUsed() {
        var ability: ConversionAbility {
            ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: folder).ability
        }
        chmod(folder, 0o777)
        #expect(!ability.contains(.clippings))
        chmod(folder, 0o700)
        #expect(ability.contains(.clippings))
    }

    /// Whether clippings are possible is checked once, and the folder again before the first of them.
    @Test func folderWritableByOthersLaterIsNotUsed() {
        let converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: folder)
        #expect(converter.ability.contains(.clippings))
        chmod(folder, 0o777)
        #expect(converter.clippings() == nil)
        chmod(folder, 0o700)
        #expect(converter.clippings() != nil)
    }

    @Test func keptContentIsConvertedAfterItsSourceExits() throws {
        var end: Int32 = -1
        let kept = KeptContent(
            plan: ["text/plain"], budget: KeepingBudget(), pool: pool, sourceLife: { .up },
            ask: { _, descriptor in
                end = fcntl(descriptor.borrowed ?? -1, F_DUPFD_CLOEXEC, 3)
                return true
            }, onAnswer: { _, _, _ in })
        #expect(Glibc.write(end, "kept", 4) == 4)
        close(end)
        dispatch { kept.types == ["text/plain"] }
        let way = Way(ReadID(900))
        var ends: [Int32] = [0, 0]
        try #require(dray_pipe(&ends) == 0)
        way.reader = ends[0]
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let conversion = try #require(
            Conversion.further(than: ["text/plain"], able: .all).first { $0.type == "text/uri-list" })
        let request = TransferRequest(
            way.id, "text/uri-list", seat: SeatID(1), .drag(DragID(1)), madeOf: conversion.origin)
        #expect(
            kept.convert(request, conversion, to: ReceivedDescriptor(owning: ends[1])) {
                way.events.append($0)
            } onClipping: {
                way.clippings.append($0)
            })
        dispatch { way.end != nil }
        way.read()
        #expect(way.end == .complete)
        #expect(way.content.count > 20)
        #expect(files.count == 1)
    }

    private func read(_ path: String) -> String? {
        guard let stream = fopen(path, "r") else { return nil }
        defer { fclose(stream) }
        var text: [UInt8] = []
        while case let byte = fgetc(stream), byte >= 0 { text.append(UInt8(byte)) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Uses all free descriptors below one in use, so that a limit determines the number that is left. The test runner has
/// descriptors of its own at arbitrary numbers.
private func closeRanks() throws {
    let highest = try #require((Int32(0)..<1024).last { fcntl($0, F_GETFD) >= 0 })
    while case let copy = dup(0), copy < highest { try #require(copy >= 0) }
}
