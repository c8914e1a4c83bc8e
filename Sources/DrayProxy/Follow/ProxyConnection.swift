// SPDX-License-Identifier: MIT

package import DrayCore

/// What the proxy knows of one client, and what it makes of its messages: a value that is shown each of them, in order,
/// changes numbers in two of them, and says what is to be told.
///
/// It opens and sends nothing. Ids, serials and descriptors stay as they are, and no protocol has to be known but what
/// stands here. How offers and data devices come to what they are:
///
/// ```
/// an offer      data_offer   enter        selection   drop              destroy   set_actions
/// introduced    –            decided      selection   –                 gone      by the stricter rule
/// decided       introduced   (stays)      –           dropped or asked  gone      by the rule of its window
/// dropped       introduced   –            –           –                 gone      held to the drop's action, if any
/// asked         introduced   –            –           –                 gone      overridden where the rule forbids it
/// selection     introduced   –            –           –                 gone      as it is
///
/// a device      enter        leave        drop        data_offer        finish or destroy of the offer, or a pointer's enter
/// nothing       over         as it is     as it is    –                 –
/// over          over         nothing      dropped     –                 –
/// dropped       LEAVE, over  nothing      LEAVE, dropped LEAVE, settled LEAVE, settled
/// settled       over         taken out    as it is    –                 –
/// ```
///
/// LEAVE is a `leave` that the proxy adds where the compositor sent none after a drop: GTK 4 takes the next drag over
/// the same window for the old one without it. It has to come before the pointer is in a window again, as GDK takes it for the pointer's
/// own: the next presses would be nobody's. A second one is taken out.
///
/// A decision is made once for each offer, by the `enter` that names it, and kept until the offer is destroyed: clients
/// answer when their window may be left already. Only where the client's own drag is confirmed later is it made again.
/// After the drop the action is what both sides were told: a compositor that still listens (mutter) is told that action
/// alone, where a client (GTK 3) says another, or more, and never none, so that every client can finish.
package struct ProxyConnection {
    var objects = ObjectTable()
    var forest = SurfaceForest()
    /// The seats that the compositor has told of. A client may name any other: nobody drags there. One that it has, and has not told
    /// this client of yet, gives nobody the serial that a drag needs.
    var seats: Set<SeatName> = []
    /// The drags that this client has begun, by seat.
    var drags: [SeatName: OwnDrag] = [:]
    /// The buttons and fingers that the client holds.
    var presses = HeldPresses()
    /// The data devices that were told of a drop, and of no leave yet.
    var dropped: [UInt32] = []
    /// What has to be told, in order; whoever serves the connection takes it out.
    var notices: [ProxyNotice] = []
    /// The last change that was told, of the offer that the client speaks of.
    private var lastChange: ProxyNotice?
    /// Whether every message of a drag is told, and where drags begin and end.
    let isTelling: Bool
    /// Whether the steps of drags are told, for words and for the list of drops.
    let tellsSteps: Bool
    /// What is known of windows and pointers, where it is told.
    var sight = WindowSight()
    var steps = StepSight()
    /// What was told last of a drag over this client.
    var lastHover: DragStep?

    private let client: DragBoard.Client
    private let policy: DragPolicy
    private let board: DragBoard
    private let now: () -> UInt64

    /// A drag of this client.
    struct OwnDrag {
        /// The window that it began in.
        let origin: SurfaceID
        let source: UInt32
        /// Whether the compositor has sent its source an event since: it is under way.
        var isConfirmed = false
        /// Offers over the client's windows that were judged to be another application's before the drag was confirmed,
        /// by data device.
        var judgedEarly: [UInt32: UInt32] = [:]
    }

    /// What becomes of a message.
    package enum Passage: Equatable, Sendable {
        /// It goes on, as it is now.
        case pass
        /// It does not go.
        case remove
        /// Another message, to the same side, goes before it.
        case passAfter([UInt8])
        /// It goes on, and another goes to the client.
        case passAnswering([UInt8])
    }

    /// - Parameters:
    ///   - client: a number that no other client of the board has.
    ///   - now: microseconds of a clock.
    package init(
        client: DragBoard.Client, policy: DragPolicy, board: DragBoard, isTelling: Bool = false,
        tellsSteps: Bool = false, now: @escaping () -> UInt64 = { ProxyReport.now }
    ) {
        self.now = now
        self.client = client
        self.policy = policy
        self.board = board
        self.isTelling = isTelling
        self.tellsSteps = tellsSteps
    }

    /// A request of the client.
    @inline(__always)
    package mutating func request(_ message: WireMessage) throws(WireBreach) -> Passage {
        let id = message.object
        if id == Self.display { return try displayRequest(message) }
        guard let object = objects[id] else { return .pass }
        return try request(message, to: object, id)
    }

    /// An event of the compositor.
    @inline(__always)
    package mutating func event(_ message: WireMessage) throws(WireBreach) -> Passage {
        let id = message.object
        if id == Self.display { return displayEvent(message) }
        guard let object = objects[id] else { return .pass }
        return try event(message, of: object, id)
    }

    /// Tells of a change; toolkits say the same with every motion, and it is told once.
    mutating func tellChange(_ notice: ProxyNotice) {
        guard notice != lastChange else { return }
        lastChange = notice
        notices.append(notice)
    }

    /// What has to be told since the last time.
    package mutating func takeNotices() -> [ProxyNotice] {
        guard !notices.isEmpty else { return [] }
        defer { notices = [] }
        return notices
    }

    // MARK: Decisions

    /// Another drag began: this client's own, if any, is over.
    /// - Parameter isPressed: whether the client holds the press that it was begun by. Without one the drag counts as
    ///   soon as it is confirmed.
    mutating func begin(
        _ drag: (origin: SurfaceID, source: UInt32)?, on seat: SeatName, isPressed: Bool = false
    ) {
        drags[seat] = drag.map { OwnDrag(origin: $0.origin, source: $0.source) }
        if drag != nil, isPressed {
            board.claim(on: seat, by: client, at: now())
        } else {
            board.end(on: seat, by: client)
        }
    }

    /// What that source offers is over nobody's windows any more.
    mutating func end(dragsOf source: UInt32) {
        for (seat, drag) in drags where drag.source == source {
            drags[seat] = nil
            board.end(on: seat, by: client)
        }
    }

    /// Whether what is over this client's windows comes from this client.
    func isOwn(on seat: SeatName) -> Bool { drags[seat] != nil && board.client(on: seat, at: now()) == client }

    /// The compositor has sent the source of that drag an event: it is under way, whatever other clients claim.
    mutating func confirm(on seat: SeatName) {
        drags[seat]?.isConfirmed = true
        drags[seat]?.judgedEarly = [:]
        board.confirm(on: seat, by: client)
    }

    /// How a surface of this client stands to what is dragged on that seat.
    func relation(of surface: SurfaceID?, on seat: SeatName) -> Relation {
        guard isOwn(on: seat), let drag = drags[seat] else { return .otherApplication }
        return surface.map { forest.root(of: $0) } == drag.origin ? .sameContainer : .sameApplication
    }

    /// The rule for an offer of which the window is not known yet.
    func earlyRelation(on seat: SeatName) -> Relation { isOwn(on: seat) ? .sameApplication : .otherApplication }

    func rule(for relation: Relation) -> OfferRule { OfferRule(rule: policy.rule(for: relation)) }

    static let display: UInt32 = 1
    /// Ids from here on are of objects that the compositor makes.
    static let firstOfCompositor: UInt32 = 0xff00_0000

    /// `source_actions` of that offer.
    static func sourceActions(_ offer: UInt32, _ actions: DragActions) -> [UInt8] {
        let words: [UInt32] = [offer, 12 << 16 | 1, actions.rawValue]
        return words.withUnsafeBytes(Array.init)
    }

    /// A `leave` of that data device.
    static func leave(_ device: UInt32) -> [UInt8] {
        let words: [UInt32] = [device, 8 << 16 | 2]
        return words.withUnsafeBytes(Array.init)
    }
}
