// SPDX-License-Identifier: MIT

public import DrayCore
import Glibc
import WaylandServer

// "Drag Photo to Mail" (HIG-33): `NameHunt` says when enough is known of where both are, and `KeyboardDrag` drags, as for a person
// who has no mouse.

extension DragSeat {
    /// What became of a drag by name.
    public enum NamedDragEnd: Equatable, Sendable {
        /// Let go of where it was to go, which takes it: from here on it is as any other drop.
        case dropped
        /// A name leads nowhere.
        case notFound(NameMistake)
        /// What lies at the one place cannot be dragged.
        case notDraggable
        /// The other place does not take it.
        case refused
        /// A hand, or a key, has taken it over.
        case takenOver
        /// Escape, a source or a window that has gone.
        case interrupted
        /// Something is dragged, or looked for to be dragged, already.
        case busy
        /// The session is locked.
        case locked
        /// The host cannot drag for a person, or there is no `dray-access`.
        case notPossible

        /// For who has asked.
        public var words: String {
            switch self {
            case .dropped: "dropped"
            case .notFound(let mistake): mistake.words
            case .notDraggable: "what has that name cannot be dragged"
            case .refused: "it is not taken there"
            case .takenOver: "a hand has taken it over"
            case .interrupted: "the drag was broken off"
            case .busy: "something is dragged already"
            case .locked: "the session is locked"
            case .notPossible: "nothing can be dragged by name here"
            }
        }
    }

    /// Drags what is called so to what is called so, as for a person who drags by keyboard: the keyboard is the drag's until it is
    /// over, a hand takes over, and Escape cancels. Windows that can be seen are asked what is in them, for a second at most; who
    /// hangs costs the others nothing. Every such drag is announced. Needs `DragEngine.speak`, and what ``beginKeyboardDrag(in:pointer:)``
    /// needs of a host.
    /// - Parameters:
    ///   - pointer: from where the nearest is told, of several; the middle of the focused window if nil. Global.
    ///   - then: told once what became of it, later or at once.
    public func drag(
        _ request: NamedDragRequest, near pointer: Point? = nil, then: @escaping (NamedDragEnd) -> Void
    ) {
        guard let engine = link.engine, let host = link.host, !engine.isClosed, !engine.leaving.contains(id) else {
            return then(.notPossible)
        }
        guard !host.isLocked(id) else { return then(.locked) }
        guard engine.announcer != nil, host.dragsByKeyboard else { return then(.notPossible) }
        guard namedDrag == nil, !isDragging, !keyboardDrag.isOn else { return then(.busy) }
        let windows = namedWindows
        let middle = windows.first?.area.center ?? .zero
        let hunt = NameHunt(request, windows, near: pointer ?? middle, at: .monotonic)
        let drag = NamedDragHunt(hunt, then: then)
        do throws(NameMistake) {
            let processes = try hunt.processes()
            namedDrag = drag
            drag.timer = engine.loop.makeTimer { [weak self] in self?.lookForNames() }
            drag.open = processes.count
            for process in processes {
                engine.listObjects(of: process, milliseconds: UInt32(NameHunt.patience / 1000)) {
                    [weak self, weak drag] tree in
                    guard let self, let drag, namedDrag === drag else { return }
                    drag.open -= 1
                    drag.hunt.answered(process, tree)
                    lookForNames()
                }
            }
            if processes.isEmpty { lookForNames() } else { armHunt() }
        } catch {
            then(.notFound(error))
        }
    }

    /// What has a name in the windows that can be seen, for a second at most: told once, the topmost window first.
    /// - Parameter title: of windows, or a part of it; all if nil.
    public func listNames(in title: String? = nil, then: @escaping (Result<[NamedWindow], NameMistake>) -> Void) {
        guard let engine = link.engine, let host = link.host, engine.announcer != nil, !host.isLocked(id) else {
            return then(.failure(.silence(NameQuery(window: title))))
        }
        let windows: [NamedWindow]
        do throws(NameMistake) { windows = try namedWindows.titled(NameQuery(window: title)) } catch {
            return then(.failure(error))
        }
        let list = NameList(windows)
        let processes = Set(windows.map(\.process)).sorted()
        list.open = processes.count
        guard !processes.isEmpty else { return then(.success([])) }
        for process in processes {
            engine.listObjects(of: process, milliseconds: UInt32(NameHunt.patience / 1000)) { tree in
                for index in list.windows.indices where list.windows[index].process == process {
                    list.windows[index].tree = tree
                }
                list.open -= 1
                if list.open == 0 { then(.success(list.windows)) }
            }
        }
    }

    // MARK: For the seat

    /// What became of what was dragged by name.
    func errandIsDone(_ end: KeyboardDrag.Errand.End) {
        guard let drag = namedDrag else { return }
        namedDrag = nil
        switch end {
        case .dropped: drag.then(.dropped)
        case .notDraggable: drag.then(.notDraggable)
        case .refused: drag.then(.refused)
        case .takenOver: drag.then(.takenOver)
        case .interrupted: drag.then(.interrupted)
        }
    }

    private func armHunt() {
        guard let drag = namedDrag, let next = drag.hunt.nextLook, let end = drag.hunt.end else { return }
        let now = Instant.monotonic
        let due = next > now ? next : end
        drag.timer?.arm(milliseconds: Int32(clamping: due > now ? (due.microseconds - now.microseconds) / 1000 + 1 : 1))
    }

    private func lookForNames() {
        guard let drag = namedDrag else { return }
        guard let found = drag.hunt.look(open: drag.open, at: .monotonic) else { return armHunt() }
        drag.timer = nil
        switch found {
        case .failure(let mistake): endHunt(.notFound(mistake))
        case .success(let way):
            // It takes a while until all have answered.
            guard link.host?.isLocked(id) != true else { return endHunt(.locked) }
            guard !isDragging, !keyboardDrag.isOn else { return endHunt(.busy) }
            guard let source = stop(way.source) else { return endHunt(.notFound(.hidden(way.source))) }
            guard let target = stop(way.target) else { return endHunt(.notFound(.hidden(way.target))) }
            beginErrand(
                KeyboardDrag.Errand(
                    from: source, called: way.source.name ?? way.source.title, to: target,
                    called: way.target.name ?? way.target.title))
        }
    }

    private func endHunt(_ end: NamedDragEnd) {
        let drag = namedDrag
        namedDrag = nil
        drag?.then(end)
    }

    /// Where something is pressed, or dropped on: a point of it that nothing else covers, as far as the host can say.
    private func stop(_ place: NamedPlace) -> DropStop? {
        guard let surface = link.surfaces[place.surface], let bounds = link.host?.bounds(of: surface, on: id) else {
            return nil
        }
        let area = place.area.intersection(bounds.window)
        let points =
            [place.point]
            + area.grid.sorted {
                $0.squaredDistance(to: place.point) < $1.squaredDistance(to: place.point)
            }
        guard let point = points.first(where: { isSeen(surface, bounds, at: $0.roundedDown) }) else { return nil }
        return DropStop(surface: place.surface, point: point.roundedDown, name: place.name, window: bounds.window)
    }

    /// The windows that can be seen, the topmost first; without what is in them.
    private var namedWindows: [NamedWindow] {
        guard let host = link.host, let engine = link.engine else { return [] }
        let own = getpid()
        let all = host.windows(on: id).prefix(WindowNames.windowLimit).filter(\.resource.isAlive)
        let shown = all.compactMap { surface -> (surface: WlSurface, bounds: SurfaceBounds)? in
            guard let bounds = host.bounds(of: surface, on: id), bounds.isVisible else { return nil }
            return (surface, bounds)
        }
        var result: [NamedWindow] = []
        for (index, (surface, bounds)) in shown.enumerated() where surface.client.processID != own {
            // Who has the keyboard stands first, and may lie below others.
            let covers = shown.indices.filter { other in
                let both = shown[other].bounds.window.intersection(bounds.window)
                guard other != index, !both.isEmpty else { return false }
                return host.picks
                    ? isSeen(shown[other].surface, shown[other].bounds, at: both.center.roundedDown) : other < index
            }
            let geometry = Rectangle(origin: bounds.window.origin - bounds.origin, size: bounds.window.size)
            let window = AccessWindow(
                title: host.name(of: surface) ?? "", surface: nil, geometry: geometry,
                isActive: surface.resource.id == all.first?.resource.id)
            result.append(
                NamedWindow(
                    surface: engine.watch(surface), process: surface.client.processID, window: window,
                    area: bounds.window, covers: covers.map { shown[$0].bounds.window }))
        }
        return result
    }
}

/// Names that are looked for on a seat, and who waits for what comes of it.
final class NamedDragHunt {
    var hunt: NameHunt
    var open = 0
    var timer: TimerSource?
    let then: (DragSeat.NamedDragEnd) -> Void

    init(_ hunt: NameHunt, then: @escaping (DragSeat.NamedDragEnd) -> Void) {
        self.hunt = hunt
        self.then = then
    }
}

private final class NameList {
    var windows: [NamedWindow]
    var open = 0

    init(_ windows: [NamedWindow]) {
        self.windows = windows
    }
}
