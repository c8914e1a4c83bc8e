// SPDX-License-Identifier: MIT

/// An event of the Wayland protocol that is sent to a client.
package struct ProtocolEvent: Equatable, Sendable {
    package var client: Located<String>
    /// The interface, such as `wl_data_device`.
    package var interface: String
    /// The event, such as `enter`.
    package var event: String
    package var location: Location

    package init(client: Located<String>, interface: String, event: String, location: Location) {
        self.client = client
        self.interface = interface
        self.event = event
        self.location = location
    }
}

extension ProtocolEvent {
    static let shape = Shape<ProtocolEvent>.record { keys in
        let client = keys.required("client", "The client that receives it.", .reference(to: .client))
        let name = keys.required("name", "`interface.event`, like `wl_data_device.drop`.", nameShape)
        guard let client, let name else { return nil }
        return ProtocolEvent(client: client, interface: name.interface, event: name.event, location: keys.location)
    }
    .named("event")

    private struct Name: Sendable {
        var interface: String
        var event: String
    }

    /// The events of the interfaces involved in a drag; events of other interfaces are not checked.
    private static let known: [String: [String]] = [
        "wl_data_device": ["data_offer", "enter", "leave", "motion", "drop", "selection"],
        "wl_data_offer": ["offer", "source_actions", "action"],
        "wl_data_source": ["target", "send", "cancelled", "dnd_drop_performed", "dnd_finished", "action"],
        "wl_pointer": [
            "enter", "leave", "motion", "button", "axis", "frame", "axis_source", "axis_stop", "axis_discrete",
            "axis_value120", "axis_relative_direction",
        ],
        "wl_touch": ["down", "up", "motion", "frame", "cancel", "shape", "orientation"],
        "wl_keyboard": ["keymap", "enter", "leave", "key", "modifiers", "repeat_info"],
        "wl_surface": ["enter", "leave", "preferred_buffer_scale", "preferred_buffer_transform"],
        "xdg_toplevel": ["configure", "close", "configure_bounds", "wm_capabilities"],
        "xdg_surface": ["configure"],
        "xdg_popup": ["configure", "popup_done", "repositioned"],
    ]

    private static let nameShape = Shape<Name>.scalar(
        .text(pattern: "^[a-z0-9_]+\\.[a-z0-9_]+$"), expected: "an event", help: "`interface.event`"
    ) { text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
        }
        return parts.count == 2 && isName ? Name(interface: parts[0], event: parts[1]) : nil
    }
    .checked { name, node, reading in
        guard let mistake = mistake(in: name) else { return name }
        reading.report(mistake.words, at: node, help: mistake.help)
        return nil
    }

    /// The reason why an event does not exist, and the existing events.
    private static func mistake(in name: Name) -> (words: String, help: String?)? {
        guard let events = known[name.interface] else {
            guard let meant = Suggestion.nearest(to: name.interface, among: known.keys.sorted()) else { return nil }
            // A name one letter off a known one is a misspelling; any other name may be an extension.
            guard name.interface.hasPrefix("wl_") || name.interface.hasPrefix("xdg_") else { return nil }
            return ("unknown interface `\(name.interface)`, did you mean `\(meant)`?", nil)
        }
        if events.contains(name.event) { return nil }
        return (
            "`\(name.interface)` has no event `\(name.event)`\(Suggestion.phrase(for: name.event, among: events))",
            "events: \(events.joined(separator: ", "))"
        )
    }

    /// The reason why a text does not name an event.
    package struct Mistake: Error {
        package let words: String
    }

    /// Parses an event as typed by the user: `wl_data_device.drop`.
    /// - Parameter client: The client that receives it.
    package init(_ text: String, to client: String) throws(Mistake) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw Mistake(words: "an event is written `interface.event`, not `\(text)`")
        }
        if let mistake = Self.mistake(in: Name(interface: parts[0], event: parts[1])) {
            throw Mistake(words: mistake.words + (mistake.help.map { "; \($0)" } ?? ""))
        }
        let place = Location(1, 1)
        self.init(client: Located(client, at: place), interface: parts[0], event: parts[1], location: place)
    }
}
