// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// The steps that one connection reports, for announcements and the list of drops.
@Suite struct StepTests {
    /// The registry name of the seat.
    static let seat: SeatName = 4
    static let text: Representations = ["text/plain", "text/html"]

    /// A client with a titled window, and a source with two types.
    static func bench(version: UInt32 = 3) throws -> ProxyBench {
        var bench = ProxyBench(tellsSteps: true)
        try bench.greet(version: version)
        try bench.client(
            says: message(ID.windowBase, 2, 32, .number(ID.window)) + message(32, 1, 33) + message(33, 2, "A title")
                + message(ID.source, 0, "text/plain") + message(ID.source, 0, "text/html"))
        _ = bench.connection.takeNotices()
        return bench
    }

    static func steps(_ bench: inout ProxyBench) -> [DragStep] {
        bench.connection.takeNotices().compactMap { if case .step(let step) = $0 { step } else { nil } }
    }

    static func window(of bench: borrowing ProxyBench, _ id: UInt32 = ID.window, _ title: String = "A title")
        -> StepWindow
    {
        guard case .surface(let surface) = bench.connection.objects[id] else { preconditionFailure("no surface") }
        return StepWindow(surface: surface, title: title)
    }

    static func accept(_ type: String?) -> [UInt8] {
        message(ID.offer, 0, 5, type.map(Argument.text) ?? 0)
    }

    @Test func aSourceReportsBeginningAndEnd() throws {
        var bench = try Self.bench()
        try bench.client(says: message(ID.source, 2, 3))
        try bench.startDrag()
        try bench.compositor(
            says: message(ID.source, 0, 0) + message(ID.source, 5, 2) + message(ID.source, 3) + message(ID.source, 4))
        #expect(
            Self.steps(&bench) == [
                .begun(Self.seat, from: Self.window(of: bench), types: Self.text, isOld: false),
                // A compositor that sends a move to another application: the client is sent a copy.
                .underWay(Self.seat), .ended(Self.seat, .finished(.copy)),
            ])
        // Events after the end (mutter: cancelled) do not belong to a drag.
        try bench.compositor(says: message(ID.source, 2))
        try bench.client(says: message(ID.source, 1))
        #expect(Self.steps(&bench) == [])
    }

    /// A client without a press requests a drag: it is neither announced nor listed before the compositor has sent an
    /// event to its source.
    @Test func refusedDragsAreNotReported() throws {
        var bench = try Self.bench()
        try bench.claimDrag()
        #expect(Self.steps(&bench) == [])
        try bench.compositor(says: message(ID.source, 2))
        #expect(Self.steps(&bench) == [])
        try bench.claimDrag()
        try bench.compositor(says: message(ID.source, 0, 0) + message(ID.source, 2))
        #expect(
            Self.steps(&bench) == [
                .begun(Self.seat, from: Self.window(of: bench), types: Self.text, isOld: false),
                .underWay(Self.seat), .ended(Self.seat, .cancelled(afterDrop: false)),
            ])
    }

    @Test(arguments: [true, false]) func aCancelledDragReportsWhetherItWasDropped(afterDrop: Bool) throws {
        var bench = try Self.bench()
        try bench.startDrag()
        if afterDrop { try bench.compositor(says: message(ID.source, 3)) }
        try bench.compositor(says: message(ID.source, 2))
        #expect(Self.steps(&bench).last == .ended(Self.seat, .cancelled(afterDrop: afterDrop)))
    }

    @Test func destroyedSourcesAreReported() throws {
        var bench = try Self.bench()
        try bench.startDrag()
        try bench.client(says: message(ID.source, 1))
        #expect(Self.steps(&bench).last == .ended(Self.seat, .withdrawn))
    }

    /// Neither the source of a selection nor a drag without a source, which only its own client receives, is reported.
    @Test func otherSourcesAreNotReported() throws {
        var bench = try Self.bench()
        try bench.compositor(says: message(ID.source, 2))
        try bench.client(says: message(ID.device, 0, 0, .number(ID.window), 0, 77))
        #expect(Self.steps(&bench) == [])
    }

    @Test func aTargetReportsTheOutcome() throws {
        var bench = try Self.bench()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + message(ID.offer, 2, 0))
        try bench.client(says: Self.accept("text/plain"))
        try bench.compositor(says: message(ID.offer, 2, 1))
        // GTK and Qt repeat their answer with every motion.
        try bench.client(says: Self.accept("text/plain"))
        try bench.client(says: Self.accept(nil))
        try bench.compositor(says: message(ID.device, 2))
        let window = Self.window(of: bench)
        #expect(
            Self.steps(&bench) == [
                .over(Self.seat, window, nil), .over(Self.seat, window, .notPossible), .over(Self.seat, window, .copy),
                .over(Self.seat, window, .notPossible), .left(Self.seat),
            ])
        try bench.compositor(
            says: ProxyBench.introduction(ID.secondOffer) + ProxyBench.enter(offer: ID.secondOffer))
        #expect(Self.steps(&bench) == [.over(Self.seat, window, nil)], "reported again for a new drag")
    }

    /// Before version 3, accepting a type is sufficient.
    @Test func anOldTargetCopies() throws {
        var bench = try Self.bench(version: 2)
        try bench.compositor(says: message(ID.device, 0, .number(ID.offer)) + ProxyBench.enter())
        try bench.client(says: Self.accept("text/plain"))
        #expect(Self.steps(&bench).last == .over(Self.seat, Self.window(of: bench), .copy))
        try bench.startDrag()
        guard case .begun(_, _, _, isOld: true)? = Self.steps(&bench).last else {
            Issue.record("the source is not reported as old")
            return
        }
    }

    /// KWin sends no `leave` after a drop, mutter sends one: neither means that the drag has left.
    @Test(arguments: [true, false]) func aDropIsNoLeaving(hasLeave: Bool) throws {
        var bench = try Self.bench()
        try bench.compositor(
            says: ProxyBench.introduction() + ProxyBench.enter() + message(ID.device, 4)
                + (hasLeave ? message(ID.device, 2) : []))
        try bench.client(says: message(ID.offer, 3) + message(ID.offer, 2))
        let window = Self.window(of: bench)
        #expect(
            Self.steps(&bench) == [.over(Self.seat, window, nil), .dropped(Self.seat, window), .settled(Self.seat)])
    }

    /// A data device is destroyed during a drag, and its id is reused: the new device has none of its state.
    @Test func aDestroyedDeviceHasNoHover() throws {
        var bench = try Self.bench()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        try bench.client(says: message(ID.device, 2) + message(ID.manager, 1, 40, .number(ID.seat)))
        try bench.compositor(says: message(1, 1, .number(ID.device)))
        _ = Self.steps(&bench)
        try bench.client(says: message(ID.manager, 1, .number(ID.device), .number(ID.secondSeat)))
        try bench.compositor(says: message(ID.device, 2) + message(ID.device, 4))
        #expect(Self.steps(&bench) == [])
        // The compositor reuses the id of the offer, which the client has destroyed.
        try bench.client(says: message(ID.offer, 2))
        try bench.compositor(says: ProxyBench.introduction(device: 40) + ProxyBench.enter(device: 40))
        try bench.client(says: Self.accept("text/plain"))
        try bench.compositor(says: message(ID.offer, 2, 1))
        let window = Self.window(of: bench)
        #expect(Self.steps(&bench) == [.over(Self.seat, window, nil), .over(Self.seat, window, .copy)])
    }

    /// The number of types is limited.
    @Test func typesAreBounded() throws {
        var bench = try Self.bench()
        for number in 0..<1000 {
            try bench.client(says: message(ID.source, 0, .text("x/\(number)" + String(repeating: "y", count: 3000))))
        }
        try bench.startDrag()
        guard case .begun(_, _, let types, _)? = Self.steps(&bench).last else {
            Issue.record("the beginning is not reported")
            return
        }
        #expect(types.count == 16 && types.allSatisfy { $0.rawValue.count <= 256 })
        let report = ProxyReport(
            client: 1, name: "x", time: 1,
            event: .step(.begun(1, from: Self.window(of: bench), types: types, isOld: false)))
        #expect(ProxyReport(packet: report.packet) == report && report.packet.count < 65536)
    }

    /// A character may be as long as a message: the limit counts Unicode scalars.
    @Test(arguments: ["e" + String(repeating: "\u{301}", count: 3000), String(repeating: "🦊", count: 3000)])
    func longNamesAreTruncatedAndReported(long: String) throws {
        var bench = try Self.bench()
        for _ in 0..<100 { try bench.client(says: message(ID.source, 0, .text(long))) }
        try bench.client(
            says: message(ID.windowBase, 2, 30, .number(ID.otherWindow)) + message(30, 1, 31)
                + message(31, 2, .text(long)))
        try bench.startDrag(from: ID.otherWindow)
        guard let begun = Self.steps(&bench).last, case .begun(_, let window, let types, _) = begun else {
            Issue.record("the beginning is not reported")
            return
        }
        #expect(window.title.unicodeScalars.count == 256)
        #expect(!types.isEmpty && types.allSatisfy { $0.rawValue.unicodeScalars.count <= 256 })
        let report = ProxyReport(client: 1, name: "x", time: 1, event: .step(begun))
        #expect(ProxyReport(packet: report.packet) == report && report.packet.count < 32768)
    }

    @Test func stepsSurviveTheirPacket() {
        let window = StepWindow(surface: SurfaceID(7), title: "A \u{1f} title\n")
        let visible = StepWindow(surface: SurfaceID(7), title: VisibleText.singleLine(window.title))
        let all: [(DragStep, DragStep)] =
            [
                (.begun(1, from: window, types: [], isOld: true), .begun(1, from: visible, types: [], isOld: true)),
                (.over(1, window, nil), .over(1, visible, nil)), (.dropped(1, window), .dropped(1, visible)),
            ]
            + [Feedback.Outcome.undecided, .copy, .move, .ask, .notPossible].map {
                (.over(1, visible, $0), .over(1, visible, $0))
            }
            + [
                .underWay(3), .left(.max), .settled(0), .ended(1, .withdrawn), .ended(1, .finished(.ask)),
                .ended(1, .cancelled(afterDrop: true)), .ended(1, .cancelled(afterDrop: false)),
            ].map { ($0, $0) }
        for (told, heard) in all {
            let report = ProxyReport(client: 2, name: "foot", time: 3, event: .step(told))
            #expect(ProxyReport(packet: report.packet)?.event == .step(heard))
        }
    }
}
