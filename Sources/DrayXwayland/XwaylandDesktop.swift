// SPDX-License-Identifier: MIT

public import DrayHeadless
internal import DrayX11
public import HeadlessDesktop
public import WaylandServer
public import XCB

/// The X clients of one Xwayland in a headless compositor: their windows are shown, moved, stacked and focused like all others,
/// and drags and the clipboard go over to Wayland clients and back (WL-04).
///
/// Whoever starts Xwayland gives it `-rootless`, a socket for `-wm`, and another by which it is a client of the display. It waits
/// for no X client. It keeps nothing of Xwayland alive, and is closed before the compositor. Bound to the thread of the display's loop.
public final class XwaylandDesktop {
    private let manager: XWindowManager
    private let host: HeadlessDragHost
    private let seat: Seat
    private var border: XBorder?
    private var dialling: X11Dialling?
    /// Whether X clients may come: drags go over the border from now on.
    public private(set) var isReady = false
    /// Why it is over; nil while the server is there.
    public private(set) var fault: String?
    /// The server has gone, with all windows of X's. Called once.
    public var whenGone: () -> Void = {}

    /// Waits for Xwayland's greeting, which it gives once it has written to its `-displayfd`.
    /// - Parameters:
    ///   - descriptor: the other end of `-wm`; taken over, also where this fails.
    ///   - client: Xwayland itself.
    ///   - display: the server's name, as `:1`.
    ///   - seat: whose pointer drags, and whose clipboard X clients have.
    public init(
        _ host: HeadlessDragHost, seat: Seat, client: Client, managing descriptor: Int32, display: String
    ) throws(XConnectionError) {
        self.host = host
        self.seat = seat
        manager = XWindowManager(
            try XConnection(descriptor: descriptor), host.compositor, client: client, seat: seat)
        manager.whenBroken = { [weak self] in self?.broken("Xwayland has gone") }
        // A second connection, since messages to the manager's windows are not the bridge's.
        dialling = X11Dialling(display: display, loop: host.compositor.display.eventLoop) { [weak self] result in
            self?.dialled(result)
        }
        if dialling == nil { fault = "there are no descriptors or threads left" }
    }

    /// Windows go, and drags over the border fail. Does nothing more.
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
