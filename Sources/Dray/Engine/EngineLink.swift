// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

/// What all drags of an engine share, and the way to the engine for what may outlive it: seats, drags, what waits for a
/// surface to die, clients' requests.
///
/// What a motion asks of it stands here, since a seat's link never changes: a constant is asked without counting references.
/// All of that is only ever assigned, never lent, so the accesses need no check. The checks and the counting would cost as
/// much as the engine's own part of a motion.
final class EngineLink {
    /// Nil once the engine is gone. Unsafe, since a weak reference makes every count of the engine's references dearer; the
    /// engine cuts the link when it goes.
    @exclusivity(unchecked)
    unowned(unsafe) var engine: DragEngine?

    /// Not kept: whoever makes an engine keeps it, and is its host most often.
    weak var host: (any DragHost)?

    /// Sees every event of every drag with what it led to.
    @exclusivity(unchecked)
    var observer: ((DragID, DragEvent, [DragEffect]) -> Void)? {
        didSet { updateMotions() }
    }

    /// Whether it sees motions as well, which are by far the most.
    @exclusivity(unchecked)
    var observesMotions = true {
        didSet { updateMotions() }
    }

    /// Whether effects are being carried out.
    @exclusivity(unchecked)
    var isDraining = false {
        didSet { updateMotions() }
    }

    /// Whether a drag has something to tell of zones once all effects are carried out: most have not, and nobody looks.
    @exclusivity(unchecked)
    var areZonesDue = false

    /// Whether a motion may take the short way: nothing waits that it must not overtake, and nobody wants to see it. Asked
    /// 8000 times a second, and so kept.
    @exclusivity(unchecked)
    private(set) var hastensMotions = true

    let surfaces = SurfaceRegistry()
    let effects = EffectQueue()
    let pictures = PictureStore()
    var style = PresentationStyle()

    private func updateMotions() { hastensMotions = !isDraining && (observer == nil || !observesMotions) }

    /// The time now, on the host's clock.
    var now: Instant { host?.now ?? .monotonic }

    /// What is seen of a drag has changed.
    func frameNeeded() { engine?.frames.request(at: nil) }

    /// The engine goes. What somebody still has of it does nothing that anybody hears of.
    func cut() {
        engine = nil
        host = nil
        observer = nil
    }
}

extension EngineLink: DataDeviceDelegate {
    func handle(_ request: DragRequest) { engine?.handle(request) }
    func seat(of object: WlSeat) -> SeatID? {
        guard let engine, let id = host?.seat(of: object) else { return nil }
        // Made now: a client without a window may fill its clipboard before anybody has typed or dragged.
        _ = engine.seat(id)
        return id
    }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        host?.mayTakeSelection(on: seat, client: client, serial: serial) ?? false
    }

    func mayControlSelections(_ client: Client) -> Bool { host?.mayControlSelections(client) ?? false }

    func clientErred(_ client: Client, _ text: String) { host?.clientErred(client, text) }
}
