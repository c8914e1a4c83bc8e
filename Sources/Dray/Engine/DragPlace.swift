// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer

/// Who may take: a client's data devices, or the host.
protocol DragPlace: AnyObject {
    /// Carries out what a session wants the target told.
    func tell(_ effect: TargetEffect, of drag: Drag)
}

/// The data devices of the client whose surface the content is over. Motions reach them past this object, by the seat.
final class ClientPlace: DragPlace {
    private let lane: DataLane
    private let surface: WlSurface

    init(_ lane: DataLane, surface: WlSurface) {
        self.lane = lane
        self.surface = surface
    }

    func tell(_ effect: TargetEffect, of drag: Drag) { lane.tell(effect, surface: surface) }
}

/// A control of the host's own.
final class OwnPlace: DragPlace {
    let place: HostPlace
    private var state = State.outside

    private enum State {
        /// Leads to `over`.
        case outside
        /// Leads to `outside` and `dropped`.
        case over
        case dropped
    }

    init(_ place: HostPlace) {
        self.place = place
    }

    func tell(_ effect: TargetEffect, of drag: Drag) {
        switch effect {
        case .enter(_, let offering, let position):
            state = .over
            if let offering { enter(offering, at: position, drag) }
        case .motion(_, let position, _):
            place.handlers.moved(drag.id, position)
        case .leave:
            switch state {
            case .over:
                state = .outside
                place.handlers.left(drag.id)
            case .outside, .dropped: break  // The session takes leave after a drop as well.
            }
        case .drop:
            state = .dropped
            guard let action = drag.session.action else { return }
            if let taking = place.taking { drag.take(taking) } else { place.handlers.dropped(drag.id, action) }
        case .action(_, let action): place.handlers.decided?(drag.id, action)
        case .sourceActions: break  // The host looks at the drag's feedback.
        }
    }

    private func enter(_ offering: TargetEffect.Offering, at position: Point, _ drag: Drag) {
        let offered = HostPlace.Offering(
            types: Array(offering.types), actions: offering.sourceActions ?? [], position: position)
        if let answer = place.handlers.entered(drag.id, offered) { drag.answer(answer, on: offering.id) }
    }
}

extension Drag {
    /// What was dropped is read for the host, once the drop is complete.
    fileprivate func take(_ taking: HostPlace.Taking) {
        guard let engine = link.engine, let type = taking.type(of: engine.types(of: id)),
            engine.take(type, of: id, limit: taking.limit, { [id] in taking.taken(id, type, $0) })
        else { return link.engine?.finish(id, succeeded: false) ?? () }
    }

    /// What a place of the host's says of the content over it; nil: it does not take it.
    func answer(_ answer: HostPlace.Answer?, on offer: OfferID) {
        guard let answer else { return deliver(.accept(offer, nil)) }
        // A host that wants to ask does so before it answers.
        let mask = answer.actions.intersection([.copy, .move])
        let preferred = answer.preferred.map { DragActions(rawValue: $0.rawValue) } ?? []
        deliver(.setActions(offer, mask: mask, preferred: preferred.intersection(mask)))
        deliver(.accept(offer, answer.type))
    }
}
