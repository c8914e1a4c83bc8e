// SPDX-License-Identifier: MIT

import HeadlessDesktop
import WaylandClient

/// A window in the user's session that shows the screen of a run. It is only for viewing: input in the window has no
/// effect.
final class HeadedWindow {
    /// The failure, or that the user has closed the window; nil while it is shown.
    private(set) var end: End?

    enum End: Equatable {
        case closed
        case lost(String)
    }

    private let connection: Connection
    private let globals: GlobalList
    private let shm: WlShm
    private let surface: WlSurface
    private let xdgSurface: XdgSurface
    private let toplevel: XdgToplevel
    private let viewport: WpViewport?
    private var wmBase: XdgWmBase
    private var pictures: [SharedPicture] = []
    /// The next image to show; nil if there is none.
    private var next: Screenshot?
    /// The number of image pixels per logical pixel.
    private var scale = 1.0
    /// The size requested by the session's compositor, in logical pixels; nil if the window may choose.
    private var wantedSize: (width: Double, height: Double)?
    private var callback: WlCallback?
    private var isConfigured = false

    /// - Throws: The reason why there is no window: no compositor answers, or it lacks a required interface.
    init(title: String) throws(Connection.Failure) {
        connection = try Connection()
        globals = GlobalList(connection)
        try connection.roundtrip()
        guard let compositor = globals.bind(WlCompositor.self), let shm = globals.bind(WlShm.self),
            let wmBase = globals.bind(XdgWmBase.self)
        else { throw .unreachable("the compositor of this session does not support xdg-shell") }
        self.shm = shm
        self.wmBase = wmBase
        surface = compositor.createSurface()
        xdgSurface = wmBase.getXdgSurface(surface: surface)
        toplevel = xdgSurface.getToplevel()
        viewport = globals.bind(WpViewporter.self)?.getViewport(surface: surface)
        wmBase.onEvent { [weak self] event in
            switch event {
            case .ping(let serial): self?.wmBase.pong(serial: serial)
            }
        }
        xdgSurface.onEvent { [weak self] event in
            switch event {
            case .configure(let serial): self?.configured(serial)
            }
        }
        toplevel.onEvent { [weak self] event in
            switch event {
            case .configure(let width, let height, _):
                self?.wantedSize = width > 0 && height > 0 ? (Double(width), Double(height)) : nil
            case .close: self?.end = .closed
            case .configureBounds, .wmCapabilities: break
            }
        }
        toplevel.setTitle(title: title)
        toplevel.setAppId(appId: "dray-run")
        surface.commit()
        try connection.roundtrip()
    }

    /// Readable when the session's compositor has sent events.
    var descriptor: Int32 { connection.descriptor }

    /// Processes events from the session's compositor.
    func hear() {
        guard end == nil else { return }
        do throws(Connection.Failure) { try connection.dispatchPending() } catch { end = .lost(error.description) }
        render()
    }

    /// Whether an image would be shown immediately, because the previous one is on the screen.
    var isReady: Bool { end == nil && isConfigured && callback == nil }

    /// - Parameter scale: The number of image pixels per logical pixel.
    func show(_ picture: Screenshot, scale: Double) {
        next = picture
        self.scale = scale
        render()
        do throws(Connection.Failure) { try connection.flush() } catch { end = end ?? .lost(error.description) }
    }

    // MARK: Details

    private func configured(_ serial: UInt32) {
        xdgSurface.ackConfigure(serial: serial)
        isConfigured = true
    }

    private func render() {
        guard isReady, let picture = next, let shared = freePicture(picture.width, picture.height) else { return }
        next = nil
        shared.fill(picture.pixels)
        shared.isBusy = true
        surface.attach(buffer: shared.buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: Int32.max, height: Int32.max)
        // The size of the run's screen, or the size that the compositor allows.
        let size = (width: Double(picture.width) / scale, height: Double(picture.height) / scale)
        let fit = wantedSize.map { min($0.width / size.width, $0.height / size.height) } ?? 1
        viewport?.setDestination(
            width: max(1, Int32((size.width * fit).rounded())), height: max(1, Int32((size.height * fit).rounded())))
        let callback = surface.frame()
        callback.onEvent { [weak self] _ in self?.callback = nil }
        self.callback = callback
        surface.commit()
    }

    /// Returns one of at most two buffers, because the compositor may read one while the other is filled.
    private func freePicture(_ width: Int, _ height: Int) -> SharedPicture? {
        pictures.removeAll { $0.width != width || $0.height != height }
        if let free = pictures.first(where: { !$0.isBusy }) { return free }
        guard pictures.count < 2, let picture = SharedPicture(shm, width: width, height: height) else { return nil }
        pictures.append(picture)
        return picture
    }
}
