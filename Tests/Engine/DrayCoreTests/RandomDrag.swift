// SPDX-License-Identifier: MIT

import DrayCore
import Randomness

/// Generates a random drag and its events, as a compositor with a few windows could send them.
struct RandomDrag {
    var random: SplitMix64
    let source: DragSource?
    let origin = Sample.origin
    let policy: DragPolicy
    /// The targets whose surface and application still exist.
    private var targets: [Target] = []
    private var offers: [OfferID] = []

    static let masks: [DragActions] = (0..<8).map { DragActions(rawValue: $0) }

    init(seed: UInt64, policy: DragPolicy) {
        var random = SplitMix64(seed: seed)
        let types: Representations = ["text/html", "text/plain", "image/png"]
        if random.chance(8) {
            source = nil
        } else if random.chance(25) {
            source = DragSource(types: types, actions: nil, dialect: .legacy)
        } else {
            source = DragSource(
                types: types, actions: random.chance(10) ? nil : random.pick(Self.masks), dialect: .negotiating,
                carriesWindow: random.chance(10),
                further: random.chance(50) ? Conversion.further(than: types, able: [.text, .pictures]) : [])
        }
        for application in 1...4 as ClosedRange<UInt64> {
            for window in 0..<3 as Range<UInt64> {
                targets.append(
                    Target(
                        surface: SurfaceID(application * 10 + window), application: ApplicationID(application),
                        container: ContainerID(application * 100 + window / 2),
                        dialect: application == 3 ? .legacy : .negotiating))
            }
        }
        self.policy = policy
        self.random = random
    }

    /// Returns the next event for a session in this state.
    mutating func event(for session: DragSession) -> DragEvent {
        switch Int.random(in: 0..<107, using: &random) {
        case 0..<14: return enter()
        case 14..<18: return .leave(global: point())
        case 18..<30: return .motion(global: point(), local: point(), at: .zero)
        case 30..<40: return .modifiersChanged(Modifiers(rawValue: UInt32.random(in: 0..<128, using: &random)))
        case 40..<57: return .accept(offer(session), random.chance(15) ? nil : type())
        case 57..<75: return setActions(session)
        case 75..<81: return .drop
        case 81..<89: return .finish(offer(session))
        case 89, 90: return .offerDestroyed(offer(session))
        case 91: return .deliveryChanged(random.pick(Delivery.allCases))
        case 92: return .containerChanged(ContainerID(random.pick([100, 101, 200, 201])))
        case 93: return .itemCountChanged(Int.random(in: 1..<9, using: &random))
        case 94: return .takeItems(offer(session), count: Int.random(in: 0..<9, using: &random))
        case 95: return .sourceDestroyed
        case 96, 97: return surfaceDestroyed()
        case 98: return random.chance(50) ? applicationGone() : .leave(global: point())
        case 99..<106: return .refusalStood(session.target?.surface ?? SurfaceID(9999))
        default: return random.chance(50) ? .cancel(.escape) : .drop
        }
    }

    /// Enters the same surface again at the same position.
    mutating func enterAgain(_ surface: SurfaceID, of session: DragSession) -> DragEvent? {
        guard let target = targets.first(where: { $0.surface == surface }) else { return nil }
        let id = OfferID(UInt64(offers.count) + 1)
        offers.append(id)
        return .enter(target, global: session.pointer, local: point(), offer: id)
    }

    /// Answers the new offer, usually by accepting another type.
    mutating func answerAgain(_ session: DragSession) -> DragEvent? {
        guard let offer = session.offerID, let source, random.chance(70) else { return nil }
        let further = source.further.map(\.type)
        return .accept(offer, random.chance(70) && !further.isEmpty ? random.pick(further) : type())
    }

    // MARK: - Helpers

    private mutating func enter() -> DragEvent {
        guard !targets.isEmpty else { return .leave(global: point()) }
        let id = OfferID(UInt64(offers.count) + 1)
        offers.append(id)
        return .enter(random.pick(targets), global: point(), local: point(), offer: id)
    }

    /// Returns the current offer usually, and sometimes an old one.
    private mutating func offer(_ session: DragSession) -> OfferID {
        if let current = session.offerID, random.chance(90) { return current }
        return offers.isEmpty ? OfferID(9999) : random.pick(offers)
    }

    private mutating func setActions(_ session: DragSession) -> DragEvent {
        let mask = random.chance(40) ? .all : random.pick(Self.masks)
        var preferred = random.pick([[], .copy, .move, .ask] as [DragActions])
        if random.chance(90), !preferred.isSubset(of: mask) { preferred = [] }
        if random.chance(2) { return .setActions(offer(session), mask: DragActions(rawValue: 32), preferred: []) }
        return .setActions(offer(session), mask: mask, preferred: preferred)
    }

    private mutating func surfaceDestroyed() -> DragEvent {
        guard !targets.isEmpty else { return .surfaceDestroyed(SurfaceID(9999)) }
        let target = random.pick(targets)
        targets.removeAll { $0.surface == target.surface }
        return .surfaceDestroyed(target.surface)
    }

    private mutating func applicationGone() -> DragEvent {
        let application = ApplicationID(UInt64.random(in: 1...4, using: &random))
        targets.removeAll { $0.application == application }
        return .applicationGone(application)
    }

    private mutating func type() -> MimeType {
        random.pick(["text/html", "text/plain", "image/jpeg", "video/ogg"] as [MimeType])
    }

    private mutating func point() -> Point {
        // Half of the points are near the origin, so that the threshold matters.
        let reach = random.chance(50) ? 2.0 : 200.0
        return origin.position
            + Point(
                x: Double.random(in: -reach...reach, using: &random),
                y: Double.random(in: -reach...reach, using: &random))
    }
}
