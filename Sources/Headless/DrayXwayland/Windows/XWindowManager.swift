// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import WaylandServer
import XCB

/// Manages the windows of an Xwayland in a headless compositor: it executes the effects of ``XWindowTable`` on one
/// connection in the display's event loop. It never waits for an X11 client, and for the server only at the start.
final class XWindowManager {
    let connection: XConnection
    let atoms: XAtoms<XWindowAtom>
    let compositor: HeadlessCompositor
    /// The Wayland client of Xwayland.
    let client: Client
    let seat: Seat
    var table = XWindowTable()
    private(set) var shown: [XWindow: ShownXWindow] = [:]
    /// Called when the compositor no longer shows an X11 window.
    var whenHidden: (XWindow) -> Void = { _ in }
    /// Called once when the connection to the server is closed.
    var whenBroken: () -> Void = {}
    let pings = XPings()
    /// The X11 client that drags, if any. Not all clients mark the window of their drag image (Qt does not), and it
    /// would always be the window under the pointer.
    var dragger: UInt32? {
        didSet { for (window, entry) in shown { entry.shell.isPassedBy = isOfDragger(window) } }
    }
    private var windows: [SurfaceID: XWindow] = [:]
    /// The windows to be shown when Xwayland has created their surfaces, by the surface's id.
    private var awaited: [UInt32: (XWindow, XWindowTable.Showing)] = [:]
    private var source: DescriptorSource?
    private var idle: IdleSource?
    /// A timer for remaining events if X11 clients send more than is processed at once.
    private var rest: TimerSource?
    private var hasMoved = false
    private var isOver = false

    init(_ connection: XConnection, _ compositor: HeadlessCompositor, client: Client, seat: Seat) {
        self.connection = connection
        self.compositor = compositor
        self.client = client
        self.seat = seat
        atoms = connection.atoms(XWindowAtom.self)
        source = compositor.display.eventLoop.watch(connection.descriptor, for: .readable) { [weak self] _ in
            self?.serve()
        }
        rest = compositor.display.eventLoop.makeTimer { [weak self] in self?.serve() }
        announce()
        compositor.add(self)
        compositor.outerClients = self
        flushSoon()
    }

    /// Releases all windows. The compositor no longer shows them.
    func close() {
        guard !isOver else { return }
        isOver = true
        source = nil
        rest = nil
        for window in shown.keys { hide(window) }
        pings.answerAll()
        if compositor.outerClients === self { compositor.outerClients = nil }
    }

    /// The X11 window that a surface belongs to.
    func window(of surface: Surface) -> XWindow? { windows[surface.root.id] }

    func handle(_ event: XWindowTable.Event) {
        guard !isOver else { return }
        for effect in table.handle(event) { perform(effect) }
        flushSoon()
    }

    /// Sends pending requests and processes received events before the loop waits again.
    func flushSoon() {
        guard idle == nil, !isOver else { return }
        idle = compositor.display.eventLoop.whenIdle { [weak self] in
            guard let self else { return }
            idle = nil
            if hasMoved {
                hasMoved = false
                restack()
            }
            serve()
        }
    }

    /// The maximum number of events processed before other event sources.
    private static let mostEvents = 256

    private func serve() {
        guard !isOver else { return }
        let isDone = connection.dispatch(atMost: Self.mostEvents) { [weak self] in self?.read($0) }
        if !isDone { rest?.arm(milliseconds: 1) }
        guard connection.isBroken, !isOver else { return }
        close()
        whenBroken()
    }

    /// Applies the stacking order of the compositor to the X11 windows, since X11 clients determine the window under
    /// the pointer from it.
    private func restack() {
        let overlays = compositor.overlays.map(\.surface)
        handle(.stacked((compositor.windows.map(\.surface) + overlays).compactMap { windows[$0.id] }))
    }

    // MARK: Showing

    func show(_ window: XWindow, _ showing: XWindowTable.Showing) {
        guard let surface = client.object(showing.surface).flatMap({ Surface.of(WlSurface($0)) }),
            windows[surface.id] == nil
        else {
            // The two sockets are independent, so this event may arrive before the surface.
            awaited[showing.surface] = (window, showing)
            return
        }
        show(window, on: surface, showing)
    }

    private func show(_ window: XWindow, on surface: Surface, _ showing: XWindowTable.Showing) {
        let owner = owner(of: window, process: showing.processID)
        let shell = OuterShell(
            surface, of: compositor, OuterShell.Kind(showing.kind),
            at: showing.isPlaced ? Point(x: Double(showing.place.x), y: Double(showing.place.y)) : nil, owner: owner,
            OuterShell.Handlers(
                arranged: { [weak self] in self?.handle(.arranged(window, XArrangement($0))) },
                closing: { [weak self] in self?.handle(.closing(window)) }))
        guard let shell else { return }
        shown[window] = ShownXWindow(shell: shell, owner: owner)
        windows[surface.id] = window
        surface.whenDestroyed { [weak self] surface in
            guard let self, windows[surface.id] == window else { return }
            forget(window, surface)
            handle(.surfaceGone(window))
        }
        describe(window, showing.words)
        shell.isPassedBy = isOfDragger(window)
        shell.begin()
        if showing.states.contains(.maximized) { shell.setMaximized(true) }
        if showing.states.contains(.fullscreen) { shell.setFullscreen(true) }
    }

    func hide(_ window: XWindow) {
        awaited = awaited.filter { $0.value.0 != window }
        guard let shell = shown[window]?.shell else { return }
        forget(window, shell.surface)
        shell.end()
    }

    private func isOfDragger(_ window: XWindow) -> Bool { connection.client(of: window) == dragger }

    private func forget(_ window: XWindow, _ surface: Surface) {
        let owner = shown.removeValue(forKey: window)?.owner
        windows[surface.id] = nil
        if let owner, !shown.values.contains(where: { $0.owner == owner }) { pings.answer(for: owner) }
        for question in pings.take(askedBy: window) { ask(question.owner, question.answered) }
        whenHidden(window)
    }

    func describe(_ window: XWindow, _ words: XWindowWords) {
        changeAwaited(window) { $0.words = words }
        let parent = shown[words.transientFor]?.shell.shownWindow
        shown[window]?.shell.describe(
            title: words.title, appID: words.appID,
            owner: parent ?? (shown[window]?.shell.shownWindow == nil ? frontWindow(ofClientOf: window) : nil))
    }

    func move(_ window: XWindow, x: Int, y: Int) {
        changeAwaited(window) { ($0.place.x, $0.place.y) = (x, y) }
        shown[window]?.shell.move(to: Point(x: Double(x), y: Double(y)))
    }

    /// Updates a window whose surface does not exist yet. It is shown with the new values.
    private func changeAwaited(_ window: XWindow, _ change: (inout XWindowTable.Showing) -> Void) {
        guard let (number, entry) = awaited.first(where: { $0.value.0 == window }) else { return }
        var showing = entry.1
        change(&showing)
        awaited[number] = (window, showing)
    }

    /// The front window of a client, as the parent of a menu that names none.
    private func frontWindow(ofClientOf window: XWindow) -> Window? {
        compositor.windows.last { other in
            windows[other.surface.id].map { connection.client(of: $0) } == connection.client(of: window)
        }
    }

    /// The owner object for an X11 client and the process that it claims to be. It exists as long as the client has
    /// windows.
    private func owner(of window: XWindow, process: Int32) -> OuterOwner {
        let client = connection.client(of: window)
        let known = shown.first { connection.client(of: $0.key) == client && $0.value.owner.processID == process }
        return known?.value.owner ?? pings.makeOwner(process: process)
    }
}

/// A window that the compositor shows.
struct ShownXWindow {
    let shell: OuterShell
    let owner: OuterOwner
}

extension XWindowManager: HeadlessObserver {
    func sceneChanged() {
        hasMoved = true
        flushSoon()
    }

    func surfaceMade(_ surface: Surface) {
        guard !isOver, surface.client === client,
            let (window, showing) = awaited.removeValue(forKey: surface.object.resource.objectID)
        else { return }
        show(window, on: surface, showing)
        flushSoon()
    }
}

extension OuterShell.Kind {
    fileprivate init(_ kind: XWindowTable.Showing.Kind) {
        switch kind {
        case .window: self = .window
        case .overlay: self = .overlay
        case .dragImage: self = .dragImage
        }
    }
}

extension XArrangement {
    fileprivate init(_ wish: WindowArrangement) {
        var states: XWindowStates = []
        if wish.isActivated { states.insert(.focused) }
        if wish.isMaximized { states.insert(.maximized) }
        if wish.isFullscreen { states.insert(.fullscreen) }
        self.init(
            x: Int(wish.position.x.rounded()), y: Int(wish.position.y.rounded()),
            width: (wish.size?.width.rounded()).map { Int($0) }, height: (wish.size?.height.rounded()).map { Int($0) },
            states: states)
    }
}
