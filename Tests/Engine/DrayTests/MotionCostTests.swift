// SPDX-License-Identifier: MIT

import CWaylandServer
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import VirtualDevices
import WaylandClient
import WaylandServer

/// A drag has up to 8000 motions per second, so a motion in steady state must not allocate memory.
///
/// libwayland itself allocates for every event that it posts. These allocations are counted first, with plain events,
/// and subtracted. The result is meaningful only in release builds, where `make test-release OPTIMIZED_TESTS=` runs it.
@Suite struct MotionCostTests {
    private static let motions = 100

    @Test func motionOverATargetAllocatesOnlyWhatLibwaylandDoes() throws {
        let fixture = try dragOverTarget()
        let position = Point(x: 310, y: 20)
        let motions = Self.motions
        // The first motions fill libwayland's buffers.
        for _ in 0..<motions { fixture.drags.motion(to: position, local: Point(x: 10, y: 20), at: .zero) }
        try fixture.settle()
        let counted = Allocations.count {
            for index in 0..<motions {
                let x = Double(index % 50)
                fixture.drags.motion(
                    to: Point(x: 300 + x, y: 20), local: Point(x: x, y: 20), at: Instant(microseconds: UInt64(index)))
            }
        }
        let bare = try allocationsOfBareEvents(motions)
        print("allocations for \(motions) motions: \(counted ?? -1), of which libwayland's \(bare ?? -1)")
        try expectNoMore(counted, than: bare)
    }

    @Test func motionOverNothingAllocatesNothing() throws {
        let fixture = try dragOverTarget()
        try fixture.move(to: Point(x: 700, y: 500))
        let counted = Allocations.count {
            for index in 0..<Self.motions {
                fixture.drags.motion(to: Point(x: 700, y: Double(500 + index)), local: .zero, at: .zero)
            }
        }
        try expectNoMore(counted, than: 0)
    }

    /// The observer of `dray serve` works like this: it needs the target, but no positions.
    @Test func observerWithoutMotionsReceivesOtherEvents() throws {
        let fixture = try dragOverTarget()
        var (motions, others) = (0, 0)
        fixture.host.engine.observer = { _, event, _ in
            if case .motion = event { motions += 1 } else { others += 1 }
        }
        fixture.host.engine.observesMotions = false
        try fixture.move(to: Point(x: 320, y: 30))
        try fixture.move(to: Point(x: 700, y: 500))
        #expect(motions == 0 && others == 1, "\(motions) motions, \(others) others")
        fixture.host.engine.observesMotions = true
        try fixture.move(to: Point(x: 310, y: 20))
        try fixture.move(to: Point(x: 320, y: 30))
        #expect(motions > 0)
    }

    /// Begins a drag that is over another client's window and shows an image.
    private func dragOverTarget() throws -> DragFixture {
        let fixture = try DragFixture()
        let source = try fixture.makeClient("source")
        let target = try fixture.makeClient("target")
        let window = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        _ = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        try fixture.startDrag(of: source, from: window, at: Point(x: 50, y: 50), source: source.makeSource())
        try fixture.move(to: Point(x: 310, y: 20))
        // The fixture's own log would allocate.
        fixture.host.onEffect = nil
        fixture.host.engine.observer = nil
        #expect(fixture.drags.isDragging)
        return fixture
    }

    /// Returns the number of allocations of libwayland for as many events without Dray.
    private func allocationsOfBareEvents(_ count: Int) throws -> Int? {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let display = try WaylandServer.Display()
        let client = try display.addClient(owning: ends[0])
        let device = try #require(WaylandServer.WlDataDevice.create(for: client, version: 3))
        let resource = try #require(device.resource.pointer)
        var arguments = [wl_argument(u: 0), wl_argument(f: 0), wl_argument(f: 0)]
        let motionOpcode: UInt32 = 3
        return arguments.withUnsafeMutableBufferPointer { buffer in
            for _ in 0..<count { wl_resource_post_event_array(resource, motionOpcode, buffer.baseAddress) }
            display.flushClients()
            return Allocations.count {
                for _ in 0..<count { wl_resource_post_event_array(resource, motionOpcode, buffer.baseAddress) }
            }
        }
    }

    private func expectNoMore(_ counted: Int?, than bare: Int?) throws {
        guard let counted, let bare else { return }  // ThreadSanitizer replaces the allocator.
        #if DEBUG
            // Unoptimised code allocates in the standard library; the test runs it without checking the count.
            _ = (counted, bare)
        #else
            #expect(counted <= bare)
        #endif
    }
}
