// SPDX-License-Identifier: MIT

import CWaylandUtil

/// libwayland's `wl_interface` structures, built once from the scanner's descriptions and kept for the process's life.
///
/// They are built here rather than imported, for two reasons. A build plugin can generate Swift but not C. And the address
/// of an imported C global is in optimised code that of a temporary copy, which libwayland would keep.
/// libwayland compares interfaces by name, so a host's own structures and these get along.
public final class InterfaceTable: Sendable {
    private let references: [String: InterfaceReference]
    private let descriptions: [String: InterfaceDescription]

    /// - Parameter importing: tables of other modules, in which an interface is looked up that `descriptions` lacks.
    public init(_ descriptions: [InterfaceDescription], importing: [InterfaceTable] = []) {
        let memory = UnsafeMutablePointer<wl_interface>.allocate(capacity: descriptions.count)
        var references: [String: InterfaceReference] = [:]
        var known: [String: InterfaceDescription] = [:]
        for table in importing {
            references.merge(table.references) { first, _ in first }
            known.merge(table.descriptions) { first, _ in first }
        }
        for (index, description) in descriptions.enumerated() {
            references["\(description.name)"] = InterfaceReference(pointer: UnsafeRawPointer(memory + index))
            known["\(description.name)"] = description
        }
        self.references = references
        self.descriptions = known
        // Interfaces refer to each other in circles, so all addresses are settled before any is filled in.
        for (index, description) in descriptions.enumerated() {
            (memory + index).initialize(
                to: wl_interface(
                    name: Self.text(description.name), version: description.version,
                    method_count: Int32(description.requests.count),
                    methods: Self.messages(description.requests, references),
                    event_count: Int32(description.events.count), events: Self.messages(description.events, references))
            )
        }
    }

    /// The interface of that name. Asking for one that no description named is a mistake of the generated code.
    public subscript(name: String) -> InterfaceReference {
        guard let reference = references[name] else { preconditionFailure("no bindings for the interface \(name)") }
        return reference
    }

    /// What the arguments of a message are called, in their order on the wire; empty where that is not known.
    public func argumentNames(interface: String, message: String) -> [String] {
        guard let description = descriptions[interface] else { return [] }
        let messages = description.requests + description.events
        return messages.first { "\($0.name)" == message }?.arguments.map { "\($0)" } ?? []
    }

    private static func messages(
        _ messages: [MessageDescription], _ references: [String: InterfaceReference]
    ) -> UnsafePointer<wl_message>? {
        guard !messages.isEmpty else { return nil }
        let memory = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
        for (index, message) in messages.enumerated() {
            (memory + index).initialize(
                to: wl_message(
                    name: text(message.name), signature: text(message.signature),
                    types: types(message.types, references)))
        }
        return UnsafePointer(memory)
    }

    private static func types(
        _ names: [StaticString?], _ references: [String: InterfaceReference]
    ) -> UnsafeMutablePointer<UnsafePointer<wl_interface>?> {
        // libwayland reads as many as there are arguments; one more keeps the address of "none" valid.
        let memory = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: names.count + 1)
        memory.initialize(repeating: nil, count: names.count + 1)
        for (index, name) in names.enumerated() {
            guard let name, let reference = references["\(name)"] else { continue }
            memory[index] = reference.pointer.assumingMemoryBound(to: wl_interface.self)
        }
        return memory
    }

    /// A static string's bytes end with a zero and live as long as the program.
    private static func text(_ string: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The address of a `wl_interface` that never moves, never changes and never goes away.
///
/// `@unchecked Sendable` because raw pointers are never Sendable; what this one points to is immutable.
public struct InterfaceReference: @unchecked Sendable {
    /// To be read as `struct wl_interface`.
    public let pointer: UnsafeRawPointer

    init(pointer: UnsafeRawPointer) {
        self.pointer = pointer
    }

    /// The interface's name, as a C string that lives as long as the program.
    public var name: UnsafePointer<CChar> { pointer.assumingMemoryBound(to: wl_interface.self).pointee.name }
    public var version: UInt32 { UInt32(pointer.assumingMemoryBound(to: wl_interface.self).pointee.version) }
}
