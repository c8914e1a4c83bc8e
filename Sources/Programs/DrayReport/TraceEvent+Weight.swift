// SPDX-License-Identifier: MIT

// The relevance of trace records to a reader: most Wayland messages have nothing to do with a drag.

extension TraceEvent {
    /// The prominence of a record in a report.
    package enum Weight: Equatable, Sendable {
        /// Shown individually.
        case shown
        /// One of many similar motions; consecutive ones are merged into one row.
        case motion
        /// Routine traffic of a Wayland client, which is folded away.
        case background
    }

    package var weight: Weight {
        switch self {
        case .message(let message): message.weight
        case .engine(let engine): engine.weight
        case .frame: .motion
        case .step, .transfer, .picture, .expectation, .output, .client, .note: .shown
        }
    }
}

extension TraceEvent.Message {
    fileprivate var weight: TraceEvent.Weight {
        switch (interface, name) {
        case ("wl_data_device", "motion"), ("wl_pointer", "motion"), ("wl_touch", "motion"):
            .motion
        case ("wl_pointer", "button"), ("wl_touch", "down"), ("wl_touch", "up"), ("wl_touch", "cancel"):
            .shown
        case ("wl_display", "error"), ("xdg_toplevel", "set_title"), ("xdg_toplevel", "close"):
            .shown
        default:
            Self.families.contains { interface.hasPrefix($0) } ? .shown : .background
        }
    }

    /// The prefixes of the interfaces for drags and selections.
    private static let families = [
        "wl_data_", "dray_", "xdg_toplevel_drag_", "zwp_primary_selection_", "zwlr_data_control_", "ext_data_control_",
    ]
}

extension TraceEvent.Engine {
    /// The names of the engine's cases are not listed here; cases that occur with every motion contain that word.
    fileprivate var weight: TraceEvent.Weight {
        let lowercased = name.lowercased()
        return ["motion", "moved", "moveicon", "moveimage", "imagemoves"].contains { lowercased.contains($0) }
            ? .motion : .shown
    }
}
