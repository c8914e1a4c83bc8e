// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
public import WaylandServer

/// A client's `wl_data_device.start_drag`, until the host has answered it: in `DragHost.dragRequested`, or later.
///
/// One that is let go of without an answer is refused: a client that waits for it must not wait for ever.
public final class RequestedDrag {
    public let seat: SeatID
    public let origin: WlSurface
    public let icon: WlSurface?
    /// That of the press, touch or pen contact which began the drag.
    public let serial: UInt32
    /// The object that the request was made on, for protocol errors.
    public let device: WlDataDevice
    /// The types on offer, in the source's order; empty for a NULL source.
    public let types: [MimeType]
    /// What the source can do; nil where it has never said so (see `Negotiation.visibleActions`).
    public let actions: DragActions?
    /// False for the protocol's NULL source: a drag that stays inside its client.
    public let hasSource: Bool

    private let start: StartDrag
    private let engine: Engine
    private var state = State.waiting

    private enum State {
        /// Leads to `answered`.
        case waiting
        case answered
    }

    /// What a request asks of its engine, which may be gone.
    struct Engine {
        let begin: (StartDrag, DragStart) -> DragID?
        /// The press that a request stands on, as far as the host has told.
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

    /// Begins the drag. The host then takes the pointer or finger and the keyboard away from the clients, and says what is
    /// under the pointer.
    /// - Returns: nil if the request was answered before, its client has gone, or the seat drags already; the client of one
    ///   that was still waiting is told.
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

    /// Begins the drag by the press that it stands on, if the host has told of one by ``DragSeat/pressed(_:)`` that still
    /// holds, and refuses it otherwise (WL-01). The host hears of it by ``DragHost/dragBegan(_:by:icon:on:)``.
    public func beginByPress() {
        guard let beginning = engine.press(start) else { return refuse() }
        let shown = icon.flatMap { $0.resource.isAlive ? $0 : nil }
        if let shown, !engine.mayBeIcon(shown) {
            refuse()
            return device.postError(.role, "the icon surface has another role")
        }
        if let drag = begin(beginning) { engine.began(drag, beginning.device, shown) }
    }

    /// There will be no drag.
    public func refuse() {
        switch state {
        case .answered: break
        case .waiting:
            state = .answered
            start.refuse()
        }
    }
}

/// What a host knows of a drag that begins.
public struct DragStart {
    /// What drives it.
    public var device: DragDevice
    /// Where the button, pen or finger went down: there the content lies, and flies back to. Global.
    public var position: Point
    /// The modifiers that are held already. They count (HIG-03).
    public var modifiers: Modifiers
    /// The part of the application that the content comes from; by default one for each toplevel's surface tree.
    public var container: ContainerID

    public init(device: DragDevice, position: Point, modifiers: Modifiers, container: ContainerID) {
        self.device = device
        self.position = position
        self.modifiers = modifiers
        self.container = container
    }
}
