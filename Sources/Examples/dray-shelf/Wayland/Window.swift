// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// A toplevel window that draws with frame callbacks, and only after changes.
final class Window {
    let surface: WlSurface
    /// In points.
    private(set) var size: Size
    /// The buffer scale.
    private(set) var scale: Int32 = 1
    private(set) var isClosed = false
    /// Whether the window is active.
    private(set) var isActive = false

    /// Draws the window into a cairo context in points.
    var paint: (OpaquePointer) -> Void = { _ in }
    /// Called after each frame, before the next one is drawn.
    var shown: () -> Void = {}
    /// Called when the window has its size, and after each change.
    var resized: () -> Void = {}

    private let xdgSurface: XdgSurface
    private let toplevel: XdgToplevel
    private let outputs: Outputs
    private let shm: WlShm
    /// The buffers that the compositor may read.
    private var buffers: [SharedBuffer] = []
    private var screens: Set<Proxy> = []
    /// The size of a pending configure, which `xdg_surface.configure` completes.
    private var pendingSize: Size?
    private var pendingIsActive = false
    private var stage = Stage.unconfigured
    private var isDamaged = true

    private enum Stage {
        /// Nothing may be drawn before the first configure. Leads to `ready`.
        case unconfigured
        /// A change is drawn immediately. Leads to `waiting`.
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
        shm = globals.shm

        surface.onEvent { [weak self] in self?.handle($0) }
        xdgSurface.onEvent { [weak self] in self?.handle($0) }
        toplevel.onEvent { [weak self] in self?.handle($0) }
        outputs.changed = { [weak self] in self?.updateScale() }
        toplevel.setTitle(title: title)
        toplevel.setAppId(appId: appID)
        // The first commit has no buffer: it requests the first configure.
        surface.commit()
    }

    /// Draws the window again with the next frame.
    func setNeedsDisplay() {
        isDamaged = true
        render()
    }

    /// Starts an interactive move with the pressed pointer.
    func beginMove(seat: WlSeat, serial: UInt32) { toplevel.move(seat: seat, serial: serial) }

    // MARK: Drawing

    private func render() {
        guard isDamaged, case .ready = stage else { return }
        isDamaged = false
        guard let buffer = SharedBuffer(shm, size, scale: scale, paint) else { return }
        buffers.append(buffer)
        buffer.released = { [weak self, weak buffer] in self?.buffers.removeAll { $0 === buffer } }
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
        case .done:
            stage = .ready
            shown()
            render()
        }
    }

    private func handle(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            pendingIsActive = states.values(as: UInt32.self).contains(XdgToplevel.State.activated.rawValue)
            // Zero: the client chooses the size.
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
            // The acknowledgement takes effect with the next commit, so a commit is needed.
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
