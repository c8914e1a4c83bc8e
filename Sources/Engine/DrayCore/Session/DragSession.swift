// SPDX-License-Identifier: MIT

// The states of a drag and their transitions. Events that a row does not name have no effect in that state.
//
//   state            event                                          next             effects in short
//   ---------------  ---------------------------------------------  ---------------  ---------------------------------
//   (none)           begin                                          overNothing      picked up, lift
//   overNothing      enter                                          overTarget       enter
//                    enter, no source, another application          overNothing      changes
//                    leave, itemCountChanged, modifiersChanged      overNothing      changes: feedback
//                    typesOffered                                   overNothing      none
//                    drop                                           ended            cancelled, released
//   overTarget       enter                                          overTarget       leave, enter
//                    enter, no source, another application          overNothing      leave
//                    refusalStood, and others in the table of       overTarget       offer again: the owner enters
//                      `DragSession+Meeting.swift`                                   the surface once more
//                    leave, its surface destroyed                   overNothing      leave
//                    its application disconnected                   overNothing
//                    accept, setActions, modifiersChanged,          overTarget       changes: action to both
//                      takeItems, containerChanged,                                  sides, target, feedback,
//                      itemCountChanged, its offer destroyed                         highlight
//                    typesOffered                                   overTarget       none: next offer has them
//                    drop, accepted, action is copy or move         awaitingFinish   drop, leave, drop performed,
//                                                                                    the image lands, released
//                    drop, accepted, action is ask                  asking           the same
//                    drop, not accepted                             ended            leave, cancelled, released
//                    drop, no source                                ended            drop, leave, released
//   both above       motion beyond the threshold, first time        the same         the image appears
//                    cancel, source or its application gone         ended            leave, cancelled, released
//   awaitingFinish   accept                                         awaitingFinish   target to the source
//                    finish, with an accepted type                  (see below)
//                    offer destroyed, legacy target                 (see below)
//                    offer destroyed, negotiating target            ended            cancelled, the drop has failed
//                    target's application gone, cancel              ended            cancelled, the drop has failed
//                    source or its application gone                 awaitingFinish   none to the source from here on
//                    deliveryChanged                                awaitingFinish   none; for brokeOff, once: drop
//                                                                                    failed, not repeated at the end
//   asking           setActions                                     asking           none: it is the answer
//                    finish, with an answer and an accepted type    (see below)
//                    offer destroyed, the answer is copy, arrived   ended            final action, finished
//                    offer destroyed, otherwise                     ended            cancelled, the drop has failed
//                    (otherwise as awaitingFinish)
//   settling         deliveryChanged to arrived                     ended            final action, finished
//                    deliveryChanged to failed                      ended            cancelled, the drop has failed
//                    target's application gone, cancel              ended            cancelled, the drop has failed
//                    source or its application gone                 settling         none to the source from here on
//   ended            (final)
//
// The delivery state decides the result of a target's `finish` (HIG-16):
//
//   delivery                                                        next             effects in short
//   --------------------------------------------------------------  ---------------  ---------------------------------
//   arrived, cameBefore                                             ended            final action, finished
//   notAsked, the source exists                                     ended            final action, finished
//   notAsked, the source is gone                                    ended            the drop has failed
//   awaited                                                         settling         none
//   failed, brokeOff                                                ended            cancelled, the drop has failed
//
// The destruction of any other surface changes no state. If it is the origin, the image can no longer fly back.

/// One drag, from `wl_data_device.start_drag` to its end: a value type that implements the rules and has no side
/// effects.
///
/// Each event is a method that changes the state and returns the effects to carry out, in order. A session is over when
/// ``DragEffect/ended(_:)`` has been returned; every later event returns nothing. The owner keeps one session for the
/// drag in progress on a seat, and those that were dropped and are not yet finished.
///
/// Requests name the offer that they are made on. An offer that is not the current one is retired: a request on it is
/// late, not wrong, and has no effect.
public struct DragSession: Equatable, Sendable {
    /// The origin of the drag.
    public let origin: DragOrigin
    public let policy: DragPolicy
    /// The distance that the pointer moves before the image appears, in points (HIG-11).
    public let imageThreshold: Double
    /// The position of the pointer, finger or pen, or its last position before the drop. Global.
    public internal(set) var pointer: Point
    /// The modifiers that were in effect last, including those held when the drag began.
    public internal(set) var modifiers: Modifiers
    /// The number of dragged items.
    public internal(set) var itemCount: Int

    var state: State = .overNothing
    var content: Content
    // The image and the way back are independent of the state: the image may be shown or hidden over a target as well
    // as elsewhere.
    var image: Image = .waiting
    var home: Home = .neverLeft
    var lastSent: LastSent
    /// The state of the type negotiation by surface; no entry for surfaces that have not answered. Used only if
    /// conversions of the content exist.
    var meetings: [SurfaceID: Meeting] = [:]

    /// Begins a drag. The protocol events begin immediately; the image appears when the pointer has moved far enough
    /// (HIG-11). The first target, usually the origin surface itself, is entered by ``enter(_:global:local:offer:)``.
    ///
    /// - Parameters:
    ///   - source: The content, or nil for the protocol's NULL source: then only the application that begins the drag
    ///     receives events, without an offer, and transfers its data internally.
    ///   - modifiers: The modifiers that are held already. They count.
    public static func begin(
        _ source: DragSource?, from origin: DragOrigin, modifiers: Modifiers = [],
        policy: DragPolicy = .humanInterface, imageThreshold: Double = DragBeginning.standardImageThreshold
    ) -> (session: DragSession, effects: [DragEffect]) {
        begin(
            DragBeginning(
                source: source, origin: origin, modifiers: modifiers, policy: policy, imageThreshold: imageThreshold))
    }

    /// Begins a drag from a value.
    public static func begin(_ beginning: DragBeginning) -> (session: DragSession, effects: [DragEffect]) {
        let session = DragSession(beginning)
        let effects: [DragEffect] = [
            .announce(.pickedUp(itemCount: session.itemCount)),
            .haptic(.lift),
            .presentation(.feedback(session.lastSent.feedback)),
        ]
        return (session, effects)
    }

    private init(_ beginning: DragBeginning) {
        let count = beginning.source?.itemCount ?? 1
        self.origin = beginning.origin
        self.policy = beginning.policy
        self.imageThreshold = beginning.imageThreshold
        self.pointer = beginning.origin.position
        self.modifiers = beginning.modifiers
        self.itemCount = count
        self.content = beginning.source.map(Content.offered) ?? .withinApplication
        self.lastSent = LastSent(feedback: Feedback(outcome: .undecided, itemCount: count))
    }

    // MARK: - The pointer

    /// Handles a motion of the pointer inside the same surface. The owner sends the motion event, since it knows the
    /// surface-local position and the time.
    ///
    /// - Parameter position: The position in global coordinates.
    public mutating func move(to position: Point) -> MotionEffect {
        switch state {
        case .overNothing:
            pointer = position
            return MotionEffect(recipient: nil, image: imageFollows())
        case .overTarget(let over):
            pointer = position
            return MotionEffect(recipient: over.target.surface, image: imageFollows())
        case .awaitingFinish, .asking, .settling, .ended:
            return .none
        }
    }

    /// Handles the content's crossing to another surface.
    ///
    /// Entering the current surface again restarts it with a new offer. A host does so when the client binds its
    /// `wl_data_device` late.
    ///
    /// - Parameters:
    ///   - global: The pointer position in the compositor's global space.
    ///   - local: The same position in surface-local coordinates. Always the real position, since clients decide by it.
    ///   - offer: The identity of the new offer, never used before. Unused without a source.
    public mutating func enter(_ target: Target, global: Point, local: Point, offer id: OfferID) -> [DragEffect] {
        guard isUnderWay else { return [] }
        var effects = [DragEffect].withRoom
        follow(to: global, &effects)
        leaveTarget(&effects)
        let relation = Relation(of: target, to: origin)
        if relation != .sameContainer { home.leave() }
        var breadth = meetings[target.surface]?.breadth ?? .own
        if target.takesKeys { breadth.insert(.keys) }
        if let over = Over(
            target, relation: relation, offer: id, breadth, of: content, policy: policy, modifiers: modifiers)
        {
            state = .overTarget(over)
            effects.append(.target(.enter(target, offering(of: over), at: local)))
        }
        tellChanges(&effects)
        return effects
    }

    /// Handles the content's leaving of all targets.
    ///
    /// - Parameter global: The pointer position in the compositor's global space.
    public mutating func leave(global: Point) -> [DragEffect] {
        guard isUnderWay else { return [] }
        var effects = [DragEffect].withRoom
        follow(to: global, &effects)
        leaveTarget(&effects)
        home.leave()
        tellChanges(&effects)
        return effects
    }

    /// Handles a change of the container inside the same surface. An application with the extension can have several
    /// containers in one surface.
    public mutating func containerChanged(to container: ContainerID) -> [DragEffect] {
        guard case .overTarget(var over) = state, over.target.container != container else { return [] }
        var effects: [DragEffect] = []
        over.target.container = container
        over.relation = Relation(of: over.target, to: origin)
        if over.relation != .sameContainer { home.leave() }
        state = .overTarget(over)
        showActions(&effects)
        tellChanges(&effects)
        return effects
    }

    // MARK: - The user

    /// Handles a change of the modifiers. The action changes immediately, without a motion (HIG-04). After the drop,
    /// modifiers have no effect.
    public mutating func modifiersChanged(to modifiers: Modifiers) -> [DragEffect] {
        guard isUnderWay else { return [] }
        self.modifiers = modifiers
        var effects = [DragEffect].withRoom
        showActions(&effects)
        tellChanges(&effects)
        return effects
    }

    /// Handles a change of the number of items, or its first determination (HIG-06, HIG-07).
    public mutating func itemCountChanged(to count: Int) -> [DragEffect] {
        guard isUnderWay, count != itemCount else { return [] }
        itemCount = count
        var effects: [DragEffect] = [.announce(.pickedUp(itemCount: count))]
        tellChanges(&effects)
        return effects
    }

    /// Cancels the drag from outside, before or after the drop.
    public mutating func cancel(_ interruption: DragInterruption) -> [DragEffect] {
        var effects: [DragEffect] = []
        switch state {
        case .overNothing, .overTarget:
            leaveTarget(&effects)
            fail(.interrupted(interruption), &effects)
        case .awaitingFinish(let dropped, _), .asking(let dropped, _):
            effects.append(.retire(dropped.offer.id))
            fail(.interrupted(interruption), &effects)
        case .settling:
            fail(.interrupted(interruption), &effects)
        case .ended:
            break
        }
        return effects
    }
}
