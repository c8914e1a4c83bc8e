// SPDX-License-Identifier: MIT

public import DrayCore
import Glibc
import WaylandServer

// Drags by name, as in "drag Photo to Mail" (HIG-33): `NameHunt` locates the source and the target, and `KeyboardDrag`
// drags as for a user without a mouse.

extension DragSeat {
    /// The result of a drag by name.
    public enum NamedDragEnd: Equatable, Sendable {
        /// Dropped on the target, which accepted it. The rest is as for any drop.
        case dropped
        /// A name was not found.
        case notFound(NameMistake)
        /// The source object cannot be dragged.
        case notDraggable
        /// The target does not accept the content.
        case refused
        /// The pointer or a key took over the drag.
        case takenOver
        /// Cancelled by Escape, or by the destruction of a source or window.
        case interrupted
        /// A drag, or a search for one, is already in progress.
        case busy
        /// The session is locked.
        case locked
        /// The host does not support drags by keyboard, or `dray-access` is missing.
        case notPossible

        /// A message for the requesting program.
        public var words: String {
            switch self {
            case .dropped: "dropped"
            case .notFound(let mistake): mistake.words
            case .notDraggable: "the source cannot be dragged"
            case .refused: "the target does not accept it"
            case .takenOver: "the user took over the drag"
            case .interrupted: "the drag was cancelled"
            case .busy: "a drag is already in progress"
            case .locked: "the session is locked"
            case .notPossible: "dragging by name is not available"
            }
        }
    }

    /// Drags the object with one name to the target with another, as a drag by keyboard: the drag has the keyboard
    /// until its end, pointer motion takes over, and Escape cancels. The applications of visible windows are asked for
    /// their objects, concurrently and for at most a second. Every such drag is announced. Needs `DragEngine.speak`,
    /// and the host support that ``beginKeyboardDrag(in:pointer:)`` needs.
    /// - Parameters:
    ///   - pointer: The point from which the nearest of several objects is chosen; nil for the middle of the focused
    ///     window. Global.
    ///   - then: Called once with the result, asynchronously or before this returns.
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

    /// Lists the named objects in visible windows, the topmost window first, within at most a second.
    /// - Parameter title: The title of the windows, or a part of it; nil for all.
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
        // By then, hosts that determine positions while drawing know where their windows are.
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

    // MARK: Interface of the seat

    /// Reports the result of a drag by name.
    func scriptedDragEnded(_ end: KeyboardDrag.ScriptedDrag.End) {
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
            // The session may have been locked while applications answered.
            guard link.host?.isLocked(id) != true else { return endHunt(.locked) }
            guard !isDragging, !keyboardDrag.isOn else { return endHunt(.busy) }
            guard let source = stop(way.source) else { return endHunt(.notFound(.hidden(way.source))) }
            guard let target = stop(way.target) else { return endHunt(.notFound(.hidden(way.target))) }
            beginScriptedDrag(
                KeyboardDrag.ScriptedDrag(
                    from: source, called: way.source.name ?? way.source.title, to: target,
                    called: way.target.name ?? way.target.title))
        }
    }

    private func endHunt(_ end: NamedDragEnd) {
        let drag = namedDrag
        namedDrag = nil
        drag?.then(end)
    }

    /// Returns a point of the object that no other window covers, as far as the host can determine.
    private func stop(_ place: NamedPlace) -> DropCandidate? {
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
        return DropCandidate(surface: place.surface, point: point.roundedDown, name: place.name, window: bounds.window)
    }

    /// The windows that are visible or whose position is unknown, the topmost first, without their objects; and whether
    /// all positions are known.
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
            // The focused window comes first, and may be behind others.
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
        // Windows without a position are asked for their objects, which cannot be located until the position is known.
        for (surface, bounds) in known where bounds == nil && surface.client.processID != own {
            add(surface, .zero, geometry: .zero)
        }
        return (result, !known.contains { $0.1 == nil })
    }
}

/// A search for the source and target of a drag by name, and its completion handler.
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

/// A list of named objects that waits for applications to answer.
final class NameList {
    var trees: [Int32: AccessTree] = [:]
    var open: Int
    var timer: TimerSource?

    init(open: Int) {
        self.open = open
    }
}
