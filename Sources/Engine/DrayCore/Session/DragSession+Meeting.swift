// SPDX-License-Identifier: MIT

// The negotiation of types between a target and the source. Events that a row does not name have no effect in that
// state.
//
// A target receives a new set of types by `leave` and `enter` with another offer, since `wl_data_offer` cannot grow. A
// target that accepts one of the source's own types is never offered any other, and is never entered twice.
//
//   state         offered       event                                             next          effect
//   ------------  ------------  ------------------------------------------------  ------------  -------------
//   own           the source's  refuses, and conversions exist                    refused       watch refusal
//                               accepts one                                       fits
//   refused       the source's  refuses                                           refused       watch refusal
//                               accepts one                                       fits
//                               the refusal stood                                 tried         offer again
//   tried         all           accepts one of the source's                       fits
//                               accepts a converted one at the refused position   believed
//                               accepts a converted one at another position       doubted       offer again
//   doubted       the source's  refuses                                           refusedAgain  watch refusal
//                               accepts one                                       fits
//   refusedAgain  the source's  as refused, except: the refusal stood             believed      offer again
//   believed      all           (final)
//   fits          the source's  (final)
//
// Toolkits that inspect the content before they answer refuse first and accept a moment later, so a refusal counts only
// after a delay. A window may refuse over its title bar what it accepts below, so a converted type counts only at the
// position where the source's own types were refused: a terminal that accepts both text and lists of files must not
// receive a list when the source has text.
//
// The application that began the drag knows its content and never gets a second offer: GTK 4 transfers content inside a
// process without the protocol, and finds no common format after a second `enter`.

extension DragSession {
    /// How the offered types match the types that a surface accepts (HIG-25).
    enum Meeting: Equatable, Sendable, BitwiseCopyable {
        case own
        case refused
        case tried(refusedAt: Point)
        case doubted
        case refusedAgain
        case believed
        case fits

        /// The types that an offer to the surface contains.
        var breadth: OfferBreadth {
            switch self {
            case .own, .refused, .doubted, .refusedAgain, .fits: .own
            case .tried, .believed: .further
            }
        }
    }

    /// Handles an `accept` of the target.
    mutating func meet(_ target: Target, accepted: Int?, _ effects: inout [DragEffect]) {
        guard let source, !source.further.isEmpty, target.application != origin.application else { return }
        let surface = target.surface
        switch (meetings[surface] ?? .own, accepted) {
        case (.own, nil), (.refused, nil):
            meetings[surface] = .refused
            effects.append(.watchRefusal(surface))
        case (.doubted, nil), (.refusedAgain, nil):
            meetings[surface] = .refusedAgain
            effects.append(.watchRefusal(surface))
        case (.own, .some), (.refused, .some), (.doubted, .some), (.refusedAgain, .some):
            meetings[surface] = .fits
        case (.tried(let point), let place?):
            if !source.isMade(at: place) {
                meetings[surface] = .fits
            } else if point == pointer {
                meetings[surface] = .believed
            } else {
                meetings[surface] = .doubted
                effects.append(.offerAgain(surface))
            }
        case (.tried, nil), (.believed, _), (.fits, _): break
        }
    }

    /// Handles new types of the source (`wl_data_source.offer` after `start_drag`). They are included in every later
    /// offer. An existing `wl_data_offer` does not change, since it cannot grow.
    /// - Parameter further: The types that can be made from `types` by conversion.
    public mutating func typesOffered(_ types: Representations, further: [Conversion]) -> [DragEffect] {
        guard isUnderWay, case .offered(let before) = content else { return [] }
        var source = before
        source.types = types
        source.further = further
        content = .offered(source)
        // Accepted types are stored as indices.
        let moved = { (place: Int?) in place.flatMap { source.place(of: before.type(at: $0), [.further, .keys]) } }
        lastSent.accepted = moved(lastSent.accepted)
        if case .overTarget(var over) = state, case .live(var offer) = over.offer {
            offer.accepted = moved(offer.accepted)
            over.offer = .live(offer)
            state = .overTarget(over)
        }
        return []
    }

    /// Handles the end of the delay in which a toolkit may still accept a type after a refusal.
    public mutating func refusalStood(_ surface: SurfaceID) -> [DragEffect] {
        guard case .overTarget(let over) = state, over.target.surface == surface, let offer = over.liveOffer,
            offer.accepted == nil
        else { return [] }
        switch meetings[surface] {
        case .refused: meetings[surface] = .tried(refusedAt: pointer)
        case .refusedAgain: meetings[surface] = .believed
        case nil, .own, .tried, .doubted, .believed, .fits: return []
        }
        return [.offerAgain(surface)]
    }
}
