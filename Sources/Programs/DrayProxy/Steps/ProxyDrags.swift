// SPDX-License-Identifier: MIT

package import DrayCore

/// The drags of all clients of a proxy. It receives the reports of the client processes, and produces announcements for
/// assistive technology and the list of drops (HIG-33, HIG-26).
///
/// It runs in the main process, which serves no clients: the source and the target of a drag are two clients, and only
/// this process receives all reports, in order. The states of each seat; steps without an entry change nothing:
///
/// ```
///           begun      active, over  left      dropped  source ends drag  source exits  next claim confirmed
/// nothing   claimed    –             –         –        –                 –             –
/// claimed   claimed    dragged       –         –        nothing           nothing       –
/// dragged   (a claim)  (target)      (target)  dropped  nothing           nothing       another drag
/// dropped   (a claim)  –             –         –        recorded          nothing       another drag
/// ```
///
/// *Recorded*: nothing is dragged, and the drop is in the journal.
///
/// A claim is the request of a client that holds a press, or that the compositor has answered. Compositors do not
/// answer a refused request, so the claim counts once the compositor has sent an event to the source, or the drag has
/// entered a window. A source whose protocol version precedes actions receives no end: its drag ends when the target
/// has finished.
package struct ProxyDrags {
    /// The drops so far. An application in it is a client's number; a surface has a ``label(of:)``.
    package private(set) var journal = DropJournal()
    private var seats: [SeatName: Seat] = [:]
    private var labels: [SurfaceID: Label] = [:]
    private var lastDrag: UInt64 = 0

    package enum Effect: Equatable, Sendable {
        case announce(Announcement)
        /// A drop was added to the journal.
        case dropped
    }

    /// The name of a window for the user.
    package struct Label: Equatable, Sendable {
        package var program: String
        /// The title; empty if the window has none.
        package var title: String
    }

    private struct Seat {
        /// The client that requested a drag without an answer so far.
        var claim: Drag?
        var drag: Drag?
    }

    private struct Drag {
        let id: DragID
        let client: SharedDragTable.Client
        let origin: SurfaceID
        let types: Representations
        let isOld: Bool
        var place: Place?
        /// The target of the drop.
        var droppedOn: Place?
        var isTargetGone = false

        struct Place: Equatable {
            var client: SharedDragTable.Client
            var surface: SurfaceID
            var outcome: Feedback.Outcome?
        }
    }

    /// Represents all windows outside the proxy.
    private static let elsewhere = SurfaceID(0)

    package init() {}

    package func label(of surface: SurfaceID) -> Label? { labels[surface] }

    /// Processes a report of a client's process.
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

    /// Ends the client's part in drags after it has disconnected.
    private mutating func end(of client: SharedDragTable.Client) -> [Effect] {
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

    /// Records that a drag is active. It belongs to the client that claimed it last.
    private mutating func confirm(on seat: SeatName) -> [Effect] {
        guard let claim = seats[seat]?.claim else { return [] }
        seats[seat]?.claim = nil
        seats[seat]?.drag = claim
        return [.announce(.pickedUpUncounted)]
    }

    private mutating func move(
        on seat: SeatName, to place: (client: SharedDragTable.Client, surface: SurfaceID, outcome: Feedback.Outcome?)
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
                    // A proxy does not know positions on the screen.
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

    /// The outcome of a drag. Sources receive `cancelled` for several reasons, which are distinguished as far as they
    /// are known.
    private static func outcome(of drag: Drag, _ end: DragStep.End) -> DragOutcome {
        switch end {
        case .finished(let action): .finished(action == .ask ? .copy : action)
        // Qt 5 destroys the source if it drops on itself (Dolphin), and completes the drop internally.
        case .withdrawn: drag.droppedOn?.client == drag.client ? .handedOver : .sourceGone
        case .cancelled where drag.isTargetGone: .targetGone
        case .cancelled where drag.droppedOn != nil: .abandoned
        case .cancelled(afterDrop: true): drag.place == nil ? .missed : .refused
        // Escape was pressed or the target accepts nothing: mutter sends the same in both cases.
        case .cancelled(afterDrop: false): .interrupted(.host)
        }
    }

    // MARK: Names

    /// Returns the identity of a window among those of all clients.
    private mutating func surface(_ window: StepWindow, _ report: ProxyReport) -> SurfaceID {
        let surface = SurfaceID(UInt64(report.client) << 32 | window.surface.rawValue & 0xffff_ffff)
        labels[surface] = Label(program: report.name, title: window.title)
        return surface
    }

    /// Removes the labels that are neither in the journal nor part of an active drag, except those of the last
    /// announcement.
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
