// SPDX-License-Identifier: MIT

import XCB

/// Notifies X windows of their positions on the X screen, for a window manager that moves them without doing so (ICCCM
/// 4.1.5): XDND uses positions on that screen, and a target converts them with the position that it assumes for its
/// window.
final class XdndPlaces {
    private let link: X11Link
    private let state: XAtom

    /// The maximum number of notifications for a window that is moved or resized continuously.
    private static let limit = 4

    init(_ link: X11Link) {
        self.link = link
        state = link.atoms[.windowState]
    }

    /// Notifies each window that is in a frame, since its client receives no event when the frame moves.
    func notifyAll() {
        link.connection.tree(of: link.connection.root) { [weak self] tree in
            for frame in tree?.children ?? [] {
                self?.link.connection.tree(of: frame) { [weak self] tree in
                    for window in tree?.children ?? [] { self?.notify(window) {} }
                }
            }
        }
        link.flushSoon()
    }

    /// Notifies a window if it is a managed one.
    /// - Parameter then: Called when the window was notified, is not managed, or has been destroyed. Not called once
    ///   this object is destroyed.
    func notify(_ window: XWindow, then: @escaping () -> Void) {
        link.connection.property(state, of: window, length: 8) { [weak self] property in
            guard let self else { return }
            guard property != nil else { return then() }
            confirm(window, nil, Self.limit, then)
        }
        link.flushSoon()
    }

    /// Repeats the notification if the window has moved meanwhile.
    private func confirm(_ window: XWindow, _ notified: XRectangle?, _ left: Int, _ then: @escaping () -> Void) {
        link.connection.geometry(of: window) { [weak self] box in
            guard let self else { return }
            link.connection.translate(x: 0, y: 0, from: window, to: link.connection.root) { [weak self] corner in
                guard let self else { return }
                guard left > 0, let box, let corner else { return then() }
                let place = XRectangle(x: corner.x, y: corner.y, width: box.width, height: box.height)
                guard place != notified else { return then() }
                link.connection.confirm(place, of: window)
                confirm(window, place, left - 1, then)
            }
        }
        link.flushSoon()
    }
}
