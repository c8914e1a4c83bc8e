// SPDX-License-Identifier: MIT

/// The objects of a connection that are followed, by their ids.
///
/// Nearly all messages are of objects that are not: a small table of counts, by the low bits of the ids, tells so without
/// looking further.
struct ObjectTable {
    private var objects: [UInt32: FollowedObject] = [:]
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

    /// That id is this object from now on, whatever it was before.
    mutating func set(_ id: UInt32, to object: FollowedObject) throws(WireBreach) {
        if objects.updateValue(object, forKey: id) == nil { counts[Int(id) & (Self.slots - 1)] += 1 }
        if objects.count > Self.limit { throw .tooManyObjects }
    }

    /// No object has that id any more.
    /// - Returns: what it was.
    mutating func remove(_ id: UInt32) -> FollowedObject? {
        guard self[id] != nil, let object = objects.removeValue(forKey: id) else { return nil }
        counts[Int(id) & (Self.slots - 1)] -= 1
        return object
    }
}
