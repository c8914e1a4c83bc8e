// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// Checks the events of one `wl_data_device` against the protocol.
final class FuzzDevice {
    let object: WlDataDevice
    private(set) var place = Place.outside
    /// The offers that the client has not destroyed.
    private(set) var offers: [FuzzOffer] = []
    private(set) var enterSerial: UInt32 = 0
    private(set) var dropCount = 0
    private var introduced: FuzzOffer?
    private let rules: Rules
    /// The masks that the client has sent on any of its devices: a mask counts for all of them.
    var sentMasks: () -> [UInt32] = { [] }
    /// Whether, as far as the client knows, the compositor may consider the offer accepted.
    var mayAccept: () -> Bool = { false }

    enum Place {
        case outside
        /// Over one of the client's surfaces.
        case inside(FuzzOffer?)
        /// After `drop`, before `leave`.
        case dropped
    }

    /// The facts about sources that the checks need.
    struct Rules {
        /// The mask of the source with that type, and whether it belongs to the same client. Nil if none has it.
        var source: (String) -> (mask: UInt32, isOwn: Bool)?
        /// Whether `move` may be offered between applications.
        var allowsForeignMove: Bool
        var report: (String) -> Void
    }

    init(_ object: WlDataDevice, rules: Rules) {
        self.object = object
        self.rules = rules
        object.onEvent { [weak self] in self?.handle($0) }
    }

    var current: FuzzOffer? {
        if case .inside(let offer) = place { offer } else { nil }
    }

    var isInside: Bool {
        switch place {
        case .inside, .dropped: true
        case .outside: false
        }
    }

    func destroy(_ offer: FuzzOffer) {
        offers.removeAll { $0 === offer }
        if case .inside(let current) = place, current === offer { place = .inside(nil) }
        offer.object.destroy()
    }

    private func handle(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let object):
            if introduced != nil { rules.report("data_offer before the last one was used") }
            let offer = FuzzOffer(object)
            object.onEvent { [weak self, weak offer] in
                if let self, let offer { handle($0, of: offer) }
            }
            introduced = offer
            offers.append(offer)
        case .enter(let serial, _, let x, let y, let object):
            entered(serial, x.doubleValue, y.doubleValue, object)
        case .leave:
            switch place {
            case .outside: rules.report("leave without enter")
            case .inside(let offer): offer?.stage = .past
            case .dropped: break
            }
            place = .outside
        case .motion:
            switch place {
            case .inside: break
            case .outside, .dropped: rules.report("motion outside")
            }
        case .drop:
            dropCount += 1
            switch place {
            case .inside(let offer):
                offer?.stage = .dropped
                if let offer, offer.isNegotiating { checkDrop(offer) }
                place = .dropped
            case .outside: rules.report("drop outside")
            case .dropped: rules.report("drop twice")
            }
        case .selection(let object):
            let offer = take(object)
            offer?.stage = .selection
            if offer?.sourceActions != nil { rules.report("source_actions on a selection") }
        }
    }

    private func entered(_ serial: UInt32, _ x: Double, _ y: Double, _ object: WlDataOffer?) {
        if case .outside = place {} else { rules.report("enter without leave") }
        if serial == 0 || (enterSerial != 0 && Int32(bitPattern: serial &- enterSerial) <= 0) {
            rules.report("enter with serial \(serial) after \(enterSerial)")
        }
        enterSerial = serial
        if !(0...4096).contains(x) || !(0...4096).contains(y) { rules.report("enter at \(x), \(y)") }
        let offer = take(object)
        offer?.stage = .entered
        if let offer, offer.isNegotiating != (offer.sourceActions != nil) {
            rules.report("enter with source_actions \(String(describing: offer.sourceActions))")
        }
        place = .inside(offer)
    }

    /// Returns the offer that was introduced for this event.
    private func take(_ object: WlDataOffer?) -> FuzzOffer? {
        guard let object else {
            if introduced != nil { rules.report("an offer was introduced and not used") }
            introduced = nil
            return nil
        }
        defer { introduced = nil }
        if introduced?.object != object { rules.report("an offer that was not introduced just before") }
        return offers.first { $0.object == object }
    }

    private func checkDrop(_ offer: FuzzOffer) {
        if !mayAccept() { rules.report("drop on a target that accepts nothing") }
        if (offer.action ?? 0) == 0 { rules.report("drop without an action") }
    }

    private func handle(_ event: WlDataOffer.Event, of offer: FuzzOffer) {
        switch event {
        case .offer(let type):
            if offer.stage != .introduced { rules.report("offer after enter") }
            if offer.types.contains(type) { rules.report("a type twice") }
            if rules.source(type) == nil, !type.hasPrefix("text/") { rules.report("a type that no source has") }
            offer.types.append(type)
        case .sourceActions(let actions):
            if offer.stage == .dropped || offer.stage == .past { rules.report("source_actions on an old offer") }
            offer.sourceActions = actions.rawValue
            guard let source = offer.types.lazy.compactMap(rules.source).first else { return }
            let offered = source.mask == 0 ? FuzzOffer.copy : source.mask
            if actions.rawValue & ~offered != 0 {
                rules.report("source_actions \(actions.rawValue), the source offers \(offered)")
            }
            if !rules.allowsForeignMove, !source.isOwn, actions.rawValue & FuzzOffer.move != 0 {
                rules.report("source_actions with move, from another application (HIG-01)")
            }
        case .action(let action):
            handle(action: action.rawValue, of: offer)
        }
    }

    private func handle(action: UInt32, of offer: FuzzOffer) {
        if offer.stage != .entered { rules.report("action on an offer that is \(offer.stage)") }
        let masks = sentMasks()
        if masks.isEmpty { rules.report("action before set_actions") }
        if action.nonzeroBitCount > 1 { rules.report("action \(action) is more than one") }
        // The client cannot know which masks the compositor had received; `FuzzRun` checks the last one when idle.
        let mine = masks.reduce(0, |)
        if action & ~(mine & (offer.sourceActions ?? 0)) != 0 {
            rules.report("action \(action), the target offers \(mine), the source \(offer.sourceActions ?? 0)")
        }
        offer.action = action
    }
}
