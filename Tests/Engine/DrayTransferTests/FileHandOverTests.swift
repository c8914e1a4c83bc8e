// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// Lists of files for readers in sandboxes (WL-06), with a simulated portal.
@Suite final class FileHandOverTests {
    private let display: Display
    private let pool: TransferPool
    private let session: SessionFolder
    private var last: UInt64 = 0

    private static let list = "file:///home/a\r\n"

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { .zero }
        session = try SessionFolder()
        pool.converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: folder)
    }

    private var folder: String { session.path }

    /// The service removes its files from the session folder.
    deinit { pool.converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: nil) }

    /// A portal that records requests until the test answers them.
    private final class Portal {
        var files: [(form: DocumentForm, areOwn: Bool, list: String)] = []
        var answers: [(FileHandOver.Answer) -> Void] = []
        /// The list that it writes at once.
        let result: String
        let isThere: Bool

        init(writes result: String = "", isThere: Bool = true) { (self.result, self.isThere) = (result, isThere) }

        var handOver: FileHandOver {
            FileHandOver { [weak self] files, then in
                guard let self, isThere else { return false }
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = pread(files.list, &buffer, buffer.count, 0)
                self.files.append(
                    (files.form, files.areOwn, String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)))
                _ = Array(result.utf8).withUnsafeBytes { Glibc.write(files.result, $0.baseAddress, $0.count) }
                answers.append(then)
                return true
            }
        }
    }

    private final class Way {
        var reader: Int32 = -1
        var end: Transfer.State?
        var content = ""
        var clippings: [Int] = []

        deinit { if reader >= 0 { close(reader) } }

        func read() {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = Glibc.read(reader, &buffer, buffer.count), count > 0 {
                content += String(decoding: buffer[..<count], as: UTF8.self)
            }
        }
    }

    private func begin(_ conversion: Conversion, _ content: String, _ portal: Portal) throws -> Way {
        last += 1
        let way = Way()
        var ends: [Int32] = [0, 0]
        try #require(dray_pipe(&ends) == 0)
        way.reader = ends[0]
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let request = TransferRequest(
            ReadID(last), conversion.type, seat: SeatID(1), .drag(DragID(1)), madeOf: conversion.origin)
        let isUnderWay = pool.convert(
            request, conversion, to: ReceivedDescriptor(owning: ends[1]), handOver: portal.handOver,
            sourceLife: { .up },
            ask: { _, descriptor in
                Array(content.utf8).withUnsafeBytes { Glibc.write(descriptor.borrowed ?? -1, $0.baseAddress, $0.count) }
                    > 0
            },
            onEvent: { [weak way] in if case .closed(let state) = $0 { way?.end = state } },
            onClipping: { [weak way] in way?.clippings.append($0) })
        #expect(isUnderWay)
        return way
    }

    private func dispatch(until isDone: () -> Bool) {
        for _ in 0..<1000 where !isDone() { display.eventLoop.dispatch(timeout: 20) }
        #expect(isDone())
    }

    private func documents(_ form: DocumentForm) -> Conversion {
        Conversion(
            form == .list ? "text/uri-list" : "application/vnd.portal.filetransfer", of: "text/uri-list",
            .documents(form))
    }

    @Test(arguments: DocumentForm.allCases) func listOfThePortalIsRead(form: DocumentForm) throws {
        let portal = Portal(writes: "the list of the portal")
        let way = try begin(documents(form), Self.list, portal)
        dispatch { !portal.answers.isEmpty }
        #expect(portal.files.map(\.form) == [form] && portal.files.map(\.areOwn) == [false])
        #expect(portal.files.map(\.list) == [Self.list])
        // Nothing is written before the portal answers.
        way.read()
        #expect(way.content.isEmpty && way.end == nil)
        portal.answers[0](.done)
        dispatch {
            way.read()
            return way.end != nil
        }
        #expect(way.end == .complete && way.content == "the list of the portal")
        #expect(pool.conversionCount == 0)
    }

    @Test(arguments: [true, false]) func withoutAPortalAListIsUnchangedAndAKeyFails(isThere: Bool) throws {
        for form in DocumentForm.allCases {
            let portal = Portal(isThere: isThere)
            let way = try begin(documents(form), Self.list, portal)
            if isThere {
                dispatch { !portal.answers.isEmpty }
                portal.answers[0](.none)
            }
            dispatch {
                way.read()
                return way.end != nil
            }
            #expect(way.content == (form == .list ? Self.list : ""))
            #expect(way.end == (form == .list ? .complete : .broken(.notConverted)))
        }
    }

    /// A list of files that cannot be opened would be worse than a failure.
    @Test(arguments: DocumentForm.allCases) func failureOfThePortalIsAFailedRead(form: DocumentForm) throws {
        let portal = Portal(writes: "half of")
        let way = try begin(documents(form), Self.list, portal)
        dispatch { !portal.answers.isEmpty }
        portal.answers[0](.failed)
        dispatch { way.end != nil }
        way.read()
        #expect(way.content.isEmpty && way.end == .broken(.notConverted))
        // A second answer has no effect.
        portal.answers[0](.done)
        #expect(pool.conversionCount == 0)
    }

    @Test func closedReaderEndsIt() throws {
        let portal = Portal(writes: "too late")
        let way = try begin(documents(.list), Self.list, portal)
        dispatch { !portal.answers.isEmpty }
        close(way.reader)
        way.reader = -1
        dispatch { pool.conversionCount == 0 }
        portal.answers[0](.done)
        #expect(way.end != .complete)
    }

    /// A file created from text is located where no sandbox can open it.
    @Test func clippingIsHandedOverAsTheEnginesOwnFile() throws {
        let clipping = try #require(
            Conversion.further(than: ["text/plain"], able: .all).first { $0.type == "text/uri-list" })
        let portal = Portal(writes: "file:///run/doc/1/words.txt\r\n")
        let way = try begin(clipping, "some words", portal)
        dispatch { !portal.answers.isEmpty }
        #expect(portal.files.map(\.areOwn) == [true])
        #expect(portal.files[0].list.hasPrefix("file://\(folder)/"))
        portal.answers[0](.done)
        dispatch {
            way.read()
            return way.end != nil
        }
        #expect(way.content == "file:///run/doc/1/words.txt\r\n" && way.clippings.count == 1)
        pool.converter.discard(clipping: way.clippings[0])
    }
}
