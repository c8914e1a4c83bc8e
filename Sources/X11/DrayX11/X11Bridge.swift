// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import WaylandServer
public import XCB

/// Drag-and-drop and a shared clipboard between the X clients of one X server and Wayland clients (WL-04). In the
/// engine an X window is a drop target, a drag of an X client is a content, and each X client is an application. Drags
/// between X clients bypass the engine and its policy.
///
/// The bridge is an X client in addition to the window manager, on a connection of its own. It never blocks on an X
/// client or the server. If the server exits, everything that is under way across the bridge fails, and the bridge
/// becomes inactive.
public final class X11Bridge {
    private let link: X11Link
    private let sourceManager: XdndSourceManager
    private let targetManager: XdndTargetManager?
    private let clipboard: ClipboardBridge?
    private let seat: SeatID
    /// Whether the server is running.
    public private(set) var isUp = true
    /// Called once when the server has exited.
    public var whenGone: () -> Void = {}
    private var hasOwnerChanged = false

    /// - Parameters:
    ///   - connection: Used by the bridge exclusively.
    ///   - loop: The display's loop.
    ///   - engine: Must outlive the bridge.
    ///   - seat: The seat whose clipboard is shared, and whose drags can enter X windows.
    ///   - drags: The host's support for drags of X clients; nil if these remain between X clients.
    ///   - sharesClipboard: False for a host whose window manager shares the clipboard.
    ///   - tellsPlaces: True for a host whose window manager moves windows without notifying their clients.
    public init(
        _ connection: XConnection, loop: EventLoop, engine: DragEngine, seat: SeatID, drags: XDragHost? = nil,
        sharesClipboard: Bool = true, tellsPlaces: Bool = false
    ) {
        let link = X11Link(connection, loop: loop)
        self.link = link
        self.seat = seat
        let places = tellsPlaces ? XdndPlaces(link) : nil
        sourceManager = XdndSourceManager(link, engine, places: places)
        targetManager = drags.map { XdndTargetManager(link, engine, on: seat, $0, places: places) }
        link.connection.watch(link.atoms[.selection], on: sourceManager.window)
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
        findDragUnderWay()
    }

    /// The root window, as a place for content over whatever X window is topmost at the point.
    public var root: XWindow { link.connection.root }

    /// Creates the place that the host returns in a ``Pick`` while content is over this X window. Created once for each
    /// toplevel, and removed by `DragEngine.remove(_:)` when that is destroyed.
    /// - Parameter toRoot: Converts a point local to the place to a position on the X screen, in pixels.
    public func place(of window: XWindow, toRoot: @escaping (Point) -> (x: Int, y: Int)) -> HostPlace {
        sourceManager.place(of: window, toRoot)
    }

    /// Must be called by the host in `DragHost.selectionChanged(to:on:)`.
    public func selectionChanged(to types: [MimeType]?, on seat: SeatID) {
        if isUp, seat == self.seat { clipboard?.selectionChanged(to: types) }
    }

    /// Must be called by the host in `DragHost.perform(_:on:)`, before or after it carries out the effect.
    public func perform(_ effect: HostEffect, on seat: SeatID) {
        if case .ended(let drag, _) = effect { sourceManager.ended(drag) }
    }

    /// Ends everything that is under way across the bridge, as a failure. The bridge is inactive afterwards, and should
    /// be released.
    public func close() {
        guard isUp else { return }
        isUp = false
        sourceManager.stop()
        targetManager?.stop()
        clipboard?.stop()
    }

    /// Must be called during an X client's drag when the pointer enters an X window, or leaves all of them.
    public func pointer(isOverX: Bool) { targetManager?.pointer(isOverX: isOverX) }

    /// Must be called when the button of an X client's drag is released: the client then reports whether that was a
    /// drop.
    public func released() { targetManager?.released() }

    /// Handles a drag that a client began before the server received the bridge's watch. Such a change has no event.
    private func findDragUnderWay() {
        link.connection.owner(of: link.atoms[.selection]) { [weak self] owner in
            guard let self, isUp, !hasOwnerChanged, let owner, owner != .none else { return }
            targetManager?.taken(by: owner, at: .current)
        }
        link.flushSoon()
    }

    private func handle(_ event: XEvent) {
        guard case .selectionOwnerChanged(let change) = event else { return }
        guard change.selection == link.atoms[.selection] else {
            clipboard?.changed(change)
            return
        }
        hasOwnerChanged = true
        guard change.owner != sourceManager.window else { return }
        if change.owner == .none {
            targetManager?.givenUp()
        } else if !sourceManager.isUnderWay {
            targetManager?.taken(by: change.owner, at: change.selectionTime)
        }
    }

    private func handle(_ message: XClientMessage) {
        let version = sourceManager.version(of: XWindow(rawValue: message.words[0]))
        guard let said = XdndMessage(message, link.atoms, version: version) else { return }
        switch message.window {
        case sourceManager.window: sourceManager.handle(said)
        case targetManager?.window: targetManager?.handle(said)
        case _: break  // A window of a transfer.
        }
    }

    private func broken() {
        close()
        whenGone()
    }
}
