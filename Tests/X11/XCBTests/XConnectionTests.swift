// SPDX-License-Identifier: MIT

import Testing
import XCB
import XServer

/// The connection with a real X server, and a second client of the same kind.
@Suite struct XConnectionTests {
    enum Words: String, XAtomName {
        case clipboard = "CLIPBOARD"
        case utf8String = "UTF8_STRING"
        case ours = "_DRAY_TEST"
    }

    @Test func anUnreachableServerIsAnError() {
        #expect(throws: XConnectionError.unreachable(code: 1)) { try XConnection(display: ":64999") }
    }

    @Test func atomsAreTheSameForAllClientsAndHaveNames() throws {
        let server = try XServer()
        let one = try server.connect()
        let other = try server.connect()
        let atoms = one.atoms(Words.self)
        #expect(atoms[.clipboard] != .none)
        #expect(Set(Words.allCases.map { atoms[$0] }).count == 3)
        #expect(atoms.name(of: atoms[.ours]) == .ours)
        var atom: XAtom?
        var name: String?
        var missing: [String?] = ["not called"]
        other.intern("_DRAY_TEST") { atom = $0 }
        other.name(of: atoms[.clipboard]) { name = $0 }
        other.names(of: [atoms[.utf8String], XAtom(rawValue: 0x7fff_fff0)]) { missing = $0 }
        #expect(serve([(other, { _ in })]) { name != nil && missing.count == 2 })
        #expect(atom == atoms[.ours])
        #expect(name == "CLIPBOARD")
        #expect(missing == ["UTF8_STRING", nil])
    }

    @Test func propertyIsReadInPiecesAndReported() throws {
        let server = try XServer()
        let owner = try server.connect()
        let reader = try server.connect()
        let atoms = owner.atoms(Words.self)
        let window = owner.createWindow(at: XRectangle(x: 1, y: 2, width: 3, height: 4), events: .propertyChange)
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(owner.change(atoms[.ours], of: window, to: .bytes(.string, bytes)))
        owner.synchronise()
        var read: [UInt8] = []
        var rests: [Int] = []
        for offset in stride(from: 0, to: 100_000, by: 40_000) {
            reader.property(atoms[.ours], of: window, offset: offset, length: 40_000, deletes: true) {
                read += $0?.bytes ?? []
                rests.append($0?.rest ?? -1)
            }
        }
        var gone: Bool?
        reader.property(atoms[.ours], of: window, length: 4) { gone = $0 == nil }
        var changes: [Bool] = []
        #expect(
            serve([
                (reader, { _ in }),
                (
                    owner,
                    {
                        if case .propertyChanged(window, atoms[.ours], let isDeleted, _) = $0 {
                            changes.append(isDeleted)
                        }
                    }
                ),
            ]) { gone != nil && changes.count == 2 })
        #expect(read == bytes)
        #expect(rests == [60_000, 20_000, 0])
        #expect(changes == [false, true])
        #expect(gone == true)
    }

    @Test func oversizedPropertyIsRejectedAndTheConnectionLives() throws {
        let server = try XServer()
        let client = try server.connect()
        let window = client.createWindow(at: XRectangle(x: 0, y: 0, width: 1, height: 1))
        let bytes = [UInt8](repeating: 1, count: client.maximumRequestBytes)
        #expect(!client.change(.wmName, of: window, to: .bytes(.string, bytes)))
        client.synchronise()
        #expect(!client.isBroken)
    }

    /// An answer is handled before an event that the server sent after it, and after one that it sent before.
    @Test func answersAndEventsComeInTheServersOrder() throws {
        let server = try XServer()
        let client = try server.connect()
        let atoms = client.atoms(Words.self)
        let window = client.createWindow(
            at: XRectangle(x: 0, y: 0, width: 1, height: 1), events: [.structureNotify, .propertyChange])
        var order: [String] = []
        for count in 0..<200 {
            client.change(atoms[.ours], of: window, to: .words(.cardinal, [UInt32(count)]))
            client.property(atoms[.ours], of: window, length: 4) { order.append("read \($0?.words.first ?? 999)") }
        }
        client.destroy(window)
        client.geometry(of: window) { order.append($0 == nil ? "gone" : "there") }
        #expect(
            serve([
                (
                    client,
                    {
                        if case .propertyChanged(_, _, isDeleted: false, _) = $0 { order.append("changed") }
                        if case .destroyed = $0 { order.append("destroyed") }
                    }
                )
            ]) { order.last == "gone" })
        let expected = (0..<200).flatMap { ["changed", "read \($0)"] } + ["destroyed", "gone"]
        #expect(zip(order, expected).first { $0 != $1 } == nil)
        #expect(order.count == expected.count)
    }

    @Test func requestToADestroyedWindowIsAnErrorEvent() throws {
        let server = try XServer()
        let client = try server.connect()
        let missing = XWindow(rawValue: client.newID())
        client.map(missing)
        client.send(XClientMessage(window: missing, type: .atom, words: []), to: missing)
        var errors: [XRequestError] = []
        var tree: Bool?
        client.tree(of: missing) { tree = $0 != nil }
        #expect(
            serve([(client, { if case .error(let error) = $0 { errors.append(error) } })]) {
                tree != nil
            })
        #expect(errors.map(\.code) == [XRequestError.badWindow, XRequestError.badWindow])
        #expect(errors.map(\.resource) == [missing.rawValue, missing.rawValue])
        #expect(tree == false)
        #expect(!client.isBroken)
    }

    @Test func exitOfTheServerAnswersAllWithNil() throws {
        let server = try XServer()
        let client = try server.connect()
        server.kill()
        var answers = 0
        client.owner(of: .primary) { if $0 == nil { answers += 1 } }
        client.intern("_DRAY_NEVER_SEEN") { if $0 == nil { answers += 1 } }
        #expect(serve([(client, { _ in })]) { answers == 2 })
        #expect(client.isBroken)
        client.map(client.root)
        client.dispatch { _ in }
    }

    @Test func selectionIsConvertedAndItsOwnersAreReported() throws {
        let server = try XServer()
        let owner = try server.connect()
        let reader = try server.connect()
        let atoms = owner.atoms(Words.self)
        let ownerWindow = owner.createWindow(at: XRectangle(x: 0, y: 0, width: 1, height: 1))
        let readerWindow = reader.createWindow(at: XRectangle(x: 0, y: 0, width: 1, height: 1))
        reader.watch(atoms[.clipboard], on: readerWindow)
        reader.synchronise()
        owner.setOwner(ownerWindow, of: atoms[.clipboard], at: .current)
        owner.synchronise()
        reader.convert(
            atoms[.clipboard], to: atoms[.utf8String], into: atoms[.ours], of: readerWindow, at: .current)
        var owners: [XWindow] = []
        var text: String?
        let serveReader: (XEvent) -> Void = { event in
            if case .selectionOwnerChanged(let change) = event { owners.append(change.owner) }
            guard case .selectionConverted(let conversion) = event, conversion.property != .none else { return }
            reader.property(conversion.property, of: readerWindow, length: 100, deletes: true) { text = $0?.utf8 }
        }
        let serveOwner: (XEvent) -> Void = { event in
            guard case .selectionRequested(let request) = event else { return }
            owner.change(request.property, of: request.requestor, to: .bytes(request.target, Array("Grüße".utf8)))
            owner.answer(request, with: request.property)
        }
        #expect(serve([(owner, serveOwner), (reader, serveReader)]) { text != nil })
        #expect(text == "Grüße")
        #expect(owner.client(of: ownerWindow) != reader.client(of: readerWindow))
        #expect(reader.client(of: ownerWindow) == owner.client(of: ownerWindow))
        owner.destroy(ownerWindow)
        owner.synchronise()
        #expect(serve([(reader, serveReader)]) { owners.count == 2 })
        #expect(owners == [ownerWindow, .none])
    }

    @Test func windowsAreCreatedMovedAndFound() throws {
        let server = try XServer()
        let client = try server.connect()
        let window = client.createWindow(
            at: XRectangle(x: 10, y: 20, width: 30, height: 40), kind: .inputOnly, overridesRedirect: true,
            events: .structureNotify)
        client.map(window)
        client.configure(window, XConfiguration(x: -5, width: 300, stacking: .above))
        var place: XRectangle?
        var attributes: XAttributes?
        var children: [XWindow] = []
        var child: XWindow?
        client.geometry(of: window) { place = $0 }
        client.attributes(of: window) { attributes = $0 }
        client.tree(of: client.root) { children = $0?.children ?? [] }
        client.translate(x: 100, y: 30, from: client.root, to: client.root) { child = $0?.child }
        #expect(serve([(client, { _ in })]) { child != nil })
        #expect(place == XRectangle(x: -5, y: 20, width: 300, height: 40))
        #expect(attributes == XAttributes(isMapped: true, isInputOnly: true, overridesRedirect: true))
        #expect(children.contains(window))
        #expect(child == window)
    }
}
