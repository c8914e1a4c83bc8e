// SPDX-License-Identifier: MIT

/// What one object, or one group of objects, of a test client was told, in order.
public final class EventLog {
    public private(set) var events: [ClientEvent] = []

    /// Hears of each event as it comes.
    public var onNote: ((ClientEvent) -> Void)?

    public init() {}

    public func note(_ event: ClientEvent) {
        events.append(event)
        onNote?(event)
    }

    public func clear() { events = [] }
}
