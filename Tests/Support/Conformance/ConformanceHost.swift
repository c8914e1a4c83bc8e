// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayHeadless
internal import Glibc
internal import HeadlessDesktop
internal import WaylandServer

/// A headless compositor for WLCS: drag and drop, selections, and windows of every shell protocol.
///
/// Bound to the thread that creates it.
final class ConformanceHost {
    private let compositor: HeadlessCompositor
    private var drags: HeadlessDragHost?
    private var shells: [AnyObject]
    /// The suite also uses clients' virtual pointers.
    private var virtualInput: VirtualInputGlobals?
    /// The clients by their end of the socket, which identifies them in the suite.
    private var clients: [Int32: Client] = [:]
    /// The suite has one touch point.
    private static let finger = FingerID(0)

    init(_ options: ConformanceOptions) throws(HeadlessError) {
        compositor = try HeadlessCompositor(
            HeadlessConfiguration(activation: .onPress, tolerance: options.tolerance))
        drags = HeadlessDragHost(compositor)
        virtualInput = try VirtualInputGlobals(compositor)
        let display = compositor.display
        let legacy = Global(display, WlShell.self, version: 1) { [compositor] object, _ in
            object.setHandler(LegacyShell(compositor))
        }
        shells = [legacy].compactMap(\.self)
        if options.offersUnstableShell {
            let unstable = Global(display, ZxdgShellV6.self, version: 1) { [compositor] object, _ in
                object.setHandler(UnstableShell(compositor))
            }
            shells += [unstable].compactMap(\.self)
        }
        compositor.startFrames()
    }

    var display: Display { compositor.display }

    /// Must be called before this object is released.
    func close() {
        shells = []
        virtualInput = nil
        clients = [:]
        drags = nil
        compositor.close()
    }

    /// Connects a client.
    /// - Returns: the client's end of the socket; nil on failure.
    func connect() -> Int32? {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        do throws(Display.Failure) {
            let client = try display.addClient(owning: ends[0])
            clients[ends[1]] = client
            return ends[1]
        } catch {
            Glibc.close(ends[0])
            Glibc.close(ends[1])
            return nil
        }
    }

    /// Moves the upper left corner of a window to a point in global coordinates.
    /// - Parameter id: the object id of the surface in the client.
    func place(_ id: UInt32, of client: Int32, at point: Point) {
        guard let object = clients[client]?.object(id), object.interfaceName == "wl_surface",
            let window = Surface.of(WlSurface(object))?.window
        else { return }
        compositor.place(window, at: point)
    }

    // MARK: Devices

    func movePointer(to point: Point) { seat.pointer.move(to: point) }
    func movePointer(by distance: Point) { seat.pointer.move(to: seat.pointer.position + distance) }
    func button(_ code: UInt32, _ state: InputEvent.PressState) { seat.pointer.button(code, state) }
    func touchDown(at point: Point) { seat.touch.down(Self.finger, at: point) }
    func touchMove(to point: Point) { seat.touch.motion(Self.finger, to: point) }
    func touchUp() { seat.touch.up(Self.finger) }

    private var seat: Seat { compositor.seats[0] }
}
