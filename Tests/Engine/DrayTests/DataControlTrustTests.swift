// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import WaylandServer

/// The clients that may control selections, and the treatment of all others.
@Suite struct DataControlTrustTests {
    private let fixture: DragFixture

    init() throws { fixture = try DragFixture() }

    @Test func untrustedClientGetsFinishedDevicesIfTheGlobalIsVisible() throws {
        fixture.host.onDataControl = { _ in false }
        let filter = GlobalFilter(fixture.compositor.display) { _, _ in true }
        let stranger = try fixture.makeClient("stranger")
        let control = ClientControl(of: stranger, by: try #require(stranger.bindDataControl()))
        try fixture.settle()
        #expect(control.log == [.finished])
        #expect(try fixture.failure(of: stranger) == nil)
        withExtendedLifetime(filter) {}
    }

    @Test func hostDecidesAboutTheBindingClient() throws {
        var asked: [Int32] = []
        fixture.host.onDataControl = {
            asked.append($0.processID)
            return true
        }
        _ = try fixture.makeClient("manager").bindDataControl()
        try fixture.settle()
        #expect(!asked.isEmpty && asked.allSatisfy { $0 == getpid() })
    }

    /// The host may identify sandboxed clients by other means than their process. Its answer is needed only once.
    @Test(arguments: [Confinement.sandbox, .application("org.example.Editor")])
    func clientThatTheHostReportsAsConfinedIsNotTrusted(confinement: Confinement) throws {
        fixture.host.onConfinement = { _ in confinement }
        #expect(try fixture.makeClient("stranger").bindDataControl() == nil)
        fixture.host.onConfinement = { _ in .unknown }
        let clients = fixture.compositor.display.clients
        #expect(!clients.isEmpty && clients.allSatisfy { !fixture.host.mayControlSelections($0) })
        #expect(try fixture.makeClient("manager").bindDataControl() != nil)
        // An answer of the host other than `unknown` overrides the engine's own result.
        clients.forEach { $0.confine() }
        fixture.host.onConfinement = { _ in .none }
        #expect(clients.allSatisfy { fixture.host.mayControlSelections($0) })
    }

    @Test func clientsOfThisProcessAreNotConfined() throws {
        _ = try fixture.makeClient("here")
        let client = try #require(fixture.compositor.display.clients.first)
        #expect(!client.isConfined)
    }
}
