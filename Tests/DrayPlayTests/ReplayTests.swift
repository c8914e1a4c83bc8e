// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import Testing

@testable import DrayPlay
@testable import DrayReport

/// Traces that are played again.
@Suite struct ReplayTests {
    private let origin = DragOrigin(
        surface: SurfaceID(3), application: ApplicationID(1), container: ContainerID(3), position: Point(x: 10, y: 20.5)
    )

    /// A drag from one application to another, with everything that can happen on the way.
    private var events: [DragEvent] {
        let target = Target(
            surface: SurfaceID(9), application: ApplicationID(2), container: ContainerID(9), dialect: .negotiating)
        return [
            .motion(global: Point(x: 14, y: 20.25), local: Point(x: 4, y: 5), at: Instant(microseconds: 17)),
            .leave(global: Point(x: -3, y: 4)),
            .enter(target, global: Point(x: 100.125, y: 40), local: Point(x: 1.0 / 3, y: 2), offer: OfferID(7)),
            .accept(OfferID(7), "text/plain"), .accept(OfferID(7), nil), .accept(OfferID(7), "text/plain;a=\"b, c\""),
            .setActions(OfferID(7), mask: .all, preferred: .move),
            .modifiersChanged([.control, .shift]), .modifiersChanged([]), .itemCountChanged(3),
            .containerChanged(ContainerID(11)), .takeItems(OfferID(7), count: 2), .drop, .finish(OfferID(7)),
            .offerDestroyed(OfferID(7)), .sourceDestroyed, .refusalStood(SurfaceID(9)), .surfaceDestroyed(SurfaceID(9)),
            .applicationGone(ApplicationID(2)), .deliveryChanged(.brokeOff), .cancel(.escape),
            .typesOffered(
                ["text/html", "a\\b\nc"],
                further: Conversion.further(than: ["text/html"], able: .all).filter { $0.type == "text/plain" }),
        ]
    }

    private var beginning: DragBeginning {
        DragBeginning(
            source: DragSource(
                types: ["text/plain;a=\"b, c\"", "text/plain"], actions: [.copy, .move], dialect: .negotiating),
            origin: origin, modifiers: [.alt], policy: .humanInterface)
    }

    private func trace(_ beginning: DragBeginning, _ events: [DragEvent]) -> [TraceEvent.Engine] {
        let drag = DragID(4)
        var session = beginning.session
        var records = [TraceEvent.Engine(beginning, of: drag)]
        for event in events {
            records.append(TraceEvent.Engine(.event, event.recorded(), of: drag))
            records += session.handle(event).map { TraceEvent.Engine(.effect, $0.recorded(), of: drag) }
        }
        return records
    }

    private func replay(_ records: [TraceEvent.Engine]) -> Replay {
        Replay(
            records.enumerated().map { (line: $0 + 1, record: TraceRecord(at: .zero, .engine($1))) })
    }

    @Test func everyEventIsReadBackAsItWas() throws {
        for event in events {
            let record = TraceEvent.Engine(.event, event.recorded(), of: DragID(1))
            #expect(try DragEvent(replaying: record) == event)
        }
        let interruptions: [DragInterruption] = [
            .escape, .deviceGone, .touchCancelled, .sessionLocked, .host, .transferFailed, .timedOut,
        ]
        for interruption in interruptions {
            let record = TraceEvent.Engine(.event, DragEvent.cancel(interruption).recorded(), of: DragID(1))
            #expect(try DragEvent(replaying: record) == .cancel(interruption))
        }
    }

    /// Nothing of it is as in either preset: a knob that no trace keeps comes back as another.
    private static let unusual = DragPolicy(
        sameContainer: ActionRule(allowed: [.ask], targetMayChoose: true, asking: .byModifier, order: [.ask]),
        sameApplication: ActionRule(allowed: [.move], targetMayChoose: false, order: [.move]),
        otherApplication: ActionRule(allowed: [.copy, .ask], targetMayChoose: true, order: [.ask, .copy]),
        windows: .separate, modifiers: [[.shift]: .ask], earlyReads: .afterAnswer, itemCounting: .off, conversion: .off,
        springLoading: .after(123))

    @Test func everyKnobOfAPolicyIsKept() {
        let preset = Mirror(reflecting: DragPolicy.humanInterface).children
        for (knob, usual) in zip(Mirror(reflecting: Self.unusual).children, preset) {
            #expect("\(knob.value)" != "\(usual.value)", "\(knob.label ?? "") is not tried")
        }
        var kept = PolicyRecord(Self.unusual).policy
        // It can only be asked; see above.
        kept.modifiers = Self.unusual.modifiers
        #expect(kept == Self.unusual)
    }

    @Test(arguments: [DragPolicy.humanInterface, .wayland, unusual])
    func aBeginningIsReadBackAsItWas(policy: DragPolicy) throws {
        var before = beginning
        before.policy = policy
        let after = try DragBeginning(replaying: TraceEvent.Engine(before, of: DragID(1)))
        #expect(after.source == before.source)
        #expect(after.origin == before.origin)
        #expect(after.modifiers == before.modifiers)
        #expect(after.policy.otherApplication == before.policy.otherApplication)
        for bits in UInt32(0)..<16 {
            let modifiers = Modifiers(rawValue: bits)
            #expect(after.policy.modifiers.wish(for: modifiers) == before.policy.modifiers.wish(for: modifiers))
        }
    }

    @Test func aDragWithoutASourceIsReadBack() throws {
        var before = beginning
        before.source = nil
        #expect(try DragBeginning(replaying: TraceEvent.Engine(before, of: DragID(1))).source == nil)
    }

    @Test func theSameEngineDoesTheSame() {
        let replay = replay(trace(beginning, events))
        #expect(replay.differences == [])
        #expect(replay.dragCount == 1)
        #expect(replay.eventCount == events.count)
        #expect(replay.effectCount > 10)
    }

    @Test func anotherResultIsFoundWithItsLine() throws {
        var records = trace(beginning, events)
        let index = try #require(records.firstIndex { $0.flow == .effect && $0.name == "presentation.feedback" })
        records[index].fields = ["outcome": "move", "items": "1"]
        #expect(replay(records).differences.map(\.line) == [index + 1])
        records.remove(at: index)
        #expect(!replay(records).differences.isEmpty)
    }

    @Test func anotherPolicyIsNoticed() throws {
        var records = trace(beginning, events)
        var other = beginning
        other.policy = .wayland
        records[0] = TraceEvent.Engine(other, of: DragID(4))
        #expect(!replay(records).differences.isEmpty)
    }

    @Test func aDragWithoutABeginningIsADifference() {
        #expect(!replay(Array(trace(beginning, events).dropFirst())).differences.isEmpty)
    }

    @Test func anUnknownEventIsADifferenceAndNoCrash() {
        let odd = TraceEvent.Engine(flow: .event, name: "enter", fields: ["surface": "x"], text: "", drag: 4)
        #expect(replay([odd]).differences.count == 1)
    }
}
