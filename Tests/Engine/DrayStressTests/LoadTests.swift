// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Checks that many drags in one process leak nothing.
@Suite struct LoadTests {
    /// Runs in a process of its own, where no other test allocates.
    @Test func tenThousandDragsLeakNothing() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let load = try Load()
            // Warm-up: every pool and buffer reaches its final size.
            for _ in 0..<1000 { try load.drag() }
            let before = (Process.allocatedBytes, Process.residentBytes, Process.openDescriptors)
            for _ in 0..<10_000 { try load.drag() }
            let bytes = Process.allocatedBytes - before.0
            let descriptors = Process.openDescriptors - before.2
            print(
                """
                10000 drags: \(bytes) bytes allocated and kept, \(Process.residentBytes - before.1) more in RAM, \
                \(descriptors) descriptors more
                """)
            try #require(load.finished == 11_000)
            load.violations.first.map { print($0) }
            try #require(load.violations.isEmpty)
            try #require(descriptors == 0)
            // A leaked Swift object has at least 16 bytes.
            try #require(bytes < 10_000 * 16 / 2)
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
    }
}

/// Two clients that perform complete drags from one to the other, and destroy their objects afterwards.
private final class Load {
    private(set) var finished = 0
    var violations: [String] { ledger.violations }
    private let fixture: DragFixture
    private let ledger = Ledger()
    private let source: FuzzClient
    private let target: FuzzClient
    private let origin: TestWindow
    private let icon: WlSurface
    private var reused: FuzzSource?
    private var ends: [Int32] = [0, 0]

    private final class Ledger { var violations: [String] = [] }

    init() throws {
        fixture = try DragFixture()
        let ledger = ledger
        func rules(isOwn: Bool) -> FuzzDevice.Rules {
            FuzzDevice.Rules(
                source: { $0 == "dray/load" ? (3, isOwn) : nil }, allowsForeignMove: false,
                report: { ledger.violations.append($0) })
        }
        source = FuzzClient(try fixture.makeClient("source"), rules: rules(isOwn: true))
        target = FuzzClient(try fixture.makeClient("target"), rules: rules(isOwn: false))
        origin = try fixture.makeWindow(of: source.client, at: .zero)
        _ = try fixture.makeWindow(of: target.client, at: Point(x: 300, y: 0))
        icon = source.client.makeSurface()
        pipe(&ends)
    }

    deinit {
        for end in ends { close(end) }
    }

    /// Performs one drag, with drop and finish. Every second drag reuses the source of the one before, as Firefox does.
    func drag() throws {
        let content = reused ?? makeSource()
        try fixture.press(at: Point(x: 50, y: 50))
        content.willStart()
        source.devices[0].object.startDrag(
            source: content.object, origin: origin.surface, icon: icon, serial: source.client.pressSerial)
        try fixture.settle()
        try fixture.move(to: Point(x: 60, y: 60))
        try fixture.move(to: Point(x: 350, y: 50))
        if let offer = target.current {
            target.accept("dray/load", of: offer, serial: target.devices[0].enterSerial)
            target.setActions(1, preferred: 1, of: offer)
            offer.object.receive(mimeType: "dray/load", fd: ends[1])
            try fixture.settle()
            try fixture.release()
            if offer.mayFinish {
                offer.object.finish()
                finished += 1
            }
            target.destroy(offer)
        }
        // The offers that were made over the origin.
        for offer in source.devices[0].offers { source.destroy(offer) }
        try fixture.settle()
        if reused == nil { reused = content } else { destroy(content) }
        for client in [source, target] { client.caughtUp() }
        fixture.compositor.advance(byMicroseconds: 2_000_000)
        fixture.clearLogs()
    }

    private func makeSource() -> FuzzSource {
        let object = source.client.manager.createDataSource()
        object.offer(mimeType: "dray/load")
        object.setActions(dndActions: [.copy, .move])
        return FuzzSource(object, types: ["dray/load"], mask: 3, report: source.report)
    }

    private func destroy(_ content: FuzzSource) {
        content.object.destroy()
        reused = nil
    }
}
