// SPDX-License-Identifier: MIT

import HeadlessDesktop
import WaylandClient

/// The screen of a run, shown in a window of the session that it was started in. To look at: what is done in the window reaches
/// nobody.
final class HeadedWindow {
    /// What went wrong, or that somebody has closed it; nil while it shows something.
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
    /// What is to be shown next; nil where all has been.
    private var next: Screenshot?
    /// How many of its pixels are a point.
    private var scale = 1.0
    /// What the session's compositor asks for, in points; nil where the window may be as it likes.
    private var wantedSize: (width: Double, height: Double)?
    private var callback: WlCallback?
    private var isConfigured = false

    /// - Throws: why there is no window: nobody answers, or not with what is needed.
    init(title: String) throws(Connection.Failure) {
        connection = try Connection()
        globals = GlobalList(connection)
        try connection.roundtrip()
        guard let compositor = globals.bind(WlCompositor.self), let shm = globals.bind(WlShm.self),
            let wmBase = globals.bind(XdgWmBase.self)
        else { throw .unreachable("the compositor of this session has no windows by xdg-shell") }
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

    /// Readable when the session's compositor has said something.
    var descriptor: Int32 { connection.descriptor }

    /// Hears what the session's compositor has said.
    func hear() {
        guard end == nil else { return }
        do throws(Connection.Failure) { try connection.dispatchPending() } catch { end = .lost(error.description) }
        render()
    }

    /// Whether a picture would be shown now: the one before is on the screen.
    var isReady: Bool { end == nil && isConfigured && callback == nil }

    /// - Parameter scale: how many of its pixels are a point.
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
        // As large as the screen of the run, or as large as there is room for.
        let size = (width: Double(picture.width) / scale, height: Double(picture.height) / scale)
        let fit = wantedSize.map { min($0.width / size.width, $0.height / size.height) } ?? 1
        viewport?.setDestination(
            width: max(1, Int32((size.width * fit).rounded())), height: max(1, Int32((size.height * fit).rounded())))
        let callback = surface.frame()
        callback.onEvent { [weak self] _ in self?.callback = nil }
        self.callback = callback
        surface.commit()
    }

    /// One of at most two, since the compositor reads one while the other is filled.
    private func freePicture(_ width: Int, _ height: Int) -> SharedPicture? {
        pictures.removeAll { $0.width != width || $0.height != height }
        if let free = pictures.first(where: { !$0.isBusy }) { return free }
        guard pictures.count < 2, let picture = SharedPicture(shm, width: width, height: height) else { return nil }
        pictures.append(picture)
        return picture
    }
}
