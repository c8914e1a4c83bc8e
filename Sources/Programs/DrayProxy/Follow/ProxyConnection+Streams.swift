// SPDX-License-Identifier: MIT

/// Splits the streams of a connection into messages.
extension ProxyConnection {
    /// Processes all complete requests. An event that answers a request is inserted into the other stream.
    package mutating func takeRequests(
        from requests: inout WireStream, answeringInto events: inout WireStream
    ) throws(WireBreach) {
        while let message = try requests.next() {
            switch try request(message) {
            case .pass: requests.pass(message)
            case .passAnswering(let bytes):
                requests.pass(message)
                events.insert(bytes)
            case .remove, .passAfter:
                preconditionFailure("requests are neither removed nor added")
            }
        }
    }

    /// Processes all complete events.
    package mutating func takeEvents(from events: inout WireStream) throws(WireBreach) {
        while let message = try events.next() {
            switch try event(message) {
            case .pass: events.pass(message)
            case .remove: events.remove(message)
            case .passAfter(let bytes):
                events.insert(bytes)
                // The insertion may have moved the message in memory.
                if let message = try events.next() { events.pass(message) }
            case .passAnswering: preconditionFailure("an event has no answer")
            }
        }
    }
}
