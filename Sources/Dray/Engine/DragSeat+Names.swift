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
        let (windows, _) = namedWindows
        let middle = windows.first { !$0.area.isEmpty }?.area.center ?? .zero
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
        let processes: Set<Int32>
        do throws(NameMistake) {
            processes = Set(try namedWindows.windows.titled(NameQuery(window: title)).map(\.process))
        } catch {
            return then(.failure(error))
        }
        guard !processes.isEmpty else { return then(.success([])) }
        let list = NameList(open: processes.count)
        nameLists.append(list)
        // Hosts that look as they draw know by then where their windows are.
        list.timer = engine.loop.makeTimer { [weak self, weak list] in
            guard let self, let list else { return }
            nameLists.removeAll { $0 === list }
            let found = Result { () throws(NameMistake) in
                try self.namedWindows.windows.titled(NameQuery(window: title))
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
                [weak self, weak list] tree in
                guard let self, let list else { return }
                list.trees[process] = tree
                list.open -= 1
                guard list.open == 0 else { return }
                let areAllKnown = namedWindows.areAllKnown
                list.timer?.arm(milliseconds: areAllKnown ? 1 : Int32(NameHunt.sightTime / 1000))
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
        let now = Instant.monotonic
        guard let drag = namedDrag, let due = drag.hunt.nextLook(after: now) else { return }
        drag.timer?.arm(milliseconds: Int32(clamping: due > now ? (due.microseconds - now.microseconds) / 1000 + 1 : 1))
    }

    private func lookForNames() {
        guard let drag = namedDrag else { return }
        let (windows, areAllKnown) = namedWindows
        let found = drag.hunt.look(windows, areAllKnown: areAllKnown, open: drag.open, at: .monotonic)
        guard let found else { return armHunt() }
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

    /// The windows that can be seen, or of which the host does not know where they are, the topmost first; without what is in
    /// them. And whether it knows that of all.
    private var namedWindows: (windows: [NamedWindow], areAllKnown: Bool) {
        guard let host = link.host, let engine = link.engine else { return ([], true) }
        let own = getpid()
        let all = host.windows(on: id).prefix(WindowNames.windowLimit).filter(\.resource.isAlive)
        let known = all.map { ($0, host.bounds(of: $0, on: id)) }
        let shown = known.compactMap { surface, bounds in
            bounds.flatMap { $0.isVisible ? (surface: surface, bounds: $0) : nil }
        }
        var result: [NamedWindow] = []
        func add(_ surface: WlSurface, _ area: Rectangle, geometry: Rectangle, covers: [Rectangle] = []) {
            let window = AccessWindow(
                title: host.name(of: surface) ?? "", surface: nil, geometry: geometry,
                isActive: surface.resource.id == all.first?.resource.id)
            result.append(
                NamedWindow(
                    surface: engine.watch(surface), process: surface.client.runningProcessID ?? 0, window: window,
                    area: area, covers: covers))
        }
        for (index, (surface, bounds)) in shown.enumerated() where surface.client.processID != own {
            // Who has the keyboard stands first, and may lie below others.
            let covers = shown.indices.filter { other in
                let both = shown[other].bounds.window.intersection(bounds.window)
                guard other != index, !both.isEmpty else { return false }
                return host.picks
                    ? isSeen(shown[other].surface, shown[other].bounds, at: both.center.roundedDown) : other < index
            }
            add(
                surface, bounds.window,
                geometry: Rectangle(origin: bounds.window.origin - bounds.origin, size: bounds.window.size),
                covers: covers.map { shown[$0].bounds.window })
        }
        // Asked for what is in them, and found nowhere as long as that is so.
        for (surface, bounds) in known where bounds == nil && surface.client.processID != own {
            add(surface, .zero, geometry: .zero)
        }
        return (result, !known.contains { $0.1 == nil })
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

/// What has a name, until all applications have answered.
final class NameList {
    var trees: [Int32: AccessTree] = [:]
    var open: Int
    var timer: TimerSource?

    init(open: Int) {
        self.open = open
    }
}
