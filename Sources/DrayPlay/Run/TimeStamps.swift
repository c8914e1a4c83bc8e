// SPDX-License-Identifier: MIT

import WaylandServer

/// Finds the time stamps in what clients are told, and writes them as the scenario's time.
struct TimeStamps {
    /// A client's `wl_callback`.
    private struct Callback: Hashable {
        let client: UInt64
        let object: String
    }

    /// The callbacks of frames. Others carry a serial number.
    private var frameCallbacks: Set<Callback> = []

    /// The values of a message's arguments by their place, where they are time stamps: in the scenario's time.
    mutating func translated(_ message: LoggedMessage, by clock: PlayClock) -> [Int: String] {
        switch (message.direction, message.interface, message.name) {
        case (.request, "wl_surface", "frame"):
            // `new wl_callback#12`.
            guard let callback = message.arguments.first?.value.split(separator: "#").last else { return [:] }
            frameCallbacks.insert(Callback(client: message.client, object: String(callback)))
        case (.event, "wl_callback", "done"):
            let callback = Callback(client: message.client, object: "\(message.objectID)")
            guard frameCallbacks.remove(callback) != nil else { return [:] }
            return translated(message, argument: "callback_data", by: clock)
        case (.event, _, _):
            return translated(message, argument: "time", by: clock)
        case (.request, _, _):
            break  // What clients say of time is theirs.
        }
        return [:]
    }

    private func translated(_ message: LoggedMessage, argument: String, by clock: PlayClock) -> [Int: String] {
        guard let index = message.arguments.firstIndex(where: { $0.name == argument }),
            let stamp = UInt32(message.arguments[index].value)
        else { return [:] }
        return [index: "\(clock.scenarioStamp(stamp))"]
    }
}
