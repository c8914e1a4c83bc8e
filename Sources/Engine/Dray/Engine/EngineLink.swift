// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

/// The shared state of an engine's drags, and the reference to the engine for objects that may outlive it: seats,
/// drags, destruction handlers, and clients' requests.
///
/// State needed by motions is stored here, since a seat's link is a constant and needs no reference counting. Its
/// properties are only ever assigned, never accessed exclusively for longer, so the exclusivity checks are off. The
/// checks and the counting would cost as much as the engine's own part of a motion.
final class EngineLink {
    /// The engine, or nil after its deinitialisation, when it clears the link. Unsafe, since a weak reference would
    /// make all reference counting of the engine slower.
    @exclusivity(unchecked)
    unowned(unsafe) var engine: DragEngine?

    /// Weak, since the object that owns the engine usually is its host.
    weak var host: (any DragHost)?

    /// Called with every event of every drag and its effects.
    @exclusivity(unchecked)
    var observer: ((DragID, DragEvent, [DragEffect]) -> Void)? {
        didSet { updateMotions() }
    }

    /// Whether the observer is called for motions, by far the most frequent events.
    @exclusivity(unchecked)
    var observesMotions = true {
        didSet { updateMotions() }
    }

    /// Whether effects are being performed.
    @exclusivity(unchecked)
    var isDraining = false {
        didSet { updateMotions() }
    }

    /// Whether a drag has a zone update pending until all effects are performed; rarely true.
    @exclusivity(unchecked)
    var areZonesDue = false

    /// Whether a motion may take the fast path: no effects are pending and no observer receives motions. Stored because
    /// it is read up to 8000 times a second.
    @exclusivity(unchecked)
    private(set) var hastensMotions = true

    let surfaces = SurfaceRegistry()
    let effects = EffectQueue()
    let pictures = PictureStore()
    var style = PresentationStyle()

    private func updateMotions() { hastensMotions = !isDraining && (observer == nil || !observesMotions) }

    /// The current time on the host's clock.
    var now: Instant { host?.now ?? .monotonic }

    /// Requests a frame after a visible change.
    func frameNeeded() { engine?.frames.request(at: nil) }

    /// Clears the link when the engine is deinitialised. Objects that remain then have no effect.
    func cut() {
        engine = nil
        host = nil
        observer = nil
    }
}

extension EngineLink: DataDeviceDelegate {
    func handle(_ request: DragRequest) { engine?.handle(request) }
    func seat(of object: WlSeat) -> SeatID? {
        guard let engine else { return nil }
        guard let host else {
            engine.hostMissed(.noHost, for: object.client)
            return nil
        }
        guard let id = host.seat(of: object) else { return nil }
        // Created early: a client without a window may set the clipboard before any input.
        _ = engine.seat(id)
        return id
    }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        host?.mayTakeSelection(on: seat, client: client, serial: serial) ?? false
    }

    func mayControlSelections(_ client: Client) -> Bool { host?.mayControlSelections(client) ?? false }

    func clientErred(_ client: Client, _ text: String) { host?.clientErred(client, text) }
}
