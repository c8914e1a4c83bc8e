// SPDX-License-Identifier: MIT

/// How a connection's messages are found in what came.
extension ProxyConnection {
    /// Looks at all requests that are there as a whole. An event that follows from one goes into the other stream.
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
                preconditionFailure("the compositor gets what the client sent, all of it, and no more")
            }
        }
    }

    /// Looks at all events that are there as a whole.
    package mutating func takeEvents(from events: inout WireStream) throws(WireBreach) {
        while let message = try events.next() {
            switch try event(message) {
            case .pass: events.pass(message)
            case .remove: events.remove(message)
            case .passAfter(let bytes):
                events.insert(bytes)
                // What was inserted may have moved the message.
                if let message = try events.next() { events.pass(message) }
            case .passAnswering: preconditionFailure("an event is no request")
            }
        }
    }
}
