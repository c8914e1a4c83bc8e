// SPDX-License-Identifier: MIT

/// What libwayland must know of an interface to read and write its messages. Written by the scanner.
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

/// A message's name, its signature in libwayland's letters, and for each argument the interface of the object that it
/// holds, if any, and its name.
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
