// SPDX-License-Identifier: MIT

import XCB

/// The windows of an X11 server as seen by their window manager. Requests of X11 clients are converted to effects on
/// the compositor, and those of the compositor to effects on the X11 server. A value type with events as input and
/// effects as output.
///
/// | a window is | leads to |
/// |---|---|
/// | unmapped | mapped, by a granted request, or directly if it overrides redirection |
/// | mapped, its properties requested | shown, when the properties and the surface are known |
/// | shown | hidden, when it is unmapped, destroyed, or has another surface |
///
/// The compositor determines the position of a shown window. The client determines its size unless it is maximised or
/// fullscreen.
struct XWindowTable: Equatable, Sendable {
    private var windows: [XWindow: XWindowRecord] = [:]
    private var active: XWindow?
    /// The window that has focus during its drag, whichever window is active.
    private var borrower: XWindow?
    /// The stacking order of X11, from bottom to top.
    private var order: [XWindow] = []

    /// The maximum number of windows, which exceeds the needs of programs.
    static let mostWindows = 4096

    enum Event: Equatable, Sendable {
        case created(XWindow, XRectangle, overridesRedirect: Bool)
        case destroyed(XWindow)
        case mapRequested(XWindow)
        case mapped(XWindow, overridesRedirect: Bool)
        /// By the server, or by a client that withdraws the window (ICCCM 4.1.4).
        case unmapped(XWindow)
        case configureRequested(XWindow, XConfiguration)
        case configured(XWindow, XRectangle)
        /// The window's parent has changed.
        case reparented(XWindow, XRectangle, isInRoot: Bool, overridesRedirect: Bool)
        case told(XWindow, XWindowFact)
        /// The window's content is the `wl_surface` with this id.
        case surfaceNamed(XWindow, UInt32)
        /// The surface was destroyed, so the compositor no longer shows the window.
        case surfaceGone(XWindow)
        case arranged(XWindow, XArrangement)
        /// The stacking order of the compositor, from bottom to top.
        case stacked([XWindow])
        /// An X11 client requests activation of its window.
        case activationAsked(XWindow)
        case statesAsked(XWindow, XWindowStates.Change, XWindowStates)
        /// The user or another X11 client closes the window.
        case closing(XWindow)
        /// A drag began in the window, and its client receives keys meanwhile; nil: the drag has ended.
        case borrowed(XWindow?)
    }

    enum Effect: Equatable, Sendable {
        /// Request the properties, now and after changes.
        case ask(XWindow)
        case map(XWindow)
        case configure(XWindow, XConfiguration)
        /// Send the client its unchanged position.
        case confirm(XWindow, XRectangle)
        /// Set `WM_STATE` to normal or withdrawn.
        case mark(XWindow, isManaged: Bool)
        /// Set `_NET_WM_STATE`.
        case tell(XWindow, XWindowStates)
        /// Show the window in the compositor.
        case show(XWindow, Showing)
        case hide(XWindow)
        case describe(XWindow, XWindowWords)
        /// Report the new position on the X11 screen to the compositor.
        case move(XWindow, x: Int, y: Int)
        /// Request the states from the compositor.
        case request(XWindow, XWindowStates)
        case raise(XWindow)
        case activate(XWindow)
        /// Set the X11 input focus; nil for none.
        case focus(XWindow?, setsInput: Bool, takesFocus: Bool)
        /// Stack the window directly above another.
        case stack(XWindow, above: XWindow)
        /// Send `WM_DELETE_WINDOW`.
        case delete(XWindow)
        /// Disconnect the client, which does not support `WM_DELETE_WINDOW`.
        case kill(XWindow)
    }

    /// The parameters of a window that the compositor shows.
    struct Showing: Equatable, Sendable {
        var surface: UInt32
        var place: XRectangle
        var kind: Kind
        /// Whether the position is fixed; otherwise the compositor chooses it.
        var isPlaced: Bool
        var words: XWindowWords
        var processID: Int32
        var states: XWindowStates

        enum Kind: Equatable, Sendable {
            case window, overlay, dragImage
        }
    }

    init() {}

    /// The rectangle of a window in pixels of the X11 screen.
    func place(of window: XWindow) -> XRectangle? { windows[window]?.place }

    /// Whether the properties of a window have been requested.
    func wasAsked(_ window: XWindow) -> Bool { windows[window]?.isAsked ?? false }

    /// The protocols that the client of a shown window supports.
    func protocols(of window: XWindow) -> XWindowProtocols { windows[window]?.protocols ?? [] }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .created(let window, let place, let overridesRedirect):
            guard windows.count < Self.mostWindows else { return [] }
            windows[window] = XWindowRecord(place: place, overridesRedirect: overridesRedirect)
            return []
        case .destroyed(let window):
            let effects = hide(window)
            windows[window] = nil
            return effects
        case .mapRequested(let window): return mapRequested(window)
        case .mapped(let window, let overridesRedirect): return mapped(window, overridesRedirect)
        case .unmapped(let window): return unmapped(window)
        case .configureRequested(let window, let wish): return configureRequested(window, wish)
        case .configured(let window, let place): return configured(window, place)
        case .reparented(let window, let place, let isInRoot, let overridesRedirect):
            guard !isInRoot else {
                return windows[window] == nil
                    ? handle(.created(window, place, overridesRedirect: overridesRedirect)) : []
            }
            return handle(.destroyed(window))
        case .told(let window, let fact): return told(window, fact)
        case .surfaceNamed(let window, let surface): return named(window, surface)
        case .surfaceGone(let window):
            windows[window]?.surface = nil
            windows[window]?.isShown = false
            return []
        case .arranged(let window, let wish): return arranged(window, wish)
        case .stacked(let order): return stacked(order)
        case .activationAsked(let window): return activationAsked(window)
        case .statesAsked(let window, let change, let states): return statesAsked(window, change, states)
        case .closing(let window): return closing(window)
        case .borrowed(let window): return borrowed(window)
        }
    }

    // MARK: Coming and going

    private mutating func mapRequested(_ window: XWindow) -> [Effect] {
        guard windows[window] != nil else { return [.map(window)] }
        // No X11 border is drawn.
        var effects: [Effect] = [.configure(window, XConfiguration(borderWidth: 0)), .mark(window, isManaged: true)]
        effects += ask(window)
        return effects + [.map(window)]
    }

    private mutating func mapped(_ window: XWindow, _ overridesRedirect: Bool) -> [Effect] {
        guard windows[window] != nil else { return [] }
        windows[window]?.isMapped = true
        windows[window]?.overridesRedirect = overridesRedirect
        return ask(window) + show(window)
    }

    private mutating func unmapped(_ window: XWindow) -> [Effect] {
        guard let record = windows[window], record.isMapped else { return [] }
        let effects = hide(window)
        windows[window]?.isMapped = false
        windows[window]?.surface = nil
        windows[window]?.isComplete = false
        windows[window]?.isAsked = false
        windows[window]?.wanted = XArrangement()
        windows[window]?.restored = nil
        windows[window]?.states = []
        return effects + (record.overridesRedirect ? [] : [.mark(window, isManaged: false)])
    }

    private mutating func ask(_ window: XWindow) -> [Effect] {
        guard windows[window]?.isAsked == false else { return [] }
        windows[window]?.isAsked = true
        return [.ask(window)]
    }

    private mutating func named(_ window: XWindow, _ surface: UInt32) -> [Effect] {
        guard windows[window] != nil else { return [] }
        let effects = windows[window]?.surface == surface ? [] : hide(window)
        windows[window]?.surface = surface
        return effects + show(window)
    }

    private mutating func show(_ window: XWindow) -> [Effect] {
        guard let record = windows[window], record.isMapped, record.isComplete, !record.isShown,
            let surface = record.surface
        else { return [] }
        windows[window]?.isShown = true
        let kind: Showing.Kind =
            record.isDragImage ? .dragImage : record.overridesRedirect ? .overlay : .window
        return [
            .show(
                window,
                Showing(
                    surface: surface, place: record.place, kind: kind, isPlaced: kind != .window || record.isPlaced,
                    words: record.words, processID: record.processID, states: record.states))
        ]
    }

    private mutating func hide(_ window: XWindow) -> [Effect] {
        guard windows[window]?.isShown == true else { return [] }
        windows[window]?.isShown = false
        order.removeAll { $0 == window }
        var effects: [Effect] = []
        if borrower == window { effects += borrowed(nil) }
        if active == window {
            active = nil
            effects += focus()
        }
        // Last: the compositor may answer by focusing another X11 window, which must keep the focus.
        return effects + [.hide(window)]
    }

    private mutating func told(_ window: XWindow, _ fact: XWindowFact) -> [Effect] {
        guard let before = windows[window] else { return [] }
        windows[window]?.take(fact)
        guard before.isShown, let words = windows[window]?.words else { return show(window) }
        return words == before.words ? [] : [.describe(window, words)]
    }

    // MARK: Places

    private mutating func configureRequested(_ window: XWindow, _ wish: XConfiguration) -> [Effect] {
        guard let record = windows[window] else { return [.configure(window, wish)] }
        let isFixed = record.isShown && !record.wanted.states.isDisjoint(with: [.maximized, .fullscreen])
        var place = record.place
        if !isFixed {
            place = XRectangle(
                x: wish.x ?? place.x, y: wish.y ?? place.y, width: max(1, wish.width ?? place.width),
                height: max(1, wish.height ?? place.height))
        }
        var effects: [Effect] = []
        if wish.stacking == .above, wish.sibling == nil, record.isShown { effects.append(.raise(window)) }
        guard place != record.place else { return effects + [.confirm(window, place)] }
        windows[window]?.place = place
        effects.append(.configure(window, XConfiguration(place)))
        guard record.isShown, place.x != record.place.x || place.y != record.place.y else { return effects }
        windows[window]?.wanted.x = place.x
        windows[window]?.wanted.y = place.y
        return effects + [.move(window, x: place.x, y: place.y)]
    }

    private mutating func configured(_ window: XWindow, _ place: XRectangle) -> [Effect] {
        // The positions of managed windows are already known.
        guard let record = windows[window], record.overridesRedirect else { return [] }
        windows[window]?.place = place
        let isMoved = place.x != record.place.x || place.y != record.place.y
        return record.isShown && isMoved ? [.move(window, x: place.x, y: place.y)] : []
    }

    private mutating func arranged(_ window: XWindow, _ wish: XArrangement) -> [Effect] {
        guard let record = windows[window], record.isShown, !record.overridesRedirect else { return [] }
        windows[window]?.wanted = wish
        var place = record.place
        if let x = wish.x, let y = wish.y { (place.x, place.y) = (x, y) }
        // A request is not repeated if the client has chosen another size.
        if let width = wish.width, let height = wish.height,
            (width, height) != (record.wanted.width, record.wanted.height)
        {
            (place.width, place.height) = (max(1, width), max(1, height))
        }
        let fills = !wish.states.isDisjoint(with: [.maximized, .fullscreen])
        if fills, record.restored == nil {
            windows[window]?.restored = .init(width: record.place.width, height: record.place.height)
        } else if !fills, let restored = record.restored {
            if wish.width == nil { (place.width, place.height) = (restored.width, restored.height) }
            windows[window]?.restored = nil
        }
        windows[window]?.place = place
        var effects: [Effect] = place == record.place ? [] : [.configure(window, XConfiguration(place))]
        if wish.states != record.wanted.states { effects.append(.tell(window, wish.states)) }
        if wish.states.contains(.focused) {
            guard active != window else { return effects }
            active = window
        } else {
            guard active == window else { return effects }
            active = nil
        }
        return effects + focus()
    }

    private mutating func stacked(_ order: [XWindow]) -> [Effect] {
        let order = order.filter { windows[$0]?.isShown == true }
        guard order != self.order else { return [] }
        let before = Dictionary(zip(self.order.dropFirst(), self.order), uniquingKeysWith: { first, _ in first })
        self.order = order
        var effects: [Effect] = []
        var hasMoved = false
        // A window that keeps its lower neighbour does not move, so inserting one window needs one request, however
        // many there are.
        for (lower, window) in zip(order, order.dropFirst()) {
            hasMoved = hasMoved || before[window] != lower
            if hasMoved { effects.append(.stack(window, above: lower)) }
        }
        return effects
    }

    // MARK: Wishes

    private func activationAsked(_ window: XWindow) -> [Effect] {
        windows[window]?.isShown == true ? [.activate(window)] : []
    }

    private mutating func statesAsked(
        _ window: XWindow, _ change: XWindowStates.Change, _ asked: XWindowStates
    ) -> [Effect] {
        guard let record = windows[window], !record.overridesRedirect else { return [] }
        let asked = asked.subtracting(.focused)
        let now = (record.isShown ? record.wanted.states : record.states).subtracting(.focused)
        let wanted =
            switch change {
            case .remove: now.subtracting(asked)
            case .add: now.union(asked)
            case .toggle: now.symmetricDifference(asked)
            }
        guard record.isShown else {
            windows[window]?.states = wanted
            return []
        }
        return wanted == now ? [] : [.request(window, wanted)]
    }

    private func closing(_ window: XWindow) -> [Effect] {
        guard let record = windows[window], record.isShown else { return [] }
        return [record.protocols.contains(.deletes) ? .delete(window) : .kill(window)]
    }

    private mutating func borrowed(_ window: XWindow?) -> [Effect] {
        let before = borrower ?? active
        borrower = window
        return borrower ?? active == before ? [] : focus()
    }

    /// Implements the input models of ICCCM 4.1.7: passive, locally active, globally active, no input.
    private func focus() -> [Effect] {
        guard let window = borrower ?? active, let record = windows[window] else {
            return [.focus(nil, setsInput: true, takesFocus: false)]
        }
        return [
            .focus(
                window, setsInput: record.takesInput, takesFocus: record.protocols.contains(.takesFocus))
        ]
    }
}
