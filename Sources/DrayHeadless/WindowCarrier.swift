// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayServer
internal import HeadlessDesktop

/// Moves the windows that travel with drags: each so that the pointer, or the finger, holds it at its offset (WL-03).
final class WindowCarrier {
    private unowned let compositor: HeadlessCompositor
    private var carried: [DragID: Carried] = [:]

    private struct Carried {
        weak var window: Window?
        var offset: Point
    }

    init(_ compositor: HeadlessCompositor) {
        self.compositor = compositor
    }

    /// - Parameter point: where the pointer or the finger is, in the global space.
    func take(_ window: CarriedWindow, with drag: DragID, at point: Point) {
        guard let shown = Window.of(toplevel: window.toplevel) else { return }
        carried[drag] = Carried(window: shown, offset: window.offset)
        shown.isCarried = true
        // One that is yet to be shown comes to the front by itself.
        compositor.raise(shown)
        move(to: point, with: drag)
    }

    func putDown(of drag: DragID) {
        carried.removeValue(forKey: drag)?.window?.isCarried = false
    }

    /// What drives the drag is here now.
    func move(to point: Point, with drag: DragID) {
        guard let carried = carried[drag], let window = carried.window, window.isFloating else { return }
        let place = point - carried.offset
        if window.position != place || !window.isMapped { compositor.place(window, at: place) }
    }
}
