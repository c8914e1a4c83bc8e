// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import WaylandServer
import XCB

/// Manages the windows of an Xwayland in a headless compositor: the interpreter of ``XWindowTable``, by one connection on the
/// display's loop. It waits for no X client, and for the server only as it begins.
final class XWindowManager {
    let connection: XConnection
    let atoms: XAtoms<XWindowAtom>
    let compositor: HeadlessCompositor
    /// Xwayland, as the compositor knows it.
    let client: Client
    let seat: Seat
    var table = XWindowTable()
    private(set) var shown: [XWindow: ShownXWindow] = [:]
    /// Tells of X windows that the compositor shows no more.
    var whenHidden: (XWindow) -> Void = { _ in }
    /// The server has gone. Called once.
    var whenBroken: () -> Void = {}
    let pings = XPings()
    /// The X client that drags, if one does: not all say which of their windows is the image of it (Qt's does not), and that would be
    /// what lies below the pointer wherever it goes.
    var dragger: UInt32? {
        didSet { for (window, entry) in shown { entry.shell.isPassedBy = isOfDragger(window) } }
    }
    private var windows: [SurfaceID: XWindow] = [:]
    /// To be shown when Xwayland has made the surface of that number.
    private var awaited: [UInt32: (XWindow, XWindowTable.Showing)] = [:]
    private var source: DescriptorSource?
    private var idle: IdleSource?
    /// What is left where X clients say more than is listened to at once.
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

    /// Lets go of all windows; the compositor shows them no more.
    func close() {
        guard !isOver else { return }
        isOver = true
        source = nil
        rest = nil
        for window in shown.keys { hide(window) }
        pings.answerAll()
        if compositor.outerClients === self { compositor.outerClients = nil }
    }

    /// The X window whose surface that is, or is on.
    func window(of surface: Surface) -> XWindow? { windows[surface.root.id] }

    func handle(_ event: XWindowTable.Event) {
        guard !isOver else { return }
        for effect in table.handle(event) { perform(effect) }
        flushSoon()
    }

    /// Sends what was asked, and hands out what has arrived, before the loop waits next.
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

    /// Events that are looked at before others have their turn.
    private static let mostEvents = 256

    private func serve() {
        guard !isOver else { return }
        let isDone = connection.dispatch(atMost: Self.mostEvents) { [weak self] in self?.read($0) }
        if !isDone { rest?.arm(milliseconds: 1) }
        guard connection.isBroken, !isOver else { return }
        close()
        whenBroken()
    }

    /// X has its windows in the order in which they are seen: it looks by itself which of them the pointer is over.
    private func restack() {
        let overlays = compositor.overlays.map(\.surface)
        handle(.stacked((compositor.windows.map(\.surface) + overlays).compactMap { windows[$0.id] }))
    }

    // MARK: Showing

    func show(_ window: XWindow, _ showing: XWindowTable.Showing) {
        guard let surface = client.object(showing.surface).flatMap({ Surface.of(WlSurface($0)) }),
            windows[surface.id] == nil
        else {
            // What is told by the one socket may come before what is told by the other.
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

    /// What is new of a window whose surface has yet to come is told with that.
    private func changeAwaited(_ window: XWindow, _ change: (inout XWindowTable.Showing) -> Void) {
        guard let (number, entry) = awaited.first(where: { $0.value.0 == window }) else { return }
        var showing = entry.1
        change(&showing)
        awaited[number] = (window, showing)
    }

    /// Whose menu it is that names no window.
    private func frontWindow(ofClientOf window: XWindow) -> Window? {
        compositor.windows.last { other in
            windows[other.surface.id].map { connection.client(of: $0) } == connection.client(of: window)
        }
    }

    /// One for each X client, and process that it claims to be, as long as that has windows.
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
