// SPDX-License-Identifier: MIT

public import DrayCore
import DrayTransfer
public import WaylandUtil

// The host's interface to content over, or dropped on, one of its places: answering, reading and finishing.

extension DragEngine {
    /// Changes the answer of the host's place to the content over it; nil rejects the content.
    public func answer(_ answer: HostPlace.Answer?, to id: DragID) {
        guard let drag = drag(id), drag.session.phase == .underWay, let offer = offer(of: drag) else { return }
        drag.answer(answer, on: offer)
    }

    /// Returns the types offered to the host's place that the drag is over or was dropped on; empty if there is none.
    public func types(of id: DragID) -> [MimeType] {
        guard let drag = drag(id), offer(of: drag) != nil else { return [] }
        return Array(drag.session.offeredTypes)
    }

    /// Makes the source write the content over, or dropped on, the host's place to the descriptor as `type`.
    public func read(_ type: MimeType, of id: DragID, into descriptor: ReceivedDescriptor) {
        guard let drag = drag(id), let offer = offer(of: drag) else { return }
        drag.reads.receive(type, descriptor, from: offer, drag)
    }

    /// Reads the content dropped on the host's place into memory. The drop succeeds if `done` returns true, that is,
    /// the host could use the content. Replaces ``read(_:of:into:)`` and ``finish(_:succeeded:)``.
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - done: Called once, asynchronously, while the engine exists, with the complete content, or nil if it exceeds
    ///     the limit or the drag has failed meanwhile.
    /// - Returns: False if no drag with this ID was dropped on a place, or no file descriptor is available. `done` is
    ///   not called then.
    @discardableResult
    public func take(
        _ type: MimeType, of id: DragID, limit: Int, _ done: @escaping ([UInt8]?) -> Bool
    ) -> Bool {
        guard let drag = drag(id), drag.session.phase == .dropped, offer(of: drag) != nil else { return false }
        let end = transfers.read(from: drag.content?.party ?? .host, limit: limit) { [weak self] content in
            let isDropped = self?.drag(id)?.session.phase == .dropped
            let isTaken = done(isDropped ? content : nil)
            self?.finish(id, succeeded: isTaken && isDropped && content != nil)
        }
        guard let end else { return false }
        read(type, of: id, into: end)
        return true
    }

    /// Ends a drop on the host's place: it has used the content, or failed to.
    public func finish(_ id: DragID, succeeded: Bool) {
        guard let drag = drag(id), drag.session.phase == .dropped, let offer = offer(of: drag) else { return }
        drag.deliver(succeeded ? .finish(offer) : .offerDestroyed(offer))
    }

    /// Adds types to the host's own content, starting with the next target. Existing types remain.
    public func offer(_ types: [MimeType], of id: DragID) {
        guard let content = drag(id)?.content as? OwnContent else { return }
        content.offer(Array(content.description.types) + types)
    }

    /// Reports that content of the host no longer exists: its application quit or withdrew it. Before the drop this
    /// ends the drag; after the drop, only if nothing was transferred yet.
    public func contentGone(of id: DragID) { drag(id)?.deliver(.sourceDestroyed) }

    /// Removes a place. Content over it is over nothing, and an unfinished drop on it fails.
    public func remove(_ place: HostPlace) {
        for drag in drags where drag.session.target?.surface == place.id {
            switch drag.session.phase {
            case .underWay: drag.seat.focus(nil, at: drag.session.pointer)
            case .dropped: finish(drag.id, succeeded: false)
            case .ended: break
            }
        }
        surfaceDestroyed(place.id)
    }

    private func offer(of drag: Drag) -> OfferID? {
        drag.session.target?.surface.isOfHost == true ? drag.session.offerID : nil
    }
}
