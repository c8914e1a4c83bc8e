// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayServer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandServer
import XCB
import XServer

@testable import DrayX11

/// A clipboard shared by Wayland clients and X clients, with a real X server.
@Suite struct ClipboardTests {
    let bench: XBench

    init() throws {
        bench = try XBench()
        // A client receives the clipboard while it has keyboard focus.
        try bench.fixture.press(at: Point(x: 20, y: 20))
        try bench.fixture.release()
    }

    private var clipboard: XAtom { bench.peer.atoms[.clipboard] }

    /// A Wayland client sets the clipboard, and X is notified.
    private func put(_ types: [MimeType]) throws {
        let content = bench.source.makeSource(types: types.map(\.rawValue), actions: nil)
        try bench.fixture.press(at: Point(x: 20, y: 20))
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try bench.fixture.release()
        var owner: XWindow?
        var isAsked = false
        let peer = bench.peer
        #expect(
            try bench.run {
                if !isAsked {
                    isAsked = true
                    peer.connection.owner(of: clipboard) {
                        owner = $0
                        isAsked = false
                    }
                    peer.connection.flush()
                }
                return owner.map { $0 != .none && $0 != peer.window } ?? false
            })
    }

    private func readByX(_ target: String) throws -> XPeer.Result? {
        bench.peer.read(clipboard, as: target)
        _ = try bench.run { bench.peer.result != nil }
        return bench.peer.result
    }

    @Test func waylandTextIsReadByXInItsEncodings() throws {
        try put(["text/plain;charset=utf-8"])
        let text = Array("source:text/plain;charset=utf-8".utf8)
        #expect(try readByX("UTF8_STRING") == .content(text, type: "UTF8_STRING", isIncremental: false))
        #expect(try readByX("STRING") == .content(text, type: "STRING", isIncremental: false))
        #expect(try readByX("TEXT") == .content(text, type: "UTF8_STRING", isIncremental: false))
        #expect(
            try readByX("text/plain;charset=utf-8")
                == .content(text, type: "text/plain;charset=utf-8", isIncremental: false))
        #expect(try readByX("image/png") == .refused)
    }

    @Test func targetsAndTimestampAreAnswered() throws {
        try put(["image/png", "text/uri-list"])
        guard case .content(let bytes, "ATOM", false) = try readByX("TARGETS") else {
            Issue.record("no targets")
            return
        }
        let atoms = XProperty(type: .atom, format: 32, bytes: bytes).atoms
        #expect(
            atoms.map(bench.peer.text) == ["TARGETS", "TIMESTAMP", "MULTIPLE", "text/uri-list", "image/png"])
        guard case .content(let time, "INTEGER", false) = try readByX("TIMESTAMP") else {
            Issue.record("no time")
            return
        }
        #expect(XProperty(type: .integer, format: 32, bytes: time).words.first ?? 0 > 0)
    }

    @Test func multipleConvertsWhatIsPossibleAndClearsTheRest() throws {
        try put(["text/plain", "image/png"])
        let peer = bench.peer
        let pairs = ["UTF8_STRING", "_ONE", "image/gif", "_TWO", "image/png", "_THREE", "TIMESTAMP", "_FOUR"].map(
            peer.atom)
        peer.connection.change(
            peer.atom("_PEER"), of: peer.window, to: .words(peer.atoms[.atomPair], pairs.map(\.rawValue)))
        guard case .content(let bytes, "ATOM_PAIR", false) = try readByX("MULTIPLE") else {
            Issue.record("no pairs: \(String(describing: peer.result))")
            return
        }
        var expected = pairs
        expected[3] = .none
        #expect(XProperty(type: .atom, format: 32, bytes: bytes).atoms == expected)
        var text: String?
        peer.connection.property(peer.atom("_ONE"), of: peer.window, length: 100) { text = $0?.utf8 }
        #expect(try bench.run { text != nil })
        #expect(text == "source:text/plain")
    }

    @Test func xTextIsReadByWayland() throws {
        bench.peer.offers = ["STRING": [0x47, 0x72, 0xfc, 0xdf, 0x65], "image/png": [1, 2, 3]]
        bench.peer.own(clipboard)
        let source = bench.source
        #expect(try bench.run { source.selection?.types.contains("image/png") ?? false })
        let offer = try #require(source.selection)
        #expect(Set(offer.types) == ["image/png", "text/plain;charset=utf-8", "text/plain"])
        for (type, expected) in [("text/plain;charset=utf-8", Array("Grüße".utf8)), ("image/png", [1, 2, 3])] {
            let read = source.receive(type, from: offer.object)
            #expect(try bench.run { read.poll() != .open })
            #expect(read.poll() == .complete(String(decoding: expected, as: UTF8.self)))
        }
    }

    @Test func exitOfTheOwnerClearsTheClipboard() throws {
        bench.peer.offers = ["UTF8_STRING": [0x41]]
        bench.peer.own(clipboard)
        let source = bench.source
        #expect(try bench.run { source.selection != nil })
        bench.peer.connection.destroy(bench.peer.window)
        #expect(try bench.run { source.selection == nil })
    }

    @Test func exitOfTheServerOnlyClearsTheClipboard() throws {
        bench.peer.offers = ["UTF8_STRING": [0x41]]
        bench.peer.own(clipboard)
        let source = bench.source
        #expect(try bench.run { source.selection != nil })
        bench.server.kill()
        #expect(try bench.run { source.selection == nil })
        #expect(!bench.bridge.isUp)
        try bench.fixture.settle()
    }

    /// A hundred megabytes in each direction, in pieces of which each side holds only a few.
    @Test func hundredMegabytesAreSentInPiecesToX() throws {
        let count = 100 << 20
        let link = X11Link(try bench.server.connect(), loop: bench.fixture.compositor.display.eventLoop)
        let owned = OwnedSelection(
            link, link.atoms[.selection],
            content: { [bench] _ in
                OwnedSelection.Content(mappings: [TypeMapping("application/x-large", "application/x-large")]) {
                    bench.write(count, into: $1)
                }
            }, whenLost: {})
        var isOwned = false
        owned.claim { _ in isOwned = true }
        #expect(try bench.run { isOwned })
        link.connection.synchronise()
        bench.peer.countsOnly = true
        bench.peer.read(link.atoms[.selection], as: "application/x-large")
        #expect(try bench.run(seconds: 120) { bench.peer.result != nil })
        #expect(bench.peer.result == .counted(count, isRight: true))
        #expect(bench.peer.largest <= SelectionSending.piece)
    }

    @Test(arguments: [1 << 16, 4 << 20])
    func hundredMegabytesAreReadInPiecesFromX(piece: Int) throws {
        let count = 100 << 20
        bench.peer.offers = ["application/x-large": Pattern.bytes(0..<count)]
        bench.peer.pieceSize = piece
        let link = X11Link(try bench.server.connect(), loop: bench.fixture.compositor.display.eventLoop)
        bench.peer.own(link.atoms[.selection])
        let reader = try PatternReader()
        var outcome: Bool?
        let transfer = IncomingTransfer(
            link, link.atoms[.selection], to: bench.peer.atom("application/x-large"), .none, at: { .current },
            into: reader.takeWriteEnd()
        ) { outcome = $1 }
        #expect(
            try bench.run(seconds: 120) {
                reader.step()
                return reader.isAtEnd
            })
        withExtendedLifetime(transfer) {
            #expect(outcome == true)
            #expect(reader.count == count && reader.isRight)
        }
    }

    @Test func silentOwnerDoesNotBlockAnyClient() throws {
        // It owns the clipboard, and answers no request.
        let silent = try bench.server.connect()
        let window = silent.createWindow(at: XRectangle(x: 0, y: 0, width: 1, height: 1))
        silent.setOwner(window, of: clipboard, at: .current)
        silent.synchronise()
        try bench.fixture.settle()
        try put(["text/plain"])
        #expect(
            try readByX("UTF8_STRING")
                == .content(Array("source:text/plain".utf8), type: "UTF8_STRING", isIncremental: false))
        #expect(!silent.isBroken)
    }
}
