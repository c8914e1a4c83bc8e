// SPDX-License-Identifier: MIT

import WaylandServer

/// Finds the time stamps in events, and converts them to scenario time.
struct TimeStamps {
    /// A client's `wl_callback`.
    private struct Callback: Hashable {
        let client: UInt64
        let object: String
    }

    /// The callbacks of frames. Other callbacks carry a serial number.
    private var frameCallbacks: Set<Callback> = []

    /// The values of the arguments that are time stamps, in scenario time, by index.
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
            break  // Time stamps in requests are the clients' own.
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
