// SPDX-License-Identifier: MIT

import CWaylandUtil

/// libwayland's `wl_interface` structures, built once from the scanner's descriptions and kept for the life of the
/// process.
///
/// They are built here rather than imported, for two reasons. A build plugin can generate Swift but not C. And in
/// optimised code the address of an imported C global is that of a temporary copy, which libwayland would keep.
/// libwayland compares interfaces by name, so they are compatible with a host's own structures.
public final class InterfaceTable: Sendable {
    private let references: [String: InterfaceReference]
    private let descriptions: [String: InterfaceDescription]

    /// - Parameter importing: Tables of other modules, for interfaces that `descriptions` lacks.
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
        // Interfaces have circular references, so all addresses are determined before any structure is filled in.
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

    /// The interface with a name. Generated code only requests interfaces that have descriptions.
    public subscript(name: String) -> InterfaceReference {
        guard let reference = references[name] else { preconditionFailure("no bindings for the interface \(name)") }
        return reference
    }

    /// The names of a message's arguments, in their order on the wire; empty if unknown.
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
        // libwayland reads as many as there are arguments; one more keeps the address valid if there are none.
        let memory = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: names.count + 1)
        memory.initialize(repeating: nil, count: names.count + 1)
        for (index, name) in names.enumerated() {
            guard let name, let reference = references["\(name)"] else { continue }
            memory[index] = reference.pointer.assumingMemoryBound(to: wl_interface.self)
        }
        return memory
    }

    /// A static string is zero-terminated and lives as long as the program.
    private static func text(_ string: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The address of a `wl_interface` that is immutable and never freed.
///
/// `@unchecked Sendable` because raw pointers are never Sendable; the structure is immutable.
public struct InterfaceReference: @unchecked Sendable {
    /// The address of a `struct wl_interface`.
    public let pointer: UnsafeRawPointer

    init(pointer: UnsafeRawPointer) {
        self.pointer = pointer
    }

    /// The interface's name, as a C string that lives as long as the program.
    public var name: UnsafePointer<CChar> { pointer.assumingMemoryBound(to: wl_interface.self).pointee.name }
    public var version: UInt32 { UInt32(pointer.assumingMemoryBound(to: wl_interface.self).pointee.version) }
}
