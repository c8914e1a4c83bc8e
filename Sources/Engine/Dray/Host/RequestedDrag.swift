// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
public import WaylandServer

/// A client's `wl_data_device.start_drag` request that the host has yet to answer, during `DragHost.dragRequested` or
/// later.
///
/// A request that is released without an answer is refused, so that the client does not wait forever.
public final class RequestedDrag {
    public let seat: SeatID
    public let origin: WlSurface
    public let icon: WlSurface?
    /// The serial of the press, touch or pen contact that began the drag.
    public let serial: UInt32
    /// The object on which the request was made, for protocol errors.
    public let device: WlDataDevice
    /// The offered types in the source's order; empty for a NULL source.
    public let types: [MimeType]
    /// The source's actions, or nil if the source never set them (see `Negotiation.visibleActions`).
    public let actions: DragActions?
    /// Whether the drag has a source; false for the protocol's NULL source, whose drag stays within its client.
    public let hasSource: Bool

    private let start: StartDrag
    private let engine: Engine
    private var state = State.waiting

    private enum State {
        /// Leads to `answered`.
        case waiting
        case answered
    }

    /// The engine's functions for a request. The engine may no longer exist.
    struct Engine {
        let begin: (StartDrag, DragStart) -> DragID?
        /// The reported press that a request refers to, if any.
        let press: (StartDrag) -> DragStart?
        let mayBeIcon: (WlSurface) -> Bool
        let began: (DragID, DragDevice, _ icon: WlSurface?) -> Void
    }

    init(_ start: StartDrag, engine: Engine) {
        self.start = start
        self.engine = engine
        seat = start.seat
        origin = start.origin
        icon = start.icon
        serial = start.serial
        device = start.device
        types = start.source?.types ?? []
        actions = start.source?.actions
        hasSource = start.source != nil
    }

    deinit {
        refuse()
    }

    /// Begins the drag. The host then takes the pointer or finger and the keyboard away from clients, and reports the
    /// surface under the pointer.
    /// - Returns: Nil if the request was already answered, its client has disconnected, or the seat is already
    ///   dragging. In the last two cases the client is notified of the refusal.
    public func begin(_ beginning: DragStart) -> DragID? {
        switch state {
        case .answered: return nil
        case .waiting:
            state = .answered
            let id = engine.begin(start, beginning)
            if id == nil { start.refuse() }
            return id
        }
    }

    /// Begins the drag with the press it refers to, if the host reported that press with ``DragSeat/pressed(_:)`` and
    /// it is still held; otherwise refuses the request (WL-01). The host is notified by
    /// ``DragHost/dragBegan(_:by:icon:on:)``.
    public func beginByPress() {
        guard let beginning = engine.press(start) else { return refuse() }
        let shown = icon.flatMap { $0.resource.isAlive ? $0 : nil }
        if let shown, !engine.mayBeIcon(shown) {
            refuse()
            return device.postError(.role, "the icon surface has another role")
        }
        if let drag = begin(beginning) { engine.began(drag, beginning.device, shown) }
    }

    /// Refuses the request.
    public func refuse() {
        switch state {
        case .answered: break
        case .waiting:
            state = .answered
            start.refuse()
        }
    }
}

/// The host's data about a drag that begins.
public struct DragStart {
    /// The driving device.
    public var device: DragDevice
    /// The position of the press, touch or pen contact, where the content lies and to which it flies back. Global.
    public var position: Point
    /// The modifiers held at the start. They affect the action (HIG-03).
    public var modifiers: Modifiers
    /// The container of the application from which the content comes; by default, one for each toplevel's surface tree.
    public var container: ContainerID

    public init(device: DragDevice, position: Point, modifiers: Modifiers, container: ContainerID) {
        self.device = device
        self.position = position
        self.modifiers = modifiers
        self.container = container
    }
}
