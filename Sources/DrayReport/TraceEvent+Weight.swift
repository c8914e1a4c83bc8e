// SPDX-License-Identifier: MIT

// What of a trace is worth a reader's look: Wayland clients say much that has nothing to do with a drag.

extension TraceEvent {
    /// How much a reader of a report wants to see of something.
    package enum Weight: Equatable, Sendable {
        /// Stands in the report as it is.
        case shown
        /// One of many alike while the pointer moves; neighbours are told in one line.
        case motion
        /// Everyday traffic of a Wayland client: there when looked for, folded away else.
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

    /// The interfaces that drags and selections are made of.
    private static let families = [
        "wl_data_", "dray_", "xdg_toplevel_drag_", "zwp_primary_selection_", "zwlr_data_control_", "ext_data_control_",
    ]
}

extension TraceEvent.Engine {
    /// The engine's cases are not known by name here, but those that come with every motion say so in their name.
    fileprivate var weight: TraceEvent.Weight {
        let lowercased = name.lowercased()
        return ["motion", "moved", "moveicon", "moveimage", "imagemoves"].contains { lowercased.contains($0) }
            ? .motion : .shown
    }
}
