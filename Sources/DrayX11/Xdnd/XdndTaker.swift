// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer
import XCB

/// Drags that X clients begin: a window of ours stands for all that is not X's, and what is said to it becomes a drag of the
/// engine's.
final class XdndTaker {
    /// Without a picture, on top of all while the pointer is over what is not X's.
    private(set) var window = XWindow.none
    private let link: X11Link
    private unowned let engine: DragEngine
    private let seat: SeatID
    private let host: XDragHost
    private let places: XdndPlaces?
    /// Under way.
    private var drag: XdndJourney?
    private var isOverX = false
    /// Dropped, and not finished.
    private var drops: [XdndJourney] = []

    /// - Parameter places: tells windows where they are; nil: their window manager does.
    init(_ link: X11Link, _ engine: DragEngine, on seat: SeatID, _ host: XDragHost, places: XdndPlaces?) {
        self.link = link
        self.engine = engine
        self.seat = seat
        self.host = host
        self.places = places
        window = link.makeWindow { _ in }
        link.connection.change(
            link.atoms[.aware], of: window, to: .words(.atom, [UInt32(XdndVersion.ours)]))
        // Chromium passes windows by that have no name.
        link.connection.change(.wmName, of: window, to: .bytes(.string, Array("Dray".utf8)))
        // Mapped from the beginning: sources look once which windows there are.
        hide()
        link.connection.map(window)
        link.flushSoon()
    }

    /// Somebody has taken `XdndSelection`: a drag, if something is held down.
    func taken(by owner: XWindow, at time: XTime) {
        givenUp()
        guard let start = host.start() else { return }
        drag = XdndJourney(link, engine, on: seat, target: window, from: owner, at: time, start.drag) { [weak self] in
            self?.happened($0, $1)
        }
        pointer(isOverX: start.isOverX)
        // It speaks with others by itself.
        places?.tellAll()
    }

    /// `XdndSelection` is nobody's any more, or ours.
    func givenUp() {
        for journey in drops + [drag].compactMap(\.self) { journey.handle(.givenUp) }
        drag = nil
        drops = []
        hide()
    }

    /// Whether the pointer is over a window of X's, which the source speaks with by itself.
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

    /// The button is up: a source that says nothing now has gone wrong.
    func released() { drag?.expectDrop() }

    /// A source has spoken.
    func handle(_ message: XdndMessage) {
        guard let drag else { return }
        drag.handle(.message(message))
        switch message {
        // It has thought better of it, and may keep the selection as it does so.
        case .leave where drag.isAway && !isOverX: drag.expectReturn()
        case .enter where !drag.isAway: drag.mayStayAway()
        case .enter, .leave, .position, .drop, .status, .finished: break
        }
    }

    /// The server has gone.
    func stop() {
        for journey in drops + [drag].compactMap(\.self) { journey.stop() }
        drag = nil
        drops = []
    }

    private func happened(_ journey: XdndJourney, _ event: XdndJourney.Event) {
        switch event {
        case .began(let id): host.began(id)
        case .dropped:
            guard drag === journey else { return }
            drops.append(journey)
            drag = nil
            hide()
        case .ended:
            drops.removeAll { $0 === journey }
            if drag === journey { hide() }
        case .abandoned:
            // A source that has never spoken has nothing that could end, and keeps the selection: GTK 3 by a finger.
            guard drag === journey else { return }
            drag = nil
            hide()
        }
    }

    /// Moved, and always of the same size: Chromium asks once which shape a window has, and hears nothing of one that follows its size.
    private func hide() {
        link.connection.configure(
            window, XConfiguration(x: -Self.wide, y: -Self.wide, width: Self.wide, height: Self.wide))
        link.flushSoon()
    }

    /// Wider than any screen, and what a window can be at most.
    private static let wide = 32_767
}
