// SPDX-License-Identifier: MIT

import WaylandClient

/// A `wl_data_source` of a fuzzing client, with the events received.
final class FuzzSource {
    let object: WlDataSource
    let types: [String]
    /// The mask of `set_actions`; 0 where it was not called.
    let mask: UInt32
    var use = Use.none
    /// Its object of `dray_drag_v1`.
    var words: DrayDragSourceV1?
    private(set) var starts = 0
    private(set) var cancels = 0
    private(set) var drops = 0
    private(set) var finishes = 0
    /// The last `action` of the drag under way.
    private(set) var action: UInt32 = 0
    private let report: (String) -> Void

    enum Use { case none, drag, selection }

    /// - Parameter report: called for each violation of the protocol.
    init(_ object: WlDataSource, types: [String], mask: UInt32, report: @escaping (String) -> Void) {
        self.object = object
        self.types = types
        self.mask = mask
        self.report = report
        object.onEvent { [weak self] in self?.handle($0) }
    }

    var isNegotiating: Bool { object.proxy.version >= 3 }
    /// Whether it was started once and its end has not been received.
    var isOpen: Bool { starts == 1 && cancels + finishes == 0 }
    /// Whether its last drag has ended, as far as the client knows.
    var mayStartAgain: Bool { use != .selection && (starts == 0 || starts == cancels + finishes) }

    func willStart() {
        starts += 1
        use = .drag
        action = 0
    }

    private var isSelection: Bool { use == .selection }

    private func handle(_ event: WlDataSource.Event) {
        let isOver = !isSelection && cancels + finishes >= max(starts, 1)
        switch event {
        case .target(let type):
            if isOver { report("target on a source whose drag has ended") }
            if let type, !types.contains(type) { report("target with a type that the source does not have") }
        case .send(let type, _):
            if !types.contains(type) { report("send of a type that the source does not have") }
        // The event owns the descriptor and closes it.
        case .cancelled:
            cancels += 1
            if !isSelection, cancels + finishes > starts { report("cancelled without a drag") }
            if !isSelection, !isNegotiating { report("cancelled for a drag, on a source of version 2") }
        case .dndDropPerformed:
            drops += 1
            if isOver { report("dnd_drop_performed on a source whose drag has ended") }
            if drops > starts { report("dnd_drop_performed twice") }
        case .dndFinished:
            finishes += 1
            if finishes > drops { report("dnd_finished without dnd_drop_performed") }
            if cancels + finishes > starts { report("dnd_finished after the end of the drag") }
            if action != FuzzOffer.copy, action != FuzzOffer.move { report("dnd_finished after action \(action)") }
        case .action(let value):
            if isOver { report("action on a source whose drag has ended") }
            action = value.rawValue
            // A source that never stated its actions can be copied.
            let offered = mask == 0 ? FuzzOffer.copy : mask
            if action & ~offered != 0 { report("action \(action), the source offers \(offered)") }
            if action.nonzeroBitCount > 1 { report("action \(action) is more than one") }
        }
    }
}
