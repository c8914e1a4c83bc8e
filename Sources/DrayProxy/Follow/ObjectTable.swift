// SPDX-License-Identifier: MIT

/// The objects of a connection that are followed, by their ids.
///
/// Nearly all messages are of objects that are not: a small table of counts, by the low bits of the ids, tells so without
/// looking further.
///
/// A client may use an id again as soon as it has destroyed what had it, without waiting for `delete_id`: libwayland's
/// compositors take that. So `delete_id` may be of an object from before, followed or not, and ends only what its client has
/// destroyed since it has that id.
struct ObjectTable {
    private var objects: [UInt32: FollowedObject] = [:]
    /// Those that their client has destroyed, and of which the compositor has not yet told that their ids are free.
    private var ended: Set<UInt32> = []
    private var counts: [UInt32]

    /// A client that makes more than these is ended.
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

    /// That id is this new object from now on, whatever it was before.
    /// - Returns: what it was.
    @discardableResult
    mutating func set(_ id: UInt32, to object: FollowedObject) throws(WireBreach) -> FollowedObject? {
        let former = objects.updateValue(object, forKey: id)
        if former == nil { counts[Int(id) & (Self.slots - 1)] += 1 }
        ended.remove(id)
        if objects.count > Self.limit { throw .tooManyObjects }
        return former
    }

    /// The same object, in another state. It has to be there.
    mutating func update(_ id: UInt32, to object: FollowedObject) {
        objects.updateValue(object, forKey: id)
    }

    /// Its client has destroyed that object; events of it may still be on their way.
    mutating func end(_ id: UInt32) {
        if self[id] != nil { ended.insert(id) }
    }

    /// Whether the client has destroyed that object.
    func isEnded(_ id: UInt32) -> Bool { ended.contains(id) }

    /// The compositor has told that an object with that id is gone.
    /// - Returns: what it was; nil where it was another than the one that is followed.
    mutating func removeEnded(_ id: UInt32) -> FollowedObject? {
        ended.contains(id) ? remove(id) : nil
    }

    /// No object has that id any more.
    /// - Returns: what it was.
    @discardableResult
    mutating func remove(_ id: UInt32) -> FollowedObject? {
        guard self[id] != nil, let object = objects.removeValue(forKey: id) else { return nil }
        counts[Int(id) & (Self.slots - 1)] -= 1
        ended.remove(id)
        return object
    }
}
