// SPDX-License-Identifier: MIT

/// The clients' objects of one kind, for each client in the order in which they were added.
package struct ClientObjects<Object: ResourceObject> {
    private var clients = OrderedTable<UInt64, OrderedTable<UInt64, Object>>()

    package init() {}

    /// The objects of a client, in the order in which they were added.
    package subscript(client: Client) -> [Object] { clients[client.id].map { Array($0) } ?? [] }

    package mutating func add(_ object: Object) {
        clients.change(object.client.id, default: OrderedTable()) { $0.set(object, for: object.resource.id) }
    }

    /// Removes an object; has no effect if it is not present.
    package mutating func remove(_ object: Object) {
        let client = object.client.id
        guard clients[client] != nil else { return }
        clients.change(client, default: OrderedTable()) { $0.remove(object.resource.id) }
        if clients[client]?.isEmpty == true { clients.remove(client) }
    }

    package mutating func removeAll() { clients.removeAll() }
}

extension ClientObjects: Sequence {
    package func makeIterator() -> some IteratorProtocol<Object> { clients.lazy.flatMap { $0 }.makeIterator() }
}
