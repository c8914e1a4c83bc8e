// SPDX-License-Identifier: MIT

import XCB

/// Tells X windows where they are on X's screen, for a window manager that moves them and says nothing (ICCCM 4.1.5): XDND speaks
/// of points on that screen, and a target takes one for a point of its window by where it believes that to be.
final class XdndPlaces {
    private let link: X11Link
    private let state: XAtom

    /// A window that is resized or moved without rest is told this often, and then believes what it last heard.
    private static let most = 4

    init(_ link: X11Link) {
        self.link = link
        state = link.atoms[.windowState]
    }

    /// Tells each window that is in a frame: its client hears of no move of that.
    func tellAll() {
        link.connection.tree(of: link.connection.root) { [weak self] tree in
            for frame in tree?.children ?? [] {
                self?.link.connection.tree(of: frame) { [weak self] tree in
                    for window in tree?.children ?? [] { self?.tell(window) {} }
                }
            }
        }
        link.flushSoon()
    }

    /// Tells a window, if it is one that window managers manage.
    /// - Parameter then: it was told, is none, or has gone. Not called once the object is gone.
    func tell(_ window: XWindow, then: @escaping () -> Void) {
        link.connection.property(state, of: window, length: 8) { [weak self] property in
            guard let self else { return }
            guard property != nil else { return then() }
            confirm(window, nil, Self.most, then)
        }
        link.flushSoon()
    }

    /// Once more if it is elsewhere by the time that it is told.
    private func confirm(_ window: XWindow, _ told: XRectangle?, _ left: Int, _ then: @escaping () -> Void) {
        link.connection.geometry(of: window) { [weak self] box in
            guard let self else { return }
            link.connection.translate(x: 0, y: 0, from: window, to: link.connection.root) { [weak self] corner in
                guard let self else { return }
                guard left > 0, let box, let corner else { return then() }
                let place = XRectangle(x: corner.x, y: corner.y, width: box.width, height: box.height)
                guard place != told else { return then() }
                link.connection.confirm(place, of: window)
                confirm(window, place, left - 1, then)
            }
        }
        link.flushSoon()
    }
}
