// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayTransfer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Names of text whose encoding is open are read from the source's Unicode text (HIG-25).
@Suite struct UnicodeTextTests {
    private static let gtk3 = [
        "UTF8_STRING", "COMPOUND_TEXT", "TEXT", "STRING", "text/plain;charset=utf-8", "text/plain",
    ]

    /// What a target reads that drops a text of these types.
    private func read(
        _ type: String, of types: [String], _ policy: DragPolicy = .humanInterface
    ) throws -> (String, Transfer) {
        let bench = try Bench(policy: policy)
        try bench.beginAndEnter(types: types)
        try bench.fixture.take(by: bench.target, type: type)
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive(type, from: offer)
        var content: String?
        for _ in 0..<400 where content == nil {
            bench.fixture.compositor.dispatch(timeout: 1)
            try bench.fixture.settle()
            if case .complete(let text) = read.poll() { content = text }
        }
        return (try #require(content), try #require(bench.fixture.host.engine.transferLedger.recent.last))
    }

    @Test(arguments: ["text/plain", "TEXT", "STRING"]) func openNamesAreReadFromUnicode(type: String) throws {
        let (content, transfer) = try read(type, of: Self.gtk3)
        #expect(content == "source:UTF8_STRING")
        #expect(transfer.state == .complete && transfer.type.rawValue == type && transfer.madeOf == "UTF8_STRING")
    }

    @Test(arguments: ["UTF8_STRING", "text/plain;charset=utf-8", "COMPOUND_TEXT"]) func othersAreReadAsTheyAre(
        type: String
    ) throws {
        let (content, transfer) = try read(type, of: Self.gtk3)
        #expect(content == "source:\(type)")
        #expect(transfer.madeOf == nil)
    }

    @Test func withoutUnicodeNothingIsReplaced() throws {
        #expect(try read("text/plain", of: ["text/plain", "STRING"]).0 == "source:text/plain")
    }

    @Test func byTheProtocolsOwnRulesNothingIsReplaced() throws {
        #expect(try read("text/plain", of: Self.gtk3, .wayland).0 == "source:text/plain")
    }

    @Test(arguments: [("text/plain", "UTF8_STRING"), ("TEXT", "UTF8_STRING"), ("STRING", "STRING")])
    func aClipboardIsReadTheSameWayButForWhatHasToBeConverted(type: String, asked: String) throws {
        let bench = try Bench()
        let fixture = bench.fixture
        fixture.seat.pointer.move(to: bench.start)
        fixture.seat.pointer.click()
        try fixture.settle()
        let content = bench.source.makeSource(types: Self.gtk3, actions: nil)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try fixture.settle()
        fixture.seat.pointer.move(to: bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
        let read = bench.target.receive(type, from: try #require(bench.target.selection?.object))
        try fixture.settle()
        #expect(read.poll() == .complete("source:\(asked)"))
    }
}
