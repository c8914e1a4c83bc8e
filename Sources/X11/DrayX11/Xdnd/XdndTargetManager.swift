// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer
import XCB

/// Drags that X clients begin: a window of the bridge represents everything that is not an X window, and the messages
/// to it become a drag of the engine.
final class XdndTargetManager {
    /// An invisible window, on top of all others while the pointer is not over an X window.
    private(set) var window = XWindow.none
    private let link: X11Link
    private unowned let engine: DragEngine
    private let seat: SeatID
    private let host: XDragHost
    private let places: XdndPlaces?
    /// The drag that is under way.
    private var drag: XdndTargetSession?
    private var isOverX = false
    /// The drags that were dropped and are not finished.
    private var drops: [XdndTargetSession] = []

    /// - Parameter places: Notifies windows of their positions; nil if their window manager does.
    init(_ link: X11Link, _ engine: DragEngine, on seat: SeatID, _ host: XDragHost, places: XdndPlaces?) {
        self.link = link
        self.engine = engine
        self.seat = seat
        self.host = host
        self.places = places
        window = link.makeWindow { _ in }
        link.connection.change(
            link.atoms[.aware], of: window, to: .words(.atom, [UInt32(XdndVersion.ours)]))
        // Chromium ignores windows without a name.
        link.connection.change(.wmName, of: window, to: .bytes(.string, Array("Dray".utf8)))
        // Mapped from the beginning, since sources list the windows only once.
        hide()
        link.connection.map(window)
        link.flushSoon()
    }

    /// A client has taken `XdndSelection`: a drag, if a button is pressed.
    func taken(by owner: XWindow, at time: XTime) {
        givenUp()
        guard let start = host.start() else { return }
        drag = XdndTargetSession(
            link, engine, on: seat, target: window, from: owner, at: time, start.drag
        ) { [weak self] in self?.happened($0, $1) }
        pointer(isOverX: start.isOverX)
        // The source communicates with other windows directly.
        places?.notifyAll()
    }

    /// `XdndSelection` has no owner any more, or belongs to the bridge.
    func givenUp() {
        for session in drops + [drag].compactMap(\.self) { session.handle(.givenUp) }
        drag = nil
        drops = []
        hide()
    }

    /// Whether the pointer is over an X window, with which the source communicates directly.
    func pointer(isOverX: Bool) {
        guard let drag else { return }
        self.isOverX = isOverX
        if isOverX {
            drag.mayStayAway()
            return hide()
        }
        link.connection.configure(window, XConfiguration(x: 0, y: 0, stacking: .above))
        link.flushSoon()
    }

    /// The button was released: a source that sends nothing from now on has failed.
    func released() { drag?.expectDrop() }

    /// Handles a message of a source.
    func handle(_ message: XdndMessage) {
        guard let drag else { return }
        drag.handle(.message(message))
        switch message {
        // The source has cancelled the drag, and may still own the selection.
        case .leave where drag.isAway && !isOverX: drag.expectReturn()
        case .enter where !drag.isAway: drag.mayStayAway()
        case .enter, .leave, .position, .drop, .status, .finished: break
        }
    }

    /// The X server has exited.
    func stop() {
        for session in drops + [drag].compactMap(\.self) { session.stop() }
        drag = nil
        drops = []
    }

    private func happened(_ session: XdndTargetSession, _ event: XdndTargetSession.Event) {
        switch event {
        case .began(let id): host.began(id)
        case .dropped:
            guard drag === session else { return }
            drops.append(session)
            drag = nil
            hide()
        case .ended:
            drops.removeAll { $0 === session }
            if drag === session { hide() }
        case .abandoned:
            // A source that has never sent a message may keep the selection: GTK 3 does after a touch drag.
            guard drag === session else { return }
            drag = nil
            hide()
        }
    }

    /// Moved away, and never resized: Chromium queries the shape of a window once, and receives no event for a shape
    /// that follows the size.
    private func hide() {
        link.connection.configure(
            window, XConfiguration(x: -Self.wide, y: -Self.wide, width: Self.wide, height: Self.wide))
        link.flushSoon()
    }

    /// The maximum size of a window, larger than any screen.
    private static let wide = 32_767
}
