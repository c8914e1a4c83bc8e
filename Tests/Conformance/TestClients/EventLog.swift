// SPDX-License-Identifier: MIT

/// The events of one object, or a group of objects, of a test client, in order.
public final class EventLog {
    public private(set) var events: [ClientEvent] = []

    /// Called for each event.
    public var onNote: ((ClientEvent) -> Void)?

    public init() {}

    public func note(_ event: ClientEvent) {
        events.append(event)
        onNote?(event)
    }

    public func clear() { events = [] }
}
