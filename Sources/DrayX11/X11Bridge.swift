// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import WaylandServer
public import XCB

/// Lets the X clients of one X server and Wayland clients drag to each other, and share their clipboard (WL-04): to the engine an X
/// window is a place, what an X client drags is a content, and each X client is an application of its own. From X client to X client
/// drags go past the engine, and its policy.
///
/// The bridge is an X client beside the window manager, on a connection of its own. It waits for nobody: neither an X client nor the
/// server can hold it up. If the server goes, all that is on its way over the border fails, and the bridge does nothing more.
public final class X11Bridge {
    private let link: X11Link
    private let giver: XdndGiver
    private let taker: XdndTaker?
    private let clipboard: ClipboardBridge?
    private let seat: SeatID
    /// Whether the server is there.
    public private(set) var isUp = true
    /// The server has gone. Called once.
    public var whenGone: () -> Void = {}

    /// - Parameters:
    ///   - connection: for the bridge alone.
    ///   - loop: the display's.
    ///   - engine: lives longer than the bridge.
    ///   - seat: whose clipboard is the X server's, and who drags over X windows.
    ///   - drags: what the host knows of X clients' drags; nil: they stay among themselves.
    ///   - sharesClipboard: false for a host whose window manager does that.
    ///   - tellsPlaces: for a host whose window manager moves windows and does not tell their clients.
    public init(
        _ connection: XConnection, loop: EventLoop, engine: DragEngine, seat: SeatID, drags: XDragHost? = nil,
        sharesClipboard: Bool = true, tellsPlaces: Bool = false
    ) {
        let link = X11Link(connection, loop: loop)
        self.link = link
        self.seat = seat
        let places = tellsPlaces ? XdndPlaces(link) : nil
        giver = XdndGiver(link, engine, places: places)
        taker = drags.map { XdndTaker(link, engine, on: seat, $0, places: places) }
        link.connection.watch(link.atoms[.selection], on: giver.window)
        clipboard =
            sharesClipboard
            ? ClipboardBridge(
                link, link.atoms[.clipboard],
                ClipboardBridge.Engine(
                    set: { [weak engine] in engine?.setSelection($0, on: seat) },
                    send: { [weak engine] in engine?.sendSelection($0, to: $1, on: seat) })) : nil
        link.whenOther = { [weak self] in self?.handle($0) }
        link.whenMessage = { [weak self] in self?.handle($0) }
        link.whenBroken = { [weak self] in self?.broken() }
    }

    /// The window that all others are in, as a place: whatever window of X's is topmost at the point.
    public var root: XWindow { link.connection.root }

    /// What the bridge's host names in a ``Pick`` while content is over this X window. Made once for each toplevel, and removed by
    /// `DragEngine.remove(_:)` when that goes.
    /// - Parameter toRoot: where a point local to the place is on the X screen, in pixels.
    public func place(of window: XWindow, toRoot: @escaping (Point) -> (x: Int, y: Int)) -> HostPlace {
        giver.place(of: window, toRoot)
    }

    /// The host passes on `DragHost.selectionChanged(to:on:)`.
    public func selectionChanged(to types: [MimeType]?, on seat: SeatID) {
        if isUp, seat == self.seat { clipboard?.selectionChanged(to: types) }
    }

    /// The host passes on what `DragHost.perform(_:on:)` was asked, before or after it does so.
    public func perform(_ effect: HostEffect, on seat: SeatID) {
        if case .ended(let drag, _) = effect { giver.ended(drag) }
    }

    /// Ends what is on its way over the border, as a failure. The bridge does nothing more, and is to be let go of.
    public func close() {
        guard isUp else { return }
        isUp = false
        giver.stop()
        taker?.stop()
        clipboard?.stop()
    }

    /// During an X client's drag the pointer has come over a window of X's, or has left them all.
    public func pointer(isOverX: Bool) { taker?.pointer(isOverX: isOverX) }

    /// The button that an X client's drag began with is up: the client says soon whether that was a drop.
    public func released() { taker?.released() }

    private func handle(_ event: XEvent) {
        guard case .selectionOwnerChanged(let change) = event else { return }
        guard change.selection == link.atoms[.selection] else {
            clipboard?.changed(change)
            return
        }
        guard change.owner != giver.window else { return }
        if change.owner == .none {
            taker?.givenUp()
        } else if !giver.isUnderWay {
            taker?.taken(by: change.owner, at: change.selectionTime)
        }
    }

    private func handle(_ message: XClientMessage) {
        let version = giver.version(of: XWindow(rawValue: message.words[0]))
        guard let said = XdndMessage(message, link.atoms, version: version) else { return }
        switch message.window {
        case giver.window: giver.handle(said)
        case taker?.window: taker?.handle(said)
        case _: break  // A window of a transfer's.
        }
    }

    private func broken() {
        close()
        whenGone()
    }
}
