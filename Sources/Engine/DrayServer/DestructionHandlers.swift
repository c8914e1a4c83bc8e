// SPDX-License-Identifier: MIT

/// The handlers for an object's destruction: one for each owner, so that they do not accumulate for an object that is
/// used repeatedly.
struct DestructionHandlers {
    private var handlers: [ObjectIdentifier: () -> Void] = [:]

    /// `owner` must outlive its handler, or remove it first.
    mutating func set(for owner: AnyObject, _ handler: @escaping () -> Void) {
        handlers[ObjectIdentifier(owner)] = handler
    }

    mutating func remove(_ owner: AnyObject) { handlers[ObjectIdentifier(owner)] = nil }

    /// Removes and returns all handlers.
    mutating func takeAll() -> [() -> Void] {
        defer { handlers = [:] }
        return Array(handlers.values)
    }
}
