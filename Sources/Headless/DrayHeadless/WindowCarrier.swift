// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayServer
internal import HeadlessDesktop

/// Moves the windows that are attached to drags, so that the pointer or finger keeps its offset in the window (WL-03).
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

    /// - Parameter point: the position of the pointer or finger in global coordinates.
    func take(_ window: CarriedWindow, with drag: DragID, at point: Point) {
        guard let shown = Window.of(toplevel: window.toplevel) else { return }
        carried[drag] = Carried(window: shown, offset: window.offset)
        shown.isCarried = true
        // A window that is mapped later is on top anyway.
        compositor.raise(shown)
        move(to: point, with: drag)
    }

    func putDown(of drag: DragID) {
        carried.removeValue(forKey: drag)?.window?.isCarried = false
    }

    /// Moves the windows of a drag to the new position of its device.
    func move(to point: Point, with drag: DragID) {
        guard let carried = carried[drag], let window = carried.window, window.isFloating else { return }
        let place = point - carried.offset
        if window.position != place || !window.isMapped { compositor.place(window, at: place) }
    }
}
