// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import Testing
import WaylandServer
import WaylandUtil

@testable import DrayServer

/// The serials that a selection accepts if the host accepts every one.
@Suite struct SerialTests {
    /// A source without protocol objects.
    private final class Source: SelectionSource {
        var isOwnerUp: Bool { true }
        var owner: Client? { nil }
        var types: [MimeType] = ["text/plain"]
        var isCancelled = false
        private var handlers = DestructionHandlers()

        func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool { true }
        func cancel() { isCancelled = true }
        func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) { handlers.set(for: owner, handler) }
        func forget(_ owner: AnyObject) { handlers.remove(owner) }
        func destroy() { for handler in handlers.takeAll() { handler() } }
    }

    private let display: Display
    private let selection: Selection
    private let client: Client

    init() throws {
        display = try Display()
        selection = Selection(display: display) { _, _ in true }
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        client = try display.addClient(owning: ends[0])
        for _ in 0..<20 { _ = display.nextSerial() }
    }

    private func set(_ serial: UInt32) -> Source {
        let source = Source()
        selection.set(source, serial: serial, by: client)
        return source
    }

    /// A serial from the future would be newer than all valid ones and block other clients.
    @Test(arguments: [1, 2, 0x7fff_fff0, 0x7fff_ffff]) func futureSerialIsRejected(ahead: UInt32) {
        #expect(set(display.lastSerial &+ ahead).isCancelled)
        #expect(!set(display.lastSerial).isCancelled)
    }

    @Test func displaySerialsWrap() {
        // The display counts from 0 in this test, so serials behind it have wrapped.
        #expect(!set(0xffff_fff0).isCancelled)
        #expect(!set(3).isCancelled)
    }

    @Test func olderSerialIsRejectedOnlyWhileContentExists() {
        let new = set(9)
        #expect(set(5).isCancelled)
        new.destroy()
        let old = set(5)
        #expect(!old.isCancelled)
        // Cleared by its client, or by the host.
        selection.set(nil as (any SelectionSource)?, serial: 9, by: client)
        #expect(!set(4).isCancelled)
        selection.set(nil)
        #expect(!set(3).isCancelled)
    }
}
