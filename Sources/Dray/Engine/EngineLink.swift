// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer

/// The way to an engine, for what may outlive it: its seats, what waits for a surface to die, and clients' requests.
///
/// What a motion asks of the engine stands here, since a seat's link never changes: a constant is asked without counting
/// references. All of it is only ever assigned, never lent, so the accesses need no check. The checks and the counting
/// would cost as much as the engine's own part of a motion.
final class EngineLink {
    /// Nil once the engine is gone. Unsafe, since a weak reference makes every count of the engine's references dearer; the
    /// engine cuts the link when it goes.
    @exclusivity(unchecked)
    unowned(unsafe) var engine: DragEngine?

    /// The host, until the engine is gone. It is counted while it is called, since it may let go of the engine there.
    @exclusivity(unchecked)
    private(set) var host: (any DragHost)?

    /// Whether the host wants to hear of an image that follows the pointer.
    let tellsOfMoves: Bool

    /// Sees every event of every drag with what it led to.
    @exclusivity(unchecked)
    var observer: ((DragID, DragEvent, [DragEffect]) -> Void)?

    /// Whether effects are being carried out.
    @exclusivity(unchecked)
    var isDraining = false

    /// Whether a motion has to be an event like any other: an observer wants to see it, or effects wait to be carried
    /// out, which it must not overtake.
    var takesMotionsInTurn: Bool { observer != nil || isDraining }

    init(host: any DragHost) {
        self.host = host
        tellsOfMoves = !host.movesImage
    }

    /// The engine goes.
    func cut() {
        engine = nil
        host = nil
    }
}

extension EngineLink: DataDeviceDelegate {
    func handle(_ request: DragRequest) { engine?.handle(request) }
    func seat(of object: WlSeat) -> SeatID? { engine?.host.seat(of: object) }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        engine?.host.mayTakeSelection(on: seat, client: client, serial: serial) ?? false
    }
}
