// SPDX-License-Identifier: MIT

package import DrayCore

/// The state of one client's connection. It is a value that receives each message in order, changes arguments of the
/// messages that state actions, and collects notices.
///
/// It performs no input or output. Ids, serials and descriptors stay unchanged, and no protocols other than those
/// listed here need to be known. The states of offers and data devices:
///
/// ```
/// an offer      data_offer   enter        selection   drop              destroy   set_actions
/// introduced    –            decided      selection   –                 removed   by the stricter rule
/// decided       introduced   (stays)      –           dropped or asked  removed   by the rule of its window
/// dropped       introduced   –            –           –                 removed   limited to the drop's action, if any
/// asked         introduced   –            –           –                 removed   overridden if the rule forbids it
/// selection     introduced   –            –           –                 removed   unchanged
///
/// a device      enter        leave        drop        data_offer        destroy, finish, or a pointer's enter
/// nothing       over         unchanged    unchanged   –                 –
/// over          over         nothing      dropped     –                 –
/// dropped       LEAVE, over  nothing      LEAVE, dropped LEAVE, settled LEAVE, settled
/// settled       over         removed      unchanged   –                 –
/// ```
///
/// LEAVE is a `leave` that the proxy adds if the compositor sends none after a drop. Without it, GTK 4 mistakes the
/// next drag over the same window for the previous one. It has to arrive before the next `enter` of the pointer: GDK
/// treats it as the pointer's own `leave`, and would ignore the next presses. A second `leave` is removed.
///
/// The rule is chosen once for each offer, by the `enter` event that names it, and kept until the offer is destroyed,
/// since clients may answer after the drag has left their window. It is chosen again only if the client's own drag is
/// confirmed later. After the drop, the action is the one that both sides were sent: a compositor that still accepts
/// `set_actions` (mutter) receives only this action, even if a client (GTK 3) requests another or several, and never
/// none, so that every client can finish.
package struct ProxyConnection {
    var objects = ObjectTable()
    var forest = SurfaceForest()
    /// The seats that the compositor has announced. A client may bind other names, but no drag can begin there: a seat
    /// that exists but is not announced yet has sent no serial for `start_drag`.
    var seats: Set<SeatName> = []
    /// The drags of this client by seat.
    var drags: [SeatName: OwnDrag] = [:]
    /// The buttons and touch points that the client holds.
    var presses = HeldPresses()
    /// The modifiers, as far as the client is sent them.
    var modifiers = HeldModifiers()
    /// The ids of the data devices that were sent `drop` but no `leave` yet.
    var dropped: [UInt32] = []
    /// The pending notices in order. The owner of the connection removes them.
    var notices: [ProxyNotice] = []
    /// The last change that was reported for the client's current offer.
    private var lastChange: ProxyNotice?
    /// The kinds of violations that were reported. Each is reported once.
    private var reportedViolations: Set<ProtocolViolation> = []
    /// Whether the compositor has sent an action for the client's last offer before the client had answered. The
    /// protocol has it match both sides' actions, so such a compositor does not negotiate, and this connection does.
    var isUnnegotiated = false
    /// Whether this connection negotiates in front of such a compositor; false if the policy is the protocol's own.
    let negotiates: Bool
    /// Whether every message of a drag is reported, and where drags begin and end.
    let isTelling: Bool
    /// Whether the steps of drags are reported, for announcements and the list of drops.
    let tellsSteps: Bool
    /// The state of windows and pointers, if these are reported.
    var sight = WindowSight()
    var steps = StepSight()
    /// The last reported step of a drag over this client.
    var lastHover: DragStep?

    /// Whether a `leave` that the compositor does not send after a drop is added.
    let addsLeaves: Bool

    private let client: SharedDragTable.Client
    private let policy: DragPolicy
    private let board: SharedDragTable
    private let now: () -> UInt64

    /// A drag of this client.
    struct OwnDrag {
        /// The window in which the drag began.
        let origin: SurfaceID
        let source: UInt32
        /// Whether the compositor has sent an event to the source, which proves that the drag is active.
        var isConfirmed = false
        /// The relation of the drag to what is below it: one of the client's own windows, or anything else.
        var relation = Relation.otherApplication
        /// The offer of this drag over the client's own window that it is over, or was dropped on.
        var ownOffer: UInt32?
        /// The offers over the client's windows that were treated as another application's before the drag was
        /// confirmed, by data device.
        var judgedEarly: [UInt32: UInt32] = [:]
    }

    /// How a message is forwarded.
    package enum Passage: Equatable, Sendable {
        /// Forwarded, with its current arguments.
        case pass
        /// Dropped.
        case remove
        /// Forwarded after another message to the same side.
        case passAfter([UInt8])
        /// Forwarded, and another message is sent to the client.
        case passAnswering([UInt8])
    }

    /// - Parameters:
    ///   - client: a number that is unique among the clients of the table.
    ///   - addsLeaves: false if messages of the compositor cannot be removed, since it might send the `leave` later.
    ///   - now: a clock in microseconds.
    package init(
        client: SharedDragTable.Client, policy: DragPolicy, board: SharedDragTable, isTelling: Bool = false,
        tellsSteps: Bool = false, addsLeaves: Bool = true, now: @escaping () -> UInt64 = { ProxyReport.now }
    ) {
        self.now = now
        self.client = client
        self.policy = policy
        self.board = board
        self.isTelling = isTelling
        self.tellsSteps = tellsSteps
        self.addsLeaves = addsLeaves
        negotiates = [policy.sameContainer, policy.sameApplication, policy.otherApplication].contains { $0 != .wayland }
    }

    /// Processes a request of the client.
    @inline(__always)
    package mutating func request(_ message: WireMessage) throws(WireBreach) -> Passage {
        let id = message.object
        if id == Self.display { return try displayRequest(message) }
        guard let object = objects[id] else { return .pass }
        return try request(message, to: object, id)
    }

    /// Processes an event of the compositor.
    @inline(__always)
    package mutating func event(_ message: WireMessage) throws(WireBreach) -> Passage {
        let id = message.object
        if id == Self.display { return displayEvent(message) }
        guard let object = objects[id] else { return .pass }
        return try event(message, of: object, id)
    }

    /// Reports a change once: toolkits repeat their answer with every motion.
    mutating func tellChange(_ notice: ProxyNotice) {
        guard notice != lastChange else { return }
        lastChange = notice
        notices.append(notice)
    }

    /// Reports a violation of the protocol once. The message is forwarded unchanged, so that the other side reports the
    /// error, if it does.
    mutating func tell(_ violation: ProtocolViolation) {
        guard reportedViolations.insert(violation).inserted else { return }
        notices.append(.violation(violation))
    }

    /// Returns the notices since the previous call.
    package mutating func takeNotices() -> [ProxyNotice] {
        guard !notices.isEmpty else { return [] }
        defer { notices = [] }
        return notices
    }

    // MARK: Decisions

    /// Records that a drag began, which ends this client's previous one.
    /// - Parameter isPressed: whether the client holds the press that begins the drag. Without a press, the drag counts
    ///   only after it is confirmed.
    mutating func begin(
        _ drag: (origin: SurfaceID, source: UInt32)?, on seat: SeatName, isPressed: Bool = false
    ) {
        drags[seat] = drag.map { OwnDrag(origin: $0.origin, source: $0.source) }
        modifiers.begin(on: seat)
        if drag != nil, isPressed {
            board.claim(on: seat, by: client, at: now())
        } else {
            board.end(on: seat, by: client)
        }
    }

    /// Ends the drags of a source.
    mutating func end(dragsOf source: UInt32) {
        for (seat, drag) in drags where drag.source == source {
            drags[seat] = nil
            board.end(on: seat, by: client)
        }
    }

    /// Whether the drag over this client's windows is its own.
    func isOwn(on seat: SeatName) -> Bool { drags[seat] != nil && board.client(on: seat, at: now()) == client }

    /// Records that the compositor has sent an event to the drag's source. This confirms the drag, whatever other
    /// clients claim.
    mutating func confirm(on seat: SeatName) {
        drags[seat]?.isConfirmed = true
        drags[seat]?.judgedEarly = [:]
        board.confirm(on: seat, by: client)
    }

    /// The relation of one of the client's surfaces to the drag on this seat.
    func relation(of surface: SurfaceID?, on seat: SeatName) -> Relation {
        guard isOwn(on: seat), let drag = drags[seat] else { return .otherApplication }
        return surface.map { forest.root(of: $0) } == drag.origin ? .sameContainer : .sameApplication
    }

    /// The relation for an offer whose window is not known yet.
    func earlyRelation(on seat: SeatName) -> Relation { isOwn(on: seat) ? .sameApplication : .otherApplication }

    /// The action that the held modifiers request for a drop on one of the client's own windows; nil if they are
    /// unknown, or request none. Only the compositor can end a drop that asks.
    /// - Parameter negotiates: whether the compositor negotiates, and may apply the modifiers itself.
    func wish(on seat: SeatName, negotiates: Bool) -> DragAction? {
        guard isOwn(on: seat), let held = modifiers.modifiers(on: seat, fresh: negotiates) else { return nil }
        switch policy.modifiers.wish(for: held) {
        case .copy?: return .copy
        case .move?: return .move
        case .ask?, nil: return nil
        }
    }

    func rule(for relation: Relation) -> OfferRule { OfferRule(rule: policy.rule(for: relation)) }

    static let display: UInt32 = 1
    /// The first id of the range that the compositor allocates.
    static let firstOfCompositor: UInt32 = 0xff00_0000

    /// Returns a `source_actions` event for this offer.
    static func sourceActions(_ offer: UInt32, _ actions: DragActions) -> [UInt8] {
        event(offer, WlDataOffer.Event.sourceActions, actions.rawValue)
    }

    /// Returns an `action` event for this offer.
    static func offerAction(_ offer: UInt32, _ action: DragActions) -> [UInt8] {
        event(offer, WlDataOffer.Event.action, action.rawValue)
    }

    /// Returns an `action` event for this source.
    static func action(_ source: UInt32, _ action: DragActions) -> [UInt8] {
        event(source, WlDataSource.Event.action, action.rawValue)
    }

    /// Returns a `leave` event for this data device.
    static func leave(_ device: UInt32) -> [UInt8] { event(device, WlDataDevice.Event.leave) }

    private static func event(_ object: UInt32, _ opcode: UInt16, _ arguments: UInt32...) -> [UInt8] {
        let size = UInt32(WireMessage.headSize + 4 * arguments.count)
        return ([object, size << 16 | UInt32(opcode)] + arguments).withUnsafeBytes(Array.init)
    }
}
