// SPDX-License-Identifier: MIT

// The states of how a target's types and the source's meet, and what leads from one to the next. Events that a row does not
// name change nothing there. A target is asked anew by `leave` and `enter` with another offer, since `wl_data_offer` cannot
// grow; who takes what the source has is never offered anything else, and never entered twice.
//
//   state         offered       event                                             next          what goes out
//   ------------  ------------  ------------------------------------------------  ------------  -------------
//   own           the source's  it refuses, and there are further types           refused       watch refusal
//                               it takes one                                      fits
//   refused       the source's  it refuses                                        refused       watch refusal
//                               it takes one                                      fits
//                               the refusal stood                                 tried         offer again
//   tried         all           it takes one of the source's                      fits
//                               it takes a further one where it refused before    believed
//                               it takes a further one elsewhere                  doubted       offer again
//   doubted       the source's  it refuses                                        refusedAgain  watch refusal
//                               it takes one                                      fits
//   refusedAgain  the source's  as refused, but: the refusal stood                believed      offer again
//   believed      all           (no event leads anywhere)
//   fits          the source's  (no event leads anywhere)
//
// Toolkits that look at content before they answer say no first and yes a moment later: so a refusal counts when it has stood
// for a while. A window refuses above its title bar what it takes below: so a further type counts only where the source's own
// were refused, and a terminal that takes both text and lists of files is not given a list for a text.
//
// The application that gives the content knows what it has, and is never asked anew: GTK 4 hands content inside a process on
// without the wire, and finds no format in common after a second `enter`.

extension DragSession {
    /// How the types that the content is offered as suit what a surface takes (HIG-25).
    enum Meeting: Equatable, Sendable, BitwiseCopyable {
        case own
        case refused
        case tried(refusedAt: Point)
        case doubted
        case refusedAgain
        case believed
        case fits

        /// What an offer to the surface contains.
        var breadth: OfferBreadth {
            switch self {
            case .own, .refused, .doubted, .refusedAgain, .fits: .own
            case .tried, .believed: .further
            }
        }
    }

    /// The target has said what it takes.
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

    /// The source offers other types than it did (`wl_data_source.offer` after `start_drag`). They are in the offers
    /// that are made from here on; a `wl_data_offer` that a target has already cannot grow.
    /// - Parameter further: what can be made of them.
    public mutating func typesOffered(_ types: Representations, further: [Conversion]) -> [DragEffect] {
        guard isUnderWay, case .offered(let before) = content else { return [] }
        var source = before
        source.types = types
        source.further = further
        content = .offered(source)
        // Accepted types are kept by their places.
        let moved = { (place: Int?) in place.flatMap { source.place(of: before.type(at: $0), [.further, .keys]) } }
        told.accepted = moved(told.accepted)
        if case .overTarget(var over) = state, case .live(var offer) = over.offer {
            offer.accepted = moved(offer.accepted)
            over.offer = .live(offer)
            state = .overTarget(over)
        }
        return []
    }

    /// The target has taken nothing for as long as a toolkit may need to make up its mind.
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
