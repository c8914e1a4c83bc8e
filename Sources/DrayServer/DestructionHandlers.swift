// SPDX-License-Identifier: MIT

/// Who wants to hear of an object's end: one handler for each owner, so that an object which is used again and again does
/// not gather them.
struct DestructionHandlers {
    private var handlers: [ObjectIdentifier: () -> Void] = [:]

    /// `owner` must live as long as its handler, or take it away before.
    mutating func set(for owner: AnyObject, _ handler: @escaping () -> Void) {
        handlers[ObjectIdentifier(owner)] = handler
    }

    mutating func remove(_ owner: AnyObject) { handlers[ObjectIdentifier(owner)] = nil }

    /// Takes all handlers out, to be called.
    mutating func takeAll() -> [() -> Void] {
        defer { handlers = [:] }
        return Array(handlers.values)
    }
}
