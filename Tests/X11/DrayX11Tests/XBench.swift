// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import TestTimeout
import WaylandClient
import WaylandServer
import WaylandUtil
import XCB
import XServer

@testable import DrayX11

/// A headless compositor with Wayland clients, an X server with an X client, and the bridge between them.
final class XBench {
    let server: XServer
    let fixture: DragFixture
    let bridge: X11Bridge
    let peer: XPeer
    let source: DragClient
    let sourceWindow: TestWindow
    private(set) var outcomes: [DragOutcome] = []
    /// The press on an X window.
    var press: XDragHost.Start? {
        get { hand.press }
        set { hand.press = newValue }
    }
    private let hand: Hand
    private var writers: [PatternWriter] = []

    var engine: DragEngine { fixture.host.engine }
    var drags: DragSeat { fixture.drags }

    init(policy: DragPolicy = .humanInterface) throws {
        server = try XServer()
        fixture = try DragFixture(policy: policy)
        peer = try XPeer(server)
        source = try fixture.makeClient("source")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        let hand = Hand()
        self.hand = hand
        let connection = try server.connect()
        bridge = X11Bridge(
            connection, loop: fixture.compositor.display.eventLoop, engine: fixture.host.engine,
            seat: fixture.drags.id, drags: XDragHost(start: { hand.press }, began: { _ in }))
        fixture.host.onEffect = { [weak self] effect, seat in
            if case .ended(_, let outcome) = effect { self?.outcomes.append(outcome) }
            self?.bridge.perform(effect, on: seat)
        }
        fixture.host.onSelection = { [weak self] in self?.bridge.selectionChanged(to: $0, on: $1) }
        // The server serves its clients in any order: the bridge must watch selections before the client takes one.
        var isReady = false
        connection.translate(x: 0, y: 0, from: connection.root, to: connection.root) { _ in isReady = true }
        guard try run(until: { isReady }) else { throw DragClient.SetupFailure(reason: "the bridge does not start") }
    }

    private final class Hand {
        var press: XDragHost.Start?
    }

    /// Dispatches all parties until a condition holds.
    func run(seconds: Double = 20, until isDone: () throws -> Bool) throws -> Bool {
        let end = Self.now() + seconds * timeoutFactor
        while try !isDone() {
            guard Self.now() < end else { return false }
            try fixture.settle()
            peer.dispatch()
            for writer in writers { writer.step() }
            fixture.compositor.dispatch(timeout: 0)
            var waiting = [
                pollfd(fd: peer.connection.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: fixture.compositor.display.eventLoop.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, 2, 1)
        }
        // The results have been sent to the clients, too.
        try fixture.settle()
        return true
    }

    /// Writes this number of bytes into a pipe while all parties are dispatched.
    func write(_ count: Int, into pipe: ReceivedDescriptor) { writers.append(PatternWriter(count, pipe)) }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The bytes of contents that are too large to be compared one by one: a repeated piece of odd length.
enum Pattern {
    private static let period = 1_000_003
    /// Twice, so that a piece can begin at any offset.
    private static let table: [UInt8] = {
        let once = (0..<period).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 12) }
        return once + once
    }()

    static func bytes(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            let start = place % period
            let count = min(period, range.upperBound - place)
            bytes += table[start..<start + count]
            place += count
        }
        return bytes
    }

    static func holds(_ bytes: [UInt8], at place: Int) -> Bool { bytes == self.bytes(place..<place + bytes.count) }
}

/// A source that writes as fast as it is read.
final class PatternWriter {
    private let count: Int
    private var written = 0
    private var pipe: ReceivedDescriptor?

    init(_ count: Int, _ pipe: ReceivedDescriptor) {
        self.count = count
        self.pipe = pipe
        if let descriptor = pipe.borrowed { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    func step() {
        guard let descriptor = pipe?.borrowed else { return }
        while written < count {
            let chunk = Pattern.bytes(written..<min(count, written + 65_536))
            let done = chunk.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard done > 0 else { return }
            written += done
        }
        pipe = nil
    }
}

/// A target that reads as fast as it is written.
final class PatternReader {
    private let end: Int32
    private var writeEnd: ReceivedDescriptor?
    private(set) var count = 0
    /// Whether all bytes matched the pattern.
    private(set) var isRight = true
    private(set) var isAtEnd = false

    struct NoPipe: Error {}

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw NoPipe() }
        end = ends[0]
        writeEnd = ReceivedDescriptor(owning: ends[1])
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }

    deinit { close(end) }

    func takeWriteEnd() -> ReceivedDescriptor {
        defer { writeEnd = nil }
        return writeEnd ?? ReceivedDescriptor(owning: -1)
    }

    func step() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !isAtEnd {
            let got = Glibc.read(end, &buffer, buffer.count)
            if got == 0 { isAtEnd = true }
            guard got > 0 else { return }
            isRight = isRight && Pattern.holds(Array(buffer[..<got]), at: count)
            count += got
        }
    }
}
