// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The drags by name of a seat, as in "drag Photo to Mail" (HIG-33): `NameHunt` locates the source and the target, and
/// `KeyboardDrag` drags as for a user without a mouse. A call passes the seat, which its caller keeps alive.
final class SeatNamedDrag {
    /// The current drag by name, including its search.
    private var current: NamedDragHunt?
    /// The pending lists of named objects.
    private var lists: [NameList] = []

    var isUnderWay: Bool { current != nil }

    /// Drags the object with one name to the target with another.
    func begin(
        _ request: NamedDragRequest, near pointer: Point?, _ seat: DragSeat,
        then: @escaping (DragSeat.NamedDragEnd) -> Void
    ) {
        guard let engine = seat.link.engine, let host = seat.link.host, !engine.isClosed,
            !engine.leaving.contains(seat.id)
        else { return then(.notPossible) }
        guard !host.isLocked(seat.id) else { return then(.locked) }
        guard engine.announcer != nil, host.dragsByKeyboard else { return then(.notPossible) }
        guard current == nil, !seat.isDragging, !seat.keyboardDrag.isOn else { return then(.busy) }
        let windows = SeatWindows(seat).named.windows
        let middle = windows.first { !$0.area.isEmpty }?.area.center ?? .zero
        let hunt = NameHunt(request, windows, near: pointer ?? middle, at: .monotonic)
        let drag = NamedDragHunt(hunt, then: then)
        do throws(NameMistake) {
            let processes = try hunt.processes()
            current = drag
            drag.timer = engine.loop.makeTimer { [weak seat] in
                if let seat { seat.namedDrag.look(seat) }
            }
            drag.open = processes.count
            for process in processes {
                engine.listObjects(of: process, milliseconds: UInt32(NameHunt.patience / 1000)) {
                    [weak seat, weak drag] tree in
                    guard let seat, let drag, seat.namedDrag.current === drag else { return }
                    drag.open -= 1
                    drag.hunt.answered(process, tree)
                    seat.namedDrag.look(seat)
                }
            }
            if processes.isEmpty { look(seat) } else { arm() }
        } catch {
            then(.notFound(error))
        }
    }

    /// Lists the named objects in visible windows.
    func list(
        in title: String?, _ seat: DragSeat, then: @escaping (Result<[NamedWindow], NameMistake>) -> Void
    ) {
        guard let engine = seat.link.engine, let host = seat.link.host, engine.announcer != nil,
            !host.isLocked(seat.id)
        else { return then(.failure(.silence(NameQuery(window: title)))) }
        let processes: Set<Int32>
        do throws(NameMistake) {
            processes = Set(try SeatWindows(seat).named.windows.titled(NameQuery(window: title)).map(\.process))
        } catch {
            return then(.failure(error))
        }
        guard !processes.isEmpty else { return then(.success([])) }
        let list = NameList(open: processes.count)
        lists.append(list)
        // By then, hosts that determine positions while drawing know where their windows are.
        list.timer = engine.loop.makeTimer { [weak seat, weak list] in
            guard let seat, let list else { return }
            seat.namedDrag.lists.removeAll { $0 === list }
            let found = Result { () throws(NameMistake) in
                try SeatWindows(seat).named.windows.titled(NameQuery(window: title))
            }
            then(
                found.map { windows in
                    windows.map { window in
                        var window = window
                        window.tree = list.trees[window.process]
                        return window
                    }
                })
        }
        for process in processes.sorted() {
            engine.listObjects(of: process, milliseconds: UInt32(NameHunt.patience / 1000)) {
                [weak seat, weak list] tree in
                guard let seat, let list else { return }
                list.trees[process] = tree
                list.open -= 1
                guard list.open == 0 else { return }
                let areAllKnown = SeatWindows(seat).named.areAllKnown
                list.timer?.arm(milliseconds: areAllKnown ? 1 : Int32(NameHunt.sightTime / 1000))
            }
        }
    }

    /// Reports the result of a drag by name.
    func ended(_ end: KeyboardDrag.ScriptedDrag.End) {
        switch end {
        case .dropped: finish(.dropped)
        case .notDraggable: finish(.notDraggable)
        case .refused: finish(.refused)
        case .takenOver: finish(.takenOver)
        case .interrupted: finish(.interrupted)
        }
    }

    /// Ends everything when the engine releases the seat.
    func reset() {
        ended(.interrupted)
        lists = []
    }

    private func arm() {
        let now = Instant.monotonic
        guard let drag = current, let due = drag.hunt.nextLook(after: now) else { return }
        drag.timer?.arm(milliseconds: Int32(clamping: due > now ? (due.microseconds - now.microseconds) / 1000 + 1 : 1))
    }

    private func look(_ seat: DragSeat) {
        guard let drag = current else { return }
        let (windows, areAllKnown) = SeatWindows(seat).named
        let found = drag.hunt.look(windows, areAllKnown: areAllKnown, open: drag.open, at: .monotonic)
        guard let found else { return arm() }
        drag.timer = nil
        switch found {
        case .failure(let mistake): finish(.notFound(mistake))
        case .success(let way):
            // The session may have been locked while applications answered.
            guard seat.link.host?.isLocked(seat.id) != true else { return finish(.locked) }
            guard !seat.isDragging, !seat.keyboardDrag.isOn else { return finish(.busy) }
            guard let source = stop(way.source, seat) else { return finish(.notFound(.hidden(way.source))) }
            guard let target = stop(way.target, seat) else { return finish(.notFound(.hidden(way.target))) }
            let scripted = KeyboardDrag.ScriptedDrag(
                from: source, called: way.source.name ?? way.source.title, to: target,
                called: way.target.name ?? way.target.title)
            seat.keyboardDrag.begin(scripted, seat)
        }
    }

    private func finish(_ end: DragSeat.NamedDragEnd) {
        let drag = current
        current = nil
        drag?.then(end)
    }

    /// Returns a point of the object that no other window covers, as far as the host can determine.
    private func stop(_ place: NamedPlace, _ seat: DragSeat) -> DropCandidate? {
        guard let surface = seat.link.surfaces[place.surface],
            let bounds = seat.link.host?.bounds(of: surface, on: seat.id)
        else { return nil }
        let windows = SeatWindows(seat)
        let area = place.area.intersection(bounds.window)
        let points =
            [place.point]
            + area.grid.sorted {
                $0.squaredDistance(to: place.point) < $1.squaredDistance(to: place.point)
            }
        guard let point = points.first(where: { windows.isSeen(surface, bounds, at: $0.roundedDown) }) else {
            return nil
        }
        return DropCandidate(surface: place.surface, point: point.roundedDown, name: place.name, window: bounds.window)
    }
}

/// A search for the source and target of a drag by name, and its completion handler.
private final class NamedDragHunt {
    var hunt: NameHunt
    var open = 0
    var timer: TimerSource?
    let then: (DragSeat.NamedDragEnd) -> Void

    init(_ hunt: NameHunt, then: @escaping (DragSeat.NamedDragEnd) -> Void) {
        self.hunt = hunt
        self.then = then
    }
}

/// A list of named objects that waits for applications to answer.
private final class NameList {
    var trees: [Int32: AccessTree] = [:]
    var open: Int
    var timer: TimerSource?

    init(open: Int) {
        self.open = open
    }
}
