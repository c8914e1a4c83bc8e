// SPDX-License-Identifier: MIT

import DrayCore

/// The state that a connection needs to report the steps of drags: those of the client, and those over it.
struct StepSight {
    /// A drag that the client has begun.
    struct Dragged {
        var source: UInt32
        /// The beginning of the drag, until it is reported.
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
        /// Whether the client accepts a type; nil until it has sent `accept`.
        var isAccepted: Bool?
        /// The last action that the compositor has selected; nil if it has sent none, or selected none.
        var action: DragAction?
        var isActionTold = false
        var isDropped = false

        /// The outcome of a drop at this moment; nil if it is not known.
        func outcome(isOld: Bool) -> Feedback.Outcome? {
            switch (isAccepted, isOld) {
            case (nil, _): nil
            case (false?, _): .notPossible
            // Versions without actions always copy.
            case (true?, true): .copy
            case (true?, false): action.map(Feedback.Outcome.init) ?? (isActionTold ? .notPossible : nil)
            }
        }
    }

    var dragged: [SeatName: Dragged] = [:]
    /// The drags over the client by data device.
    var hovers: [UInt32: Hover] = [:]
    private var types: [UInt32: [MimeType]] = [:]
    /// The sources whose types are stored, the oldest first.
    private var order: [UInt32] = []

    /// The maximum number of sources. Clients usually have one for the clipboard and one for a drag.
    private static let sourceLimit = 8
    /// The maximum number of types per source. The list of drops shows fewer.
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

    /// Removes a source whose id may be reused.
    mutating func forget(source: UInt32) {
        guard types.removeValue(forKey: source) != nil else { return }
        order.removeAll { $0 == source }
    }

    /// Modifies a hover without allocating: changing a value in place in a dictionary would allocate.
    mutating func changeHover(_ device: UInt32, _ change: (inout Hover) -> Void) {
        guard var hover = hovers[device] else { return }
        change(&hover)
        hovers.updateValue(hover, forKey: device)
    }

    /// Modifies a drag in the same way.
    mutating func changeDragged(_ seat: SeatName, _ change: (inout Dragged) -> Void) {
        guard var drag = dragged[seat] else { return }
        change(&drag)
        dragged.updateValue(drag, forKey: seat)
    }

    func seat(of source: UInt32) -> SeatName? { dragged.first { $0.value.source == source }?.key }
    func device(of offer: UInt32) -> UInt32? { hovers.first { $0.value.offer == offer }?.key }
}
