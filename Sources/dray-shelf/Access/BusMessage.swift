// SPDX-License-Identifier: MIT

import CSDBus

/// A message of D-Bus that is written or read, value by value.
///
/// Of what goes wrong nothing is told here: what is written belongs together by its signature, which is fixed, and what is read is
/// nil where something else was sent.
struct BusMessage {
    let raw: OpaquePointer

    // MARK: What it is about

    var path: String { text(sd_bus_message_get_path(raw)) }
    var interface: String { text(sd_bus_message_get_interface(raw)) }
    var member: String { text(sd_bus_message_get_member(raw)) }
    var isError: Bool { sd_bus_message_is_method_error(raw, nil) > 0 }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    // MARK: Reading

    func readText(_ type: Character = "s") -> String? {
        var pointer: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(raw, CChar(type.asciiValue ?? 0), &pointer) > 0 else { return nil }
        return pointer.map { String(cString: $0) }
    }

    func readInt() -> Int32? {
        var value: Int32 = 0
        return sd_bus_message_read_basic(raw, Self.int, &value) > 0 ? value : nil
    }

    func readUInt() -> UInt32? {
        var value: UInt32 = 0
        return sd_bus_message_read_basic(raw, Self.uint, &value) > 0 ? value : nil
    }

    /// A structure of a bus name and a path.
    func readReference() -> (name: String, path: String)? {
        guard sd_bus_message_enter_container(raw, Self.structure, "so") > 0 else { return nil }
        defer { sd_bus_message_exit_container(raw) }
        guard let name = readText(), let path = readText("o") else { return nil }
        return (name, path)
    }

    /// What is in a variant.
    func readVariant<Value>(of type: String, _ body: (BusMessage) -> Value?) -> Value? {
        guard sd_bus_message_enter_container(raw, Self.variant, type) > 0 else { return nil }
        defer { sd_bus_message_exit_container(raw) }
        return body(self)
    }

    /// Calls `body` for each entry of a dictionary, which has to read it whole.
    func readDictionary(of types: String, _ body: () -> Void) {
        guard sd_bus_message_enter_container(raw, Self.array, "{\(types)}") > 0 else { return }
        while sd_bus_message_enter_container(raw, Self.entry, types) > 0 {
            body()
            guard sd_bus_message_exit_container(raw) >= 0 else { return }
        }
        sd_bus_message_exit_container(raw)
    }

    /// The number in a variant, or in a variant in one, also where it is a truth or a text; nil for anything else.
    func readNumber() -> Double? {
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(raw, nil, &contents) > 0, let contents else { return nil }
        let type = String(cString: contents)
        return readVariant(of: type) { message in
            var (whole, number) = (Int32(0), 0.0)
            switch type {
            case "v": return message.readNumber()
            case "s": return message.readText().flatMap(Double.init)
            case "b", "u", "i":
                return sd_bus_message_read_basic(raw, contents.pointee, &whole) > 0 ? Double(whole) : nil
            case "d":
                return sd_bus_message_read_basic(raw, contents.pointee, &number) > 0 ? number : nil
            default:
                sd_bus_message_skip(raw, type)
                return nil
            }
        }
    }

    // MARK: Writing

    func append(_ text: String, _ type: Character = "s") {
        _ = text.withCString { sd_bus_message_append_basic(raw, CChar(type.asciiValue ?? 0), $0) }
    }

    func append(_ value: Int32) { _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, Self.int, $0) } }
    func append(_ value: UInt32) {
        _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, Self.uint, $0) }
    }
    func append(_ value: Int16) {
        _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, CChar(UInt8(ascii: "n")), $0) }
    }
    func append(_ value: Double) {
        _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, CChar(UInt8(ascii: "d")), $0) }
    }
    func append(_ value: Bool) {
        // A whole number in C.
        _ = withUnsafePointer(to: value ? 1 : 0 as Int32) {
            sd_bus_message_append_basic(raw, CChar(UInt8(ascii: "b")), $0)
        }
    }

    func appendArray(of type: String, _ body: () -> Void) { contain(Self.array, type, body) }
    func appendStructure(_ types: String, _ body: () -> Void) { contain(Self.structure, types, body) }
    func appendEntry(_ types: String, _ body: () -> Void) { contain(Self.entry, types, body) }
    func appendVariant(_ type: String, _ body: () -> Void) { contain(Self.variant, type, body) }

    func append(reference name: String, _ path: String) {
        appendStructure("so") {
            append(name)
            append(path, "o")
        }
    }

    private func contain(_ kind: CChar, _ types: String, _ body: () -> Void) {
        guard sd_bus_message_open_container(raw, kind, types) >= 0 else { return }
        body()
        sd_bus_message_close_container(raw)
    }

    private static let array = CChar(UInt8(ascii: "a"))
    private static let entry = CChar(UInt8(ascii: "e"))
    private static let int = CChar(UInt8(ascii: "i"))
    private static let uint = CChar(UInt8(ascii: "u"))
    private static let structure = CChar(UInt8(ascii: "r"))
    private static let variant = CChar(UInt8(ascii: "v"))
}
