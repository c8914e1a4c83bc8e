// SPDX-License-Identifier: MIT

import DrayCore

/// What a connection has to remember so that it can tell the steps of drags: of the client's own, and of those over it.
struct StepSight {
    /// A drag that the client has begun.
    struct Dragged {
        var source: UInt32
        /// Its beginning, while that is not told yet.
        var untold: DragStep?
        var isUnderWay = false
        var isDropped = false
        var action: DragAction?
    }

    /// A drag over a window of the client.
    struct Hover {
        var seat: SeatName
        var window: StepWindow
        var offer: UInt32
        /// Whether the client takes a type; nil until it has said so.
        var isAccepted: Bool?
        /// What the compositor has chosen last; nil until it has told, or where it chose nothing.
        var action: DragAction?
        var isActionTold = false
        var isDropped = false

        /// What a drop would do now; nil while that is not known.
        func outcome(isOld: Bool) -> Feedback.Outcome? {
            switch (isAccepted, isOld) {
            case (nil, _): nil
            case (false?, _): .notPossible
            // Before there were actions, all content was copied.
            case (true?, true): .copy
            case (true?, false): action.map(Feedback.Outcome.init) ?? (isActionTold ? .notPossible : nil)
            }
        }
    }

    var dragged: [SeatName: Dragged] = [:]
    /// By data device.
    var hovers: [UInt32: Hover] = [:]
    private var types: [UInt32: [MimeType]] = [:]
    /// The sources whose types are kept, the oldest first.
    private var order: [UInt32] = []

    /// A client has a source for its clipboard, one for what it drags, and hardly more.
    private static let sourceLimit = 8
    /// The list of drops names fewer.
    private static let typeLimit = 16

    mutating func add(_ type: String, to source: UInt32) {
        if types[source] == nil {
            order.append(source)
            if order.count > Self.sourceLimit { types[order.removeFirst()] = nil }
        }
        guard types[source, default: []].count < Self.typeLimit else { return }
        types[source, default: []].append(MimeType(WindowSight.cut(type)))
    }

    func types(of source: UInt32) -> Representations { Representations(types[source] ?? []) }

    /// The id is another's from here on.
    mutating func forget(source: UInt32) {
        guard types.removeValue(forKey: source) != nil else { return }
        order.removeAll { $0 == source }
    }

    /// Changes what is known of a hover, without memory of its own: a value inside a dictionary that is changed where it lies takes some.
    mutating func changeHover(_ device: UInt32, _ change: (inout Hover) -> Void) {
        guard var hover = hovers[device] else { return }
        change(&hover)
        hovers.updateValue(hover, forKey: device)
    }

    /// The same of a drag.
    mutating func changeDragged(_ seat: SeatName, _ change: (inout Dragged) -> Void) {
        guard var drag = dragged[seat] else { return }
        change(&drag)
        dragged.updateValue(drag, forKey: seat)
    }

    func seat(of source: UInt32) -> SeatName? { dragged.first { $0.value.source == source }?.key }
    func device(of offer: UInt32) -> UInt32? { hovers.first { $0.value.offer == offer }?.key }
}
