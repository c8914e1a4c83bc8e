// SPDX-License-Identifier: MIT

import DrayCore

/// Describes in one sentence what a message means for drag and drop, for readers who are not familiar with the
/// protocol.
struct MessageDescription {
    private let message: TraceEvent.Message

    init(_ message: TraceEvent.Message) {
        self.message = message
    }

    /// The sentence; nil for a message that needs none.
    var sentence: String? {
        switch message.direction {
        case .request: request
        case .event: event
        }
    }

    private var client: String { message.client }

    private var request: String? {
        switch (message.interface, message.name) {
        case ("wl_data_device_manager", "create_data_source"):
            "\(client) creates a data source"
        case ("wl_data_device", "start_drag"):
            isNil("source")
                ? "\(client) starts a drag inside the client"
                : "\(client) starts a drag\(isNil("icon") ? ", without an icon" : "")"
        case ("wl_data_device", "set_selection"):
            isNil("source") ? "\(client) empties the clipboard" : "\(client) sets the clipboard"
        case ("wl_data_source", "offer"):
            "\(client) offers \(value("mime_type"))"
        case ("wl_data_source", "set_actions"):
            "\(client) allows \(actions("dnd_actions"))"
        case ("wl_data_source", "destroy"):
            "\(client) destroys its data source"
        case ("wl_data_offer", "accept"):
            isNil("mime_type") ? "\(client) accepts nothing here" : "\(client) accepts \(value("mime_type"))"
        case ("wl_data_offer", "set_actions"):
            "\(client) can \(actions("dnd_actions")), and prefers \(actions("preferred_action"))"
        case ("wl_data_offer", "receive"):
            "\(client) requests the data as \(value("mime_type"))"
        case ("wl_data_offer", "finish"):
            "\(client) finishes the drop"
        case ("wl_data_offer", "destroy"):
            "\(client) destroys the offer"
        case ("xdg_toplevel", "set_title"):
            "\(client) sets the window title “\(value("title"))”"
        case ("xdg_toplevel_drag_v1", "attach"):
            "\(client) attaches a window to the drag"
        default:
            nil
        }
    }

    private var event: String? {
        switch (message.interface, message.name) {
        case ("wl_data_device", "data_offer"):
            "\(client) receives an offer"
        case ("wl_data_device", "enter"):
            "The drag enters \(client)\(place)"
        case ("wl_data_device", "motion"):
            "The drag moves over \(client)\(place)"
        case ("wl_data_device", "leave"):
            "The drag leaves \(client)"
        case ("wl_data_device", "drop"):
            "The content is dropped on \(client)"
        case ("wl_data_device", "selection"):
            isNil("id") ? "The clipboard is empty for \(client)" : "\(client) receives the clipboard offer"
        case ("wl_data_offer", "offer"):
            "The offer to \(client) has \(value("mime_type"))"
        case ("wl_data_offer", "source_actions"):
            "\(client) is sent the source's actions: \(actions("source_actions"))"
        case ("wl_data_offer", "action"), ("wl_data_source", "action"):
            "\(client) is sent the action: \(outcome)"
        case ("wl_data_source", "target"):
            isNil("mime_type")
                ? "\(client) is informed that the target accepts nothing"
                : "\(client) is informed that the target accepts \(value("mime_type"))"
        case ("wl_data_source", "send"):
            "\(client) is asked to send the data as \(value("mime_type"))"
        case ("wl_data_source", "dnd_drop_performed"):
            "\(client) is informed that the drop was performed"
        case ("wl_data_source", "dnd_finished"):
            "\(client) is informed that the target has finished"
        case ("wl_data_source", "cancelled"):
            "\(client) is informed that its source is cancelled"
        case ("wl_pointer", "button"):
            "A button is \(isPressed ? "pressed" : "released") over \(client)"
        case ("wl_touch", "down"):
            "A finger comes down on \(client)\(place)"
        case ("wl_touch", "up"):
            "A finger is lifted from \(client)"
        case ("wl_display", "error"):
            "The compositor disconnects \(client) with a protocol error: \(value("message"))"
        default:
            nil
        }
    }

    private var outcome: String {
        switch ActionDescription.names(in: message[argument: "dnd_action"] ?? "") {
        case []: "a drop would do nothing"
        case ["ask"]: "a drop would ask the user"
        case let names: "a drop would \(names.joined(separator: " or "))"
        }
    }

    private var isPressed: Bool { ["pressed", "1"].contains(message[argument: "state"]) }

    private var place: String {
        guard let x = message[argument: "x"], let y = message[argument: "y"] else { return "" }
        return " at \(x), \(y)"
    }

    private func value(_ name: String) -> String {
        VisibleText.shortened(VisibleText.singleLine(message[argument: name] ?? "?"), to: 120)
    }

    private func actions(_ name: String) -> String {
        let names = ActionDescription.names(in: message[argument: name] ?? "")
        return names.isEmpty ? "nothing" : names.joined(separator: " or ")
    }

    private func isNil(_ name: String) -> Bool {
        ["nil", "null", "0"].contains(message[argument: name] ?? "nil")
    }
}
