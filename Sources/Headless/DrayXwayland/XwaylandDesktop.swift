// SPDX-License-Identifier: MIT

public import DrayHeadless
internal import DrayX11
public import HeadlessDesktop
public import WaylandServer
public import XCB

/// The X11 clients of one Xwayland in a headless compositor. Their windows are shown, moved, stacked and focused like
/// all others; drags and selections are bridged to Wayland clients and back (WL-04).
///
/// The caller starts Xwayland with `-rootless`, a socket for `-wm`, and another for its Wayland connection. This object
/// never waits for an X11 client. It does not own the Xwayland process, and must be closed before the compositor. Use
/// it only on the thread of the display's event loop.
public final class XwaylandDesktop {
    private let manager: XWindowManager
    private let host: HeadlessDragHost
    private let seat: Seat
    private var border: XBorder?
    private var dialling: X11Dialling?
    /// Whether X11 clients may connect, and drags are bridged.
    public private(set) var isReady = false
    /// The reason for the end; nil while the server is running.
    public private(set) var fault: String?
    /// Called once when the server and all X11 windows are gone.
    public var whenGone: () -> Void = {}

    /// Waits for Xwayland's setup reply, which it sends after it has written to `-displayfd`.
    /// - Parameters:
    ///   - descriptor: the other end of `-wm`; owned by this object, even if this fails.
    ///   - client: the Wayland client of Xwayland.
    ///   - display: the server's name, such as `:1`.
    ///   - seat: the seat for drags and selections of X11 clients.
    public init(
        _ host: HeadlessDragHost, seat: Seat, client: Client, managing descriptor: Int32, display: String
    ) throws(XConnectionError) {
        self.host = host
        self.seat = seat
        manager = XWindowManager(
            try XConnection(descriptor: descriptor), host.compositor, client: client, seat: seat)
        manager.whenBroken = { [weak self] in self?.broken("Xwayland has exited") }
        // The bridge uses a second connection, since messages to the manager's windows are not meant for it.
        dialling = X11Dialling(display: display, loop: host.compositor.display.eventLoop) { [weak self] result in
            self?.dialled(result)
        }
        if dialling == nil { fault = "no descriptors or threads are available" }
    }

    /// Hides all windows and cancels drags across the bridge. Further calls have no effect.
    public func close() {
        dialling = nil
        border?.close()
        border = nil
        manager.close()
        isReady = false
    }

    private func dialled(_ result: Result<XConnection, XConnectionError>) {
        dialling = nil
        switch result {
        case .success(let connection):
            border = XBorder(connection, host, seat: seat, manager)
            isReady = true
        case .failure(let error): broken("\(error)")
        }
    }

    private func broken(_ fault: String) {
        guard self.fault == nil else { return }
        self.fault = fault
        close()
        whenGone()
    }
}
