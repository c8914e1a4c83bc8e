// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// A toplevel window that draws when the compositor wants a frame, and only if something has changed.
final class Window {
    let surface: WlSurface
    /// In points.
    private(set) var size: Size
    /// Pixels for a point.
    private(set) var scale: Int32 = 1
    private(set) var isClosed = false
    /// Whether it is in the foreground.
    private(set) var isActive = false

    /// Draws the window into a cairo context, in points, as it is at a time in milliseconds.
    var paint: (_ context: OpaquePointer, _ time: UInt32) -> Void = { _, _ in }
    /// Called before each frame with its time, to move on what moves.
    var advance: (_ time: UInt32) -> Void = { _ in }
    /// Called when the window has its size, and whenever that changes.
    var resized: () -> Void = {}

    private let xdgSurface: XdgSurface
    private let toplevel: XdgToplevel
    private let outputs: Outputs
    private let buffers: BufferPair
    private var screens: Set<Proxy> = []
    /// What the compositor has asked for, until `xdg_surface.configure` says that it is all.
    private var pendingSize: Size?
    private var pendingIsActive = false
    private var stage = Stage.unconfigured
    private var isDamaged = true
    private var time: UInt32 = 0

    private enum Stage {
        /// Nothing may be drawn before the first configure. Leads to `ready`.
        case unconfigured
        /// A change is drawn at once. Leads to `waiting`.
        case ready
        /// A frame was drawn; the next waits for this callback. Leads to `ready`.
        case waiting(WlCallback)
    }

    init(_ globals: Globals, title: String, appID: String, size: Size) {
        self.size = size
        outputs = globals.outputs
        surface = globals.compositor.createSurface()
        xdgSurface = globals.shell.getXdgSurface(surface: surface)
        toplevel = xdgSurface.getToplevel()
        weak var window: Window?
        buffers = BufferPair(globals.shm) { window?.render() }
        window = self

        surface.onEvent { [weak self] in self?.handle($0) }
        xdgSurface.onEvent { [weak self] in self?.handle($0) }
        toplevel.onEvent { [weak self] in self?.handle($0) }
        outputs.changed = { [weak self] in self?.updateScale() }
        toplevel.setTitle(title: title)
        toplevel.setAppId(appId: appID)
        // The first commit has no buffer: it asks the compositor which size it would like.
        surface.commit()
    }

    /// Draws the window again, with the next frame.
    func setNeedsDisplay() {
        isDamaged = true
        render()
    }

    /// Lets the compositor move the window with the pointer that is pressed.
    func beginMove(seat: WlSeat, serial: UInt32) { toplevel.move(seat: seat, serial: serial) }

    // MARK: Drawing

    private func render() {
        guard isDamaged, case .ready = stage else { return }
        let width = Int32(size.width) * scale
        let height = Int32(size.height) * scale
        // Both buffers are shown: the first that is released brings us here again.
        guard let buffer = buffers.next(width: width, height: height) else { return }
        isDamaged = false
        buffer.draw(scale: scale) { paint($0, time) }
        buffer.attach(to: surface)
        surface.setBufferScale(scale: scale)
        let callback = surface.frame()
        callback.onEvent { [weak self] in self?.handle($0) }
        stage = .waiting(callback)
        surface.commit()
    }

    private func updateScale() {
        let wanted = outputs.scale(on: screens)
        guard wanted != scale else { return }
        scale = wanted
        setNeedsDisplay()
    }

    // MARK: Events

    private func handle(_ event: WlCallback.Event) {
        switch event {
        case .done(let time):
            self.time = time
            stage = .ready
            advance(time)
            render()
        }
    }

    private func handle(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            pendingIsActive = states.values(as: UInt32.self).contains(XdgToplevel.State.activated.rawValue)
            // Zero: as we like it.
            pendingSize = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
        case .close: isClosed = true
        case .configureBounds, .wmCapabilities: break
        }
    }

    private func handle(_ event: XdgSurface.Event) {
        switch event {
        case .configure(let serial):
            xdgSurface.ackConfigure(serial: serial)
            let isFirst = if case .unconfigured = stage { true } else { false }
            let isNewSize = pendingSize.map { $0 != size } ?? false
            size = pendingSize ?? size
            pendingSize = nil
            isActive = pendingIsActive
            if isFirst { stage = .ready }
            if isFirst || isNewSize { resized() }
            // The acknowledgement counts with the next commit, so there has to be one.
            setNeedsDisplay()
        }
    }

    private func handle(_ event: WlSurface.Event) {
        switch event {
        case .enter(let output):
            if let output { screens.insert(output.proxy) }
        case .leave(let output):
            if let output { screens.remove(output.proxy) }
        }
        updateScale()
    }
}
