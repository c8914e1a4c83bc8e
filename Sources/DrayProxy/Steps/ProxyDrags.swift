// SPDX-License-Identifier: MIT

package import DrayCore

/// The drags of all clients of a proxy: what the processes of single clients tell comes in, and out come announcements for
/// assistive technology and the list of drops (HIG-33, HIG-26).
///
/// It stands in the process that serves no client: source and target of a drag are two clients, and only there all that is told
/// arrives, in one order. Of each seat, what a row does not name changes nothing:
///
/// ```
///            begun      under way, over    left        dropped     ended by its source      source gone   next claim confirmed
/// nothing    claimed    –                  –           –           –                        –             –
/// claimed    claimed    dragged            –           –           nothing                  nothing       –
/// dragged    (a claim)  (the place)        (the place) dropped     nothing                  nothing       dragged, another
/// dropped    (a claim)  –                  –           –           nothing, in the journal  nothing       dragged, another
/// ```
///
/// A claim is the request of a client that holds a press, or that the compositor has answered. Compositors do not
/// answer one that they refuse, so it counts when the compositor sends its source an event, or a window is told of
/// content. A source from before actions hears of no end: its drop is over when its target is done with it.
package struct ProxyDrags {
    /// The drops so far. An application of it is a client's number, a surface has a ``label(of:)``.
    package private(set) var journal = DropJournal()
    private var seats: [SeatName: Seat] = [:]
    private var labels: [SurfaceID: Label] = [:]
    private var lastDrag: UInt64 = 0

    package enum Effect: Equatable, Sendable {
        case announce(Announcement)
        /// The journal has one more.
        case dropped
    }

    /// What a person knows a window by.
    package struct Label: Equatable, Sendable {
        package var program: String
        /// Empty where it has none.
        package var title: String
    }

    private struct Seat {
        /// Who says that it drags, and was not answered yet.
        var claim: Drag?
        var drag: Drag?
    }

    private struct Drag {
        let id: DragID
        let client: DragBoard.Client
        let origin: SurfaceID
        let types: Representations
        let isOld: Bool
        var place: Place?
        /// What it was dropped on.
        var droppedOn: Place?
        var isTargetGone = false

        struct Place: Equatable {
            var client: DragBoard.Client
            var surface: SurfaceID
            var outcome: Feedback.Outcome?
        }
    }

    /// What is not behind the proxy.
    private static let elsewhere = SurfaceID(0)

    package init() {}

    package func label(of surface: SurfaceID) -> Label? { labels[surface] }

    /// What a client's process tells.
    package mutating func hear(_ report: ProxyReport) -> [Effect] {
        switch report.event {
        case .step(let step): return hear(step, of: report)
        case .ended: return end(of: report.client)
        case .message, .note, .started, .picked, .dropped, .dragEnded: return []
        }
    }

    private mutating func hear(_ step: DragStep, of report: ProxyReport) -> [Effect] {
        let client = report.client
        switch step {
        case .begun(let seat, let window, let types, let isOld):
            lastDrag += 1
            seats[seat, default: Seat()].claim = Drag(
                id: DragID(lastDrag), client: client, origin: surface(window, report), types: types, isOld: isOld)
            return []
        case .underWay(let seat): return seats[seat]?.claim?.client == client ? confirm(on: seat) : []
        case .over(let seat, let window, let outcome):
            return confirm(on: seat) + move(on: seat, to: (client, surface(window, report), outcome))
        case .left(let seat):
            guard let drag = seats[seat]?.drag, drag.droppedOn == nil, drag.place?.client == client else { return [] }
            seats[seat]?.drag?.place = nil
            return drag.place?.outcome == nil ? [] : [.announce(.over(nil, .notPossible))]
        case .dropped(let seat, let window):
            guard let drag = seats[seat]?.drag, drag.droppedOn == nil else { return [] }
            let place = Drag.Place(client: client, surface: surface(window, report), outcome: nil)
            seats[seat]?.drag?.droppedOn = place
            return [.announce(.dropped(place.surface))]
        case .settled(let seat):
            guard let drag = seats[seat]?.drag, drag.isOld, drag.droppedOn?.client == client else { return [] }
            return end(drag, on: seat, .finished(.copy), at: report.time)
        case .ended(let seat, let end):
            guard let drag = seats[seat]?.drag, drag.client == client else {
                if seats[seat]?.claim?.client == client { seats[seat]?.claim = nil }
                return []
            }
            return self.end(drag, on: seat, Self.outcome(of: drag, end), at: report.time)
        }
    }

    /// A client is gone, and with it its part in drags.
    private mutating func end(of client: DragBoard.Client) -> [Effect] {
        var effects: [Effect] = []
        for seat in seats.keys.sorted() {
            if seats[seat]?.claim?.client == client { seats[seat]?.claim = nil }
            guard let drag = seats[seat]?.drag else { continue }
            if drag.client == client {
                effects += end(drag, on: seat, .sourceGone, at: nil)
            } else if drag.droppedOn?.client == client {
                seats[seat]?.drag?.isTargetGone = true
            } else if drag.place?.client == client {
                seats[seat]?.drag?.place = nil
                effects.append(.announce(.over(nil, .notPossible)))
            }
        }
        return effects
    }

    /// Something is dragged, so the last who said it does.
    private mutating func confirm(on seat: SeatName) -> [Effect] {
        guard let claim = seats[seat]?.claim else { return [] }
        seats[seat]?.claim = nil
        seats[seat]?.drag = claim
        return [.announce(.pickedUpUncounted)]
    }

    private mutating func move(
        on seat: SeatName, to place: (client: DragBoard.Client, surface: SurfaceID, outcome: Feedback.Outcome?)
    ) -> [Effect] {
        guard let drag = seats[seat]?.drag, drag.droppedOn == nil else { return [] }
        let place = Drag.Place(client: place.client, surface: place.surface, outcome: place.outcome)
        guard drag.place != place else { return [] }
        seats[seat]?.drag?.place = place
        return place.outcome.map { [.announce(.over(place.surface, $0))] } ?? []
    }

    private mutating func end(
        _ drag: Drag, on seat: SeatName, _ outcome: DragOutcome, at time: UInt64?
    ) -> [Effect] {
        seats[seat]?.drag = nil
        defer { forgetLabels() }
        guard case .finished(let action) = outcome, let time else { return [.announce(.ended(outcome))] }
        journal.record(
            DropJournal.Drop(
                drag: drag.id,
                origin: DragOrigin(
                    surface: drag.origin, application: ApplicationID(UInt64(drag.client)),
                    // Nobody tells a proxy where anything is on the screen.
                    container: ContainerID(drag.origin.rawValue), position: Point(x: 0, y: 0)),
                target: Self.target(drag.droppedOn), action: action, types: drag.types, itemCount: 1,
                time: Instant(microseconds: time)))
        return [.announce(.ended(outcome)), .dropped]
    }

    private static func target(_ place: Drag.Place?) -> Target {
        let surface = place?.surface ?? elsewhere
        return Target(
            surface: surface, application: ApplicationID(UInt64(place?.client ?? 0)),
            container: ContainerID(surface.rawValue), dialect: .negotiating)
    }

    /// A source hears `cancelled` for much: what it was is told as far as it is known.
    private static func outcome(of drag: Drag, _ end: DragStep.End) -> DragOutcome {
        switch end {
        case .finished(let action): .finished(action == .ask ? .copy : action)
        // Qt 5 does, where it drops on itself (Dolphin): it goes on by itself.
        case .withdrawn: drag.droppedOn?.client == drag.client ? .handedOver : .sourceGone
        case .cancelled where drag.isTargetGone: .targetGone
        case .cancelled where drag.droppedOn != nil: .abandoned
        case .cancelled(afterDrop: true): drag.place == nil ? .missed : .refused
        // Escape, or nothing there that takes it: mutter says the same of both.
        case .cancelled(afterDrop: false): .interrupted(.host)
        }
    }

    // MARK: Names

    /// That window among those of all clients.
    private mutating func surface(_ window: StepWindow, _ report: ProxyReport) -> SurfaceID {
        let surface = SurfaceID(UInt64(report.client) << 32 | window.surface.rawValue & 0xffff_ffff)
        labels[surface] = Label(program: report.name, title: window.title)
        return surface
    }

    /// Only what is in the journal or under way is asked for again; the last words are still to be spoken.
    private mutating func forgetLabels() {
        guard labels.count > 4 * DropJournal.limit else { return }
        var kept: Set<SurfaceID> = []
        for drop in journal.done { kept.formUnion([drop.origin.surface, drop.target.surface]) }
        for seat in seats.values {
            for drag in [seat.claim, seat.drag] {
                kept.formUnion([drag?.origin, drag?.place?.surface, drag?.droppedOn?.surface].compactMap(\.self))
            }
        }
        labels = labels.filter { kept.contains($0.key) }
    }
}
