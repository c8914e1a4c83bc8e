// SPDX-License-Identifier: MIT

// The states of a drag, and what leads from one to the next. Events that a row does not name change nothing there.
//
//   state            event                                          next             what goes out, in short
//   ---------------  ---------------------------------------------  ---------------  ---------------------------------
//   (none)           begin                                          overNothing      picked up, lift
//   overNothing      enter                                          overTarget       enter
//                    enter, no source, another application          overNothing      what changed
//                    leave, itemCountChanged, modifiersChanged      overNothing      what changed: feedback
//                    typesOffered                                   overNothing      nothing
//                    drop                                           ended            cancelled, released
//   overTarget       enter                                          overTarget       leave, enter
//                    enter, no source, another application          overNothing      leave
//                    refusalStood, and what else the table of       overTarget       offer again: its owner enters
//                      `DragSession+Meeting.swift` names                              the surface once more
//                    leave, its surface destroyed                   overNothing      leave
//                    its application gone                           overNothing
//                    accept, setActions, modifiersChanged,          overTarget       what changed: action to both
//                      takeItems, containerChanged,                                  sides, target, feedback,
//                      itemCountChanged, its offer destroyed                         highlight
//                    typesOffered                                   overTarget       nothing: the next offer has them
//                    drop, taken, action is copy or move            awaitingFinish   drop, leave, drop performed,
//                                                                                    the image lands, released
//                    drop, taken, action is ask                     asking           the same
//                    drop, not taken                                ended            leave, cancelled, released
//                    drop, no source                                ended            drop, leave, released
//   both above       motion, for the first time far enough          the same         the image appears
//                    cancel, source or its application gone         ended            leave, cancelled, released
//   awaitingFinish   accept                                         awaitingFinish   target to the source
//                    finish, with an accepted type                  (see below)
//                    offer destroyed, legacy target                 (see below)
//                    offer destroyed, negotiating target            ended            cancelled, the drop has failed
//                    target's application gone, cancel              ended            cancelled, the drop has failed
//                    source or its application gone                 awaitingFinish   nothing more to the source
//                    deliveryChanged                                awaitingFinish   nothing; brokeOff, once: the drop has
//                                                                                    failed, which the end does not repeat
//   asking           setActions                                     asking           nothing: it is the answer
//                    finish, with an answer and an accepted type    (see below)
//                    offer destroyed, the answer is copy, arrived   ended            final action, finished
//                    offer destroyed, otherwise                     ended            cancelled, the drop has failed
//                    (all else as awaitingFinish)
//   settling         deliveryChanged to arrived                     ended            final action, finished
//                    deliveryChanged to failed                      ended            cancelled, the drop has failed
//                    target's application gone, cancel              ended            cancelled, the drop has failed
//                    source or its application gone                 settling         nothing more to the source
//   ended            (no event leads anywhere)
//
// What a target's "finished" comes to is decided by what came of its reads (HIG-16):
//
//   delivery                                                        next             what goes out, in short
//   ---------------------------------------------------------------  ---------------  ---------------------------------
//   arrived, cameBefore                                             ended            final action, finished
//   notAsked, the source lives                                      ended            final action, finished
//   notAsked, the source is gone                                    ended            the drop has failed
//   awaited                                                         settling         nothing
//   failed, brokeOff                                                ended            cancelled, the drop has failed
//
// A surface that is destroyed otherwise changes no state; if it is the origin, the image has no way home any more.

/// One drag, from `wl_data_device.start_drag` to its end: a value that knows the rules and does nothing by itself.
///
/// Each event is a method that changes the state and returns what is to be done about it, in order. A session is over
/// when ``DragEffect/ended(_:)`` has been returned; every later event returns nothing. The owner keeps one session for
/// the drag in progress on a seat, and those that were dropped and are not yet finished.
///
/// Requests name the offer they are made on. An offer that is not the current one is retired: such a request is
/// late, not wrong, and changes nothing.
public struct DragSession: Equatable, Sendable {
    /// Where the drag began.
    public let origin: DragOrigin
    public let policy: DragPolicy
    /// How far the pointer moves before the image appears, in points (HIG-11).
    public let imageThreshold: Double
    /// Where the pointer, finger or pen is, or was when the drag was dropped. Global.
    public internal(set) var pointer: Point
    /// The modifiers that were in effect last. Those held when the drag began count.
    public internal(set) var modifiers: Modifiers
    /// How many items travel.
    public internal(set) var itemCount: Int

    var state: State = .overNothing
    var content: Content
    // The image and the way home outlive the single states: over a target or not, the image may be shown or not.
    var image: Image = .waiting
    var home: Home = .neverLeft
    var told: Told
    /// How far targets have said what they take, by surface; nothing for those that have not. Only of content that something can
    /// be made of.
    var meetings: [SurfaceID: Meeting] = [:]

    /// Begins a drag. Its protocol side runs from here on; the image appears later, when the pointer has moved
    /// (HIG-11). The first target, usually the origin surface itself, is entered by ``enter(_:global:local:offer:)``.
    ///
    /// - Parameters:
    ///   - source: the content, or nil for the protocol's NULL source: then only the application that begins the drag
    ///     gets events, without an offer, and passes its data by itself.
    ///   - modifiers: what is held already. It counts.
    public static func begin(
        _ source: DragSource?, from origin: DragOrigin, modifiers: Modifiers = [],
        policy: DragPolicy = .humanInterface, imageThreshold: Double = DragBeginning.standardImageThreshold
    ) -> (session: DragSession, effects: [DragEffect]) {
        begin(
            DragBeginning(
                source: source, origin: origin, modifiers: modifiers, policy: policy, imageThreshold: imageThreshold))
    }

    /// The same, from a value.
    public static func begin(_ beginning: DragBeginning) -> (session: DragSession, effects: [DragEffect]) {
        let session = DragSession(beginning)
        let effects: [DragEffect] = [
            .announce(.pickedUp(itemCount: session.itemCount)),
            .haptic(.lift),
            .presentation(.feedback(session.told.feedback)),
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
        self.told = Told(feedback: Feedback(outcome: .undecided, itemCount: count))
    }

    // MARK: - The pointer

    /// The pointer moved, and is over what it was over before. The owner sends the motion itself: it knows the position
    /// local to the surface, and the time.
    ///
    /// - Parameter position: global.
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

    /// The content came over another surface.
    ///
    /// Entering the surface that the content is over already starts again with a new offer: a host does so when the
    /// client's `wl_data_device` came late.
    ///
    /// - Parameters:
    ///   - global: where the pointer is, in the compositor's global space.
    ///   - local: the same point, local to the surface. Always the real one: clients decide by it.
    ///   - offer: the identity for the new offer, never used before. Not used where there is no source.
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

    /// The content is over nothing that could take it.
    ///
    /// - Parameter global: where the pointer is, in the compositor's global space.
    public mutating func leave(global: Point) -> [DragEffect] {
        guard isUnderWay else { return [] }
        var effects = [DragEffect].withRoom
        follow(to: global, &effects)
        leaveTarget(&effects)
        home.leave()
        tellChanges(&effects)
        return effects
    }

    /// The content is over the same surface, and came to another container of that application (an application with the
    /// extension can have several in one surface).
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

    // MARK: - The person

    /// Modifiers were pressed or released. What a drop would do follows at once, without a motion (HIG-04); after the
    /// drop they have no say.
    public mutating func modifiersChanged(to modifiers: Modifiers) -> [DragEffect] {
        guard isUnderWay else { return [] }
        self.modifiers = modifiers
        var effects = [DragEffect].withRoom
        showActions(&effects)
        tellChanges(&effects)
        return effects
    }

    /// The number of items became known or changed (HIG-06, HIG-07).
    public mutating func itemCountChanged(to count: Int) -> [DragEffect] {
        guard isUnderWay, count != itemCount else { return [] }
        itemCount = count
        var effects: [DragEffect] = [.announce(.pickedUp(itemCount: count))]
        tellChanges(&effects)
        return effects
    }

    /// The drag is broken off from outside, before or after the drop.
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
