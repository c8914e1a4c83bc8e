// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer

/// A target of a drag: a client's data devices, or a place of the host.
protocol DragPlace: AnyObject {
    /// Sends an event of the session to the target.
    func tell(_ effect: TargetEffect, of drag: Drag)
}

/// The data devices of the client whose surface is under the content. The seat sends motions to them directly, without
/// this object.
final class ClientPlace: DragPlace {
    private let channel: DragChannel
    private let surface: WlSurface

    init(_ channel: DragChannel, surface: WlSurface) {
        self.channel = channel
        self.surface = surface
    }

    func tell(_ effect: TargetEffect, of drag: Drag) { channel.tell(effect, surface: surface) }
}

/// A control of the host.
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
            case .outside, .dropped: break  // The session sends `leave` after a drop as well.
            }
        case .drop:
            state = .dropped
            guard let action = drag.session.action else { return }
            if let taking = place.taking { drag.take(taking) } else { place.handlers.dropped(drag.id, action) }
        case .action(_, let action): place.handlers.decided?(drag.id, action)
        case .sourceActions: break  // The host uses the feedback of the drag.
        }
    }

    private func enter(_ offering: TargetEffect.Offering, at position: Point, _ drag: Drag) {
        let offered = HostPlace.Offering(
            types: Array(offering.types), actions: offering.sourceActions ?? [], position: position)
        if let answer = place.handlers.entered(drag.id, offered) { drag.answer(answer, on: offering.id) }
    }
}

extension Drag {
    /// Reads dropped content into memory for the host.
    fileprivate func take(_ taking: HostPlace.Taking) {
        guard let engine = link.engine, let type = taking.type(of: engine.types(of: id)),
            engine.take(type, of: id, limit: taking.limit, { [id] in taking.taken(id, type, $0) })
        else { return link.engine?.finish(id, succeeded: false) ?? () }
    }

    /// Delivers the answer of a host's place to the content over it; nil rejects the content.
    func answer(_ answer: HostPlace.Answer?, on offer: OfferID) {
        guard let answer else { return deliver(.accept(offer, nil)) }
        // A host that needs to ask the user does so before it answers.
        let mask = answer.actions.intersection([.copy, .move])
        let preferred = answer.preferred.map { DragActions(rawValue: $0.rawValue) } ?? []
        deliver(.setActions(offer, mask: mask, preferred: preferred.intersection(mask)))
        deliver(.accept(offer, answer.type))
    }
}
