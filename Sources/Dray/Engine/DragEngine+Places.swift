// SPDX-License-Identifier: MIT

public import DrayCore
import DrayTransfer
public import WaylandUtil

// A place of the host's own that content is over or was dropped on: what it answers, reads and says at the end.

extension DragEngine {
    /// A place of the host's says something else than it did as the content came over it, or says it only now; nil: it does
    /// not take the content.
    public func answer(_ answer: HostPlace.Answer?, to id: DragID) {
        guard let drag = drag(id), drag.session.phase == .underWay, let offer = offer(of: drag) else { return }
        drag.answer(answer, on: offer)
    }

    /// What is offered to the place of the host's that a drag is over, or was dropped on; empty for any other.
    public func types(of id: DragID) -> [MimeType] {
        guard let drag = drag(id), offer(of: drag) != nil else { return [] }
        return Array(drag.session.offeredTypes)
    }

    /// Has the source write what is over a place of the host's, or was dropped on it, as `type` into the descriptor.
    public func read(_ type: MimeType, of id: DragID, into descriptor: ReceivedDescriptor) {
        guard let drag = drag(id), let offer = offer(of: drag) else { return }
        drag.receive(type, descriptor, from: offer)
    }

    /// Reads what was dropped on a place of the host's into memory, and ends the drop by what `done` answers: whether the host
    /// could take it. In place of ``read(_:of:into:)`` and ``finish(_:succeeded:)``.
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - done: is given all of it; nil if it is more than the limit, or the drag has failed meanwhile. Called once, later,
    ///     as long as the engine lives.
    /// - Returns: false if no drag with that number was dropped on a place, or no descriptors are left; `done` is not called
    ///   then.
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

    /// The host is done with a drop on its place, or could not take the content.
    public func finish(_ id: DragID, succeeded: Bool) {
        guard let drag = drag(id), drag.session.phase == .dropped, let offer = offer(of: drag) else { return }
        drag.deliver(succeeded ? .finish(offer) : .offerDestroyed(offer))
    }

    /// Content of the host's own is offered as these types from the next target on. Types that are missing stay.
    public func offer(_ types: [MimeType], of id: DragID) {
        guard let content = drag(id)?.content as? OwnContent else { return }
        content.offer(Array(content.description.types) + types)
    }

    /// Content of the host's own is no more: its application has quit, or given it up. Before the drop the drag is over; after it, if
    /// nothing was given yet.
    public func contentGone(of id: DragID) { drag(id)?.deliver(.sourceDestroyed) }

    /// A place is no more: content over it is over nothing, and a drop on it that has not been finished fails.
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
