// SPDX-License-Identifier: MIT

/// The tracked objects of a connection by their ids.
///
/// Nearly all messages belong to other objects. A small table of counters, indexed by the low bits of the ids, rules
/// these out without a hash lookup.
///
/// A client may reuse an id as soon as it has destroyed the object, without waiting for `delete_id`; libwayland servers
/// accept that. A `delete_id` event may therefore belong to a previous object with the id, tracked or not. It removes
/// an object only if the client has destroyed that object.
struct ObjectTable {
    private var objects: [UInt32: FollowedObject] = [:]
    /// The ids of objects that the client has destroyed, but for which `delete_id` has not arrived yet.
    private var ended: Set<UInt32> = []
    private var counts: [UInt32]

    /// The maximum number of tracked objects. A client that creates more is disconnected.
    static let limit = 1 << 20
    private static let slots = 4096

    init() {
        counts = Array(repeating: 0, count: Self.slots)
    }

    var count: Int { objects.count }

    @inline(__always)
    subscript(id: UInt32) -> FollowedObject? {
        counts[Int(id) & (Self.slots - 1)] == 0 ? nil : objects[id]
    }

    /// Assigns an id to a new object.
    /// - Returns: the previous object with the id.
    @discardableResult
    mutating func set(_ id: UInt32, to object: FollowedObject) throws(WireBreach) -> FollowedObject? {
        let former = objects.updateValue(object, forKey: id)
        if former == nil { counts[Int(id) & (Self.slots - 1)] += 1 }
        ended.remove(id)
        if objects.count > Self.limit { throw .tooManyObjects }
        return former
    }

    /// Replaces the state of an existing object.
    mutating func update(_ id: UInt32, to object: FollowedObject) {
        objects.updateValue(object, forKey: id)
    }

    /// Marks an object as destroyed by its client. Events for it may still arrive.
    mutating func end(_ id: UInt32) {
        if self[id] != nil { ended.insert(id) }
    }

    /// Whether the client has destroyed the object.
    func isEnded(_ id: UInt32) -> Bool { ended.contains(id) }

    /// Removes an object after the compositor's `delete_id`.
    /// - Returns: the object, or nil if the event belongs to a previous object with the id.
    mutating func removeEnded(_ id: UInt32) -> FollowedObject? {
        ended.contains(id) ? remove(id) : nil
    }

    /// Removes the object with this id.
    /// - Returns: the object.
    @discardableResult
    mutating func remove(_ id: UInt32) -> FollowedObject? {
        guard self[id] != nil, let object = objects.removeValue(forKey: id) else { return nil }
        counts[Int(id) & (Self.slots - 1)] -= 1
        ended.remove(id)
        return object
    }
}
