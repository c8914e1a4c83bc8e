// SPDX-License-Identifier: MIT

/// Writes the method that sends one message: an event from a server, a request from a client.
struct OutgoingMethod {
    let message: MessageModel
    let opcode: Int
    let interface: InterfaceModel
    let side: BindingsGenerator.Side
    let access: Access

    func write(to out: inout SourceWriter) {
        out.documentation(message.description, fallback: "\(interface.name).\(message.name)", extra: notes)
        out.block(
            "\(created == nil ? "" : "@discardableResult ")\(access) func \(name)\(generic)(\(parameters))\(result) {"
        ) { out in
            writeBody(to: &out)
        }
    }

    /// The object that a request creates: on a client, `frame` returns the new `wl_callback`.
    private var created: ArgumentModel? {
        guard side == .client else { return nil }
        return message.arguments.first { if case .newID = $0.kind { true } else { false } }
    }

    /// Whether interface and version are sent on the wire, as in `wl_registry.bind`.
    private var bindsAnyInterface: Bool {
        guard case .newID(nil)? = created?.kind else { return false }
        return true
    }

    private var name: String {
        side == .server ? "send" + Naming.type(message.name).replacingSuffix("Value") : Naming.member(message.name)
    }

    private var generic: String { bindsAnyInterface ? "<Object: ProxyObject>" : "" }

    private var result: String {
        guard let created, case .newID(let interface) = created.kind else { return "" }
        return " -> \(interface.map(Naming.type) ?? "Object")"
    }

    private var parameters: String {
        var list = message.arguments.filter { $0 != created }.map { "\(Naming.label($0.name)): \(type($0.kind))" }
        if bindsAnyInterface { list += ["_ type: Object.Type", "version: UInt32"] }
        return list.joined(separator: ", ")
    }

    private func type(_ kind: ArgumentModel.Kind) -> String {
        switch kind {
        case .int: "Int32"
        case .uint: "UInt32"
        case .fixed: "Fixed"
        case .array: "WireArray"
        case .descriptor: "Int32"
        case .string(let nullable): nullable ? "String?" : "String"
        case .object(let interface, let nullable): (interface.map(Naming.type) ?? side.handle) + (nullable ? "?" : "")
        case .newID(let interface): interface.map(Naming.type) ?? side.handle
        case .enumeration(let reference, _): "\(Naming.type(reference.interface)).\(Naming.type(reference.name))"
        }
    }

    private var notes: [String] {
        var notes: [String] = []
        if message.since > 1 {
            notes.append(
                side == .server
                    ? "Since version \(message.since); not sent to an object of an older version."
                    : "Since version \(message.since).")
        }
        if message.arguments.contains(where: { $0.kind == .descriptor }) {
            notes.append("The caller keeps the ownership of the descriptor; a duplicate is sent.")
        }
        return notes
    }

    private func writeBody(to out: inout SourceWriter) {
        if side == .server, message.since > 1 {
            out.line("guard self.resource.version >= \(message.since) else { return }")
        }
        nest(message.arguments.filter { needsScope($0.kind) }, to: &out)
    }

    private func needsScope(_ kind: ArgumentModel.Kind) -> Bool {
        switch kind {
        case .string, .array: true
        case .int, .uint, .fixed, .descriptor, .object, .newID, .enumeration: false
        }
    }

    /// Strings and arrays are valid inside the closure that borrows their memory, so the call is in the innermost one.
    private func nest(_ scoped: [ArgumentModel], to out: inout SourceWriter) {
        guard let first = scoped.first else { return writeCall(to: &out) }
        let member = Naming.member(first.name)
        let pointer = pointerName(first)
        let keyword = created == nil ? "" : "return "
        out.block("\(keyword)withWireArgument(\(member)) { \(pointer) in") { nest(Array(scoped.dropFirst()), to: &$0) }
    }

    private func pointerName(_ argument: ArgumentModel) -> String {
        Naming.member(argument.name + "_pointer")
    }

    private func writeCall(to out: inout SourceWriter) {
        let count = message.arguments.count + (bindsAnyInterface ? 2 : 0)
        let values = message.arguments.flatMap(writes)
        guard let created else {
            let call =
                side == .server
                ? "self.resource.post" : message.isDestructor ? "self.proxy.destroy" : "self.proxy.marshal"
            guard !values.isEmpty else { return out.line("\(call)(\(opcode))") }
            return out.block("\(call)(\(opcode), count: \(count)) { _arguments in") { out in
                values.forEach { out.line($0) }
            }
        }
        guard case .newID(let interface) = created.kind else { return }
        let type = interface.map { "\(Naming.type($0)).self" } ?? "type"
        let version = bindsAnyInterface ? "version" : "self.proxy.version"
        out.block("self.proxy.construct(\(opcode), \(type), version: \(version), count: \(count)) { _arguments in") {
            out in
            values.forEach { out.line($0) }
        }
    }

    private func writes(_ argument: ArgumentModel) -> [String] {
        let member = Naming.member(argument.name)
        switch argument.kind {
        case .int: return ["_arguments.int(\(member))"]
        case .uint: return ["_arguments.uint(\(member))"]
        case .fixed: return ["_arguments.fixed(\(member))"]
        case .array: return ["_arguments.array(\(pointerName(argument)))"]
        case .descriptor: return ["_arguments.descriptor(\(member))"]
        case .string: return ["_arguments.string(\(pointerName(argument)))"]
        case .object(let interface, let nullable):
            let handle = interface == nil ? member : "\(member)\(nullable ? "?" : "").\(side.handleName)"
            let isOptional = interface == nil && nullable
            return ["_arguments.\(nullable ? "object" : "required")(\(handle)\(isOptional ? "?" : "").pointer)"]
        case .newID where side == .server: return ["_arguments.required(\(member).resource.pointer)"]
        case .newID(.some): return ["_arguments.newID()"]
        case .newID(nil):
            return ["_arguments.interfaceName(of: type.interface)", "_arguments.uint(version)", "_arguments.newID()"]
        case .enumeration(_, let signed):
            return [
                signed ? "_arguments.int(Int32(bitPattern: \(member).rawValue))" : "_arguments.uint(\(member).rawValue)"
            ]
        }
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) && count > suffix.count ? String(dropLast(suffix.count)) : self
    }
}
