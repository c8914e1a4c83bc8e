// SPDX-License-Identifier: MIT

import Testing
import WaylandServer
import XCB
import XServer

@testable import DrayX11

/// Connecting to an X server without blocking.
@Suite struct X11DiallingTests {
    let display: Display

    init() throws {
        display = try Display()
    }

    /// Returns the result, received on the loop.
    private func dial(_ name: String) throws -> Result<XConnection, XConnectionError> {
        var result: Result<XConnection, XConnectionError>?
        let dialling = try #require(X11Dialling(display: name, loop: display.eventLoop) { result = $0 })
        #expect(result == nil)
        withExtendedLifetime(dialling) {
            for _ in 0..<100 where result == nil { display.eventLoop.dispatch(timeout: 100) }
        }
        return try #require(result)
    }

    @Test func connectionIsMadeAndItsAtomsAreInterned() throws {
        let server = try XServer()
        let connection = try dial(server.display).get()
        #expect(!connection.isBroken && connection.atoms(XdndAtom.self)[.aware] != .none)
    }

    @Test func anUnreachableServerIsAnError() throws {
        guard case .failure(.unreachable) = try dial(":64999") else {
            Issue.record("reached")
            return
        }
    }

    @Test func releasedObjectIsNotCalled() throws {
        let server = try XServer()
        for _ in 0..<20 {
            var dialling = X11Dialling(display: server.display, loop: display.eventLoop) { _ in
                Issue.record("called")
            }
            #expect(dialling != nil)
            dialling = nil
            display.eventLoop.dispatch(timeout: 1)
        }
    }
}
