// SPDX-License-Identifier: MIT

/// The description of an interface that libwayland needs to marshal its messages. Written by the scanner.
public struct InterfaceDescription: Sendable {
    let name: StaticString
    let version: Int32
    let requests: [MessageDescription]
    let events: [MessageDescription]

    public init(name: StaticString, version: Int32, requests: [MessageDescription], events: [MessageDescription]) {
        self.name = name
        self.version = version
        self.requests = requests
        self.events = events
    }
}

/// A message's name, its signature in libwayland's notation, and for each argument its name and the interface of its
/// object, if any.
public struct MessageDescription: Sendable {
    let name: StaticString
    let signature: StaticString
    let types: [StaticString?]
    let arguments: [StaticString]

    public init(name: StaticString, signature: StaticString, types: [StaticString?], arguments: [StaticString]) {
        self.name = name
        self.signature = signature
        self.types = types
        self.arguments = arguments
    }
}
