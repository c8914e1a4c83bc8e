// SPDX-License-Identifier: MIT

/// What one object, or one group of objects, of a test client was told, in order.
public final class EventLog {
    public private(set) var events: [ClientEvent] = []

    public init() {}

    public func note(_ event: ClientEvent) { events.append(event) }
    public func clear() { events = [] }
}
