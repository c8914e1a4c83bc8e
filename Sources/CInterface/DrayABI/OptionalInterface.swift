// SPDX-License-Identifier: MIT

internal import CDray

/// The structures of callbacks with which a host adds behaviour to `dray_host_interface`.
struct OptionalInterfaces {
    var requests: dray_request_handler?
    var raiser: dray_window_raiser?
    var confirmer: dray_drop_confirmer?
    var scroller: dray_scroller?
    var keyboard: dray_keyboard_driver?
    var carrier: dray_window_carrier?
    var previews: dray_preview_reader?
    var selections: dray_selection_guard?
    var accessibility: dray_accessibility?
    var sandboxes: dray_sandbox_inspector?
    var transfers: dray_transfer_filter?
    var observer: dray_observer?
}

/// A structure of callbacks that adds one behaviour of the host.
protocol OptionalInterface: SizedStructure {
    /// The required callbacks: the name of each, and whether the host has set it.
    var required: [(name: String, isSet: Bool)] { get }
}

extension OptionalInterface {
    /// Returns a copy of the host's structure, which must be complete.
    static func readComplete(_ pointer: UnsafePointer<Self>?) throws(Mistake) -> Self {
        let interface = try read(pointer)
        if let missing = interface.required.first(where: { !$0.isSet }) {
            throw .null("the callback \(missing.name) of struct \(Self.self)")
        }
        return interface
    }
}

extension dray_request_handler: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] {
        [("drag_requested", drag_requested != nil), ("may_take_selection", may_take_selection != nil)]
    }
}
extension dray_window_raiser: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] { [("is_behind", is_behind != nil), ("raise", raise != nil)] }
}
extension dray_drop_confirmer: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] { [("confirm_drop", confirm_drop != nil)] }
}
extension dray_scroller: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] {
        [("scroll_enter", scroll_enter != nil), ("scroll_leave", scroll_leave != nil)]
    }
}
extension dray_keyboard_driver: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] {
        [
            ("keyboard_drag", keyboard_drag != nil), ("pointer_move", pointer_move != nil),
            ("pointer_button", pointer_button != nil), ("windows", windows != nil),
        ]
    }
}
extension dray_window_carrier: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] {
        [("carry_window", carry_window != nil), ("put_down_window", put_down_window != nil)]
    }
}
extension dray_preview_reader: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] {
        [("may_be_preview", may_be_preview != nil), ("picture_of", picture_of != nil)]
    }
}
extension dray_selection_guard: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] { [("may_control_selections", may_control_selections != nil)] }
}
extension dray_accessibility: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] { [("name_of", name_of != nil), ("is_locked", is_locked != nil)] }
}
extension dray_sandbox_inspector: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] { [("confinement_of", confinement_of != nil)] }
}
extension dray_transfer_filter: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    var required: [(name: String, isSet: Bool)] { [("transfer", transfer != nil)] }
}
extension dray_observer: OptionalInterface {
    static var firstSize: Int { MemoryLayout<Self>.size }
    /// Each callback only reports.
    var required: [(name: String, isSet: Bool)] { [] }
}
