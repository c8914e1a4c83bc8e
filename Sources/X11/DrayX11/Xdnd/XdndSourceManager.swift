// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer
import XCB

/// Drags of Wayland content over X windows: translates between the engine's place callbacks and XDND.
final class XdndSourceManager {
    private let link: X11Link
    private unowned let engine: DragEngine
    private var owned: OwnedSelection?
    private var windows: XdndWindows?
    private let places: XdndPlaces?
    /// The drags that are under way, or were dropped and are not finished; the newest last.
    private var drags: [XdndSourceSession] = []

    /// - Parameter places: Notifies windows of their positions; nil if their window manager does.
    init(_ link: X11Link, _ engine: DragEngine, places: XdndPlaces?) {
        self.link = link
        self.engine = engine
        self.places = places
        let owned = OwnedSelection(
            link, link.atoms[.selection], content: { [weak self] in self?.content(for: $0) },
            whenLost: { [weak self] in self?.lost() })
        self.owned = owned
        windows = XdndWindows(link, source: owned.window)
    }

    /// The window that targets reply to.
    var window: XWindow { owned?.window ?? .none }

    /// Whether a drag of Wayland content is under way.
    var isUnderWay: Bool { drags.contains { !$0.isDropped } }

    /// Creates the place for an X window.
    func place(of window: XWindow, _ toRoot: @escaping (Point) -> (x: Int, y: Int)) -> HostPlace {
        HostPlace(
            HostPlace.Handlers(
                entered: { [weak self] id, offering in
                    self?.entered(id, offering, window, toRoot)
                    return nil  // The answer follows later.
                },
                moved: { [weak self] id, point in self?.drag(id)?.moved(toRoot(point)) },
                left: { [weak self] id in self?.drag(id)?.left() },
                dropped: { [weak self] id, action in self?.dropped(id, action) },
                decided: { [weak self] id, action in self?.drag(id)?.decided(action) }),
            of: ForeignApplication(link.connection.client(of: window)))
    }

    /// Handles a message of a target. A target that has not finished a drop may be entered by the next drag.
    func handle(_ message: XdndMessage) {
        switch message {
        case .status(let target, let status): for drag in drags { drag.handle(.status(target, status)) }
        case .finished(let target, let succeeded, _):
            drags.first { $0.isDropped && $0.target?.window == target }?
                .handle(.finished(target, succeeded: succeeded))
        case .enter, .position, .leave, .drop: break  // Messages of a source.
        }
    }

    /// Returns the version of a target window, which determines how its messages are parsed.
    func version(of window: XWindow) -> Int {
        drags.lazy.compactMap(\.target).first { $0.window == window }?.version ?? XdndVersion.ours
    }

    /// The drag has ended in the engine, with any outcome.
    func ended(_ id: DragID) {
        drag(id)?.ended()
        drags.removeAll { $0.id == id }
        if drags.isEmpty { owned?.release() }
    }

    /// The X server has exited.
    func stop() {
        for drag in drags { drag.stop() }
        drags = []
        owned?.stop()
    }

    private func entered(
        _ id: DragID, _ offering: HostPlace.Offering, _ window: XWindow, _ toRoot: @escaping (Point) -> (x: Int, y: Int)
    ) {
        guard let owned, let windows else { return }
        let known = drag(id)
        let drag = known ?? XdndSourceSession(id, link, owned, windows, places, engine)
        if known == nil { drags.append(drag) }
        drag.entered(window, offering)
        drag.moved(toRoot(offering.position))
    }

    private func dropped(_ id: DragID, _ action: DragAction) {
        guard let drag = drag(id) else { return engine.finish(id, succeeded: false) }
        drag.dropped(action)
    }

    private func drag(_ id: DragID) -> XdndSourceSession? { drags.first { $0.id == id } }

    /// Returns the content for a requestor: that of its drop for a drop target, otherwise that of the current drag.
    private func content(for request: XSelectionRequest) -> OwnedSelection.Content? {
        let client = link.connection.client(of: request.requestor)
        let drag =
            drags.first {
                $0.isDropped && $0.target.map { link.connection.client(of: $0.recipient) } == client
            } ?? drags.last
        guard let drag else { return nil }
        drag.handle(.read)
        return OwnedSelection.Content(
            mappings: drag.mappings,
            give: { [weak engine, weak drag, id = drag.id] type, pipe in
                drag?.handle(.transferBegan)
                engine?.read(type, of: id, into: pipe)
            }, ended: { [weak drag] in drag?.handle(.transferEnded(succeeded: $0)) })
    }

    /// Another X client has taken the selection during a drag that is not its own.
    private func lost() {
        if isUnderWay { owned?.claim { _ in } }
    }
}
