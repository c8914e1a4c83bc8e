// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// What the handles of C stand for.
///
/// A handle is a number that C sees as a pointer: the slot of its object in this table, and how often that slot was given
/// out before. So a handle that is wrong in any way (NULL, garbage, one of another kind, one whose object is gone) is
/// found out before anything is touched, in a dozen instructions and without a lock.
///
/// One for the whole process, since a number has to lead to its object before anything else is known. A slot is given out
/// and taken back under the lock, and found through atomics; its object is touched by its own thread alone.
enum HandleTable {
    /// Where the slots are; 0 before the first handle. Known to the compiler, so that no call has to ask whether it was
    /// made already.
    private static let memory = Atomic<UInt>(0)
    private static let free = Mutex(Free())

    /// How many handles there can be at a time.
    private static let capacity = 4096
    /// The lowest bits of a handle hold the index of its slot, plus one.
    private static let indexMask: UInt = 0xffff
    private static let indexBits: UInt = 16

    private struct Slot: ~Copyable {
        /// 0 while the slot is free.
        let handle = Atomic<UInt>(0)
        let kind = Atomic<UInt8>(0)
        let thread = Atomic<UInt>(0)
        var object: Unmanaged<AnyObject>?
        /// How many of its functions are on the stack.
        var uses = 0
        var generation: UInt = 0
    }

    private struct Free {
        /// Slots from here on were never used.
        var untouched = 0
        var returned: [Int] = []
    }

    /// A handle for the object that `make` makes of it. The table keeps the object until `remove`; it belongs to the
    /// calling thread.
    /// - Returns: nil if there are too many.
    static func insert<Object: HandleObject>(_ make: (OpaquePointer) -> Object) -> OpaquePointer? {
        let index = free.withLock { free -> Int? in
            makeSlots()
            if let index = free.returned.popLast() { return index }
            guard free.untouched < capacity else { return nil }
            free.untouched += 1
            return free.untouched - 1
        }
        guard let index else { return nil }
        slots[index].generation += 1
        let number = slots[index].generation << indexBits | UInt(index + 1)
        guard let handle = OpaquePointer(bitPattern: number) else { return nil }  // Never: the index is not 0.
        // Retained here, released in `letGo`.
        slots[index].object = Unmanaged.passRetained(make(handle))
        slots[index].kind.store(Object.kind.rawValue, ordering: .relaxed)
        slots[index].thread.store(UInt(pthread_self()), ordering: .relaxed)
        slots[index].handle.store(number, ordering: .releasing)
        return handle
    }

    /// Runs a function of the object of a handle. The hot path: the object stays while the function is on the stack, which
    /// a plain count sees to, since a counted reference would be a tenth of what a motion costs.
    @inline(__always)
    static func withObject<Object: HandleObject, Result>(
        of handle: OpaquePointer?, as type: Object.Type, _ body: (Object) -> Result
    ) throws(Mistake) -> Result {
        let slot = try find(handle, as: type)
        guard let object = slot.pointee.object else { throw .handle(Object.kind) }
        slot.pointee.uses &+= 1
        let result = Unmanaged<Object>.fromOpaque(object.toOpaque())._withUnsafeGuaranteedRef(body)
        slot.pointee.uses &-= 1
        if slot.pointee.handle.load(ordering: .relaxed) != UInt(bitPattern: handle) { letGo(slot) }
        return result
    }

    /// The object of a handle.
    @inline(__always)
    static func object<Object: HandleObject>(
        of handle: OpaquePointer?, as type: Object.Type
    ) throws(Mistake) -> Object {
        guard let object = try find(handle, as: type).pointee.object else { throw .handle(Object.kind) }
        return unsafeDowncast(object.takeUnretainedValue(), to: Object.self)
    }

    /// Retires a handle, and lets go of its object, once none of its functions is on the stack any more. Does nothing with a
    /// retired one, whose slot may be another's: a host can destroy what is being destroyed.
    static func remove(_ handle: OpaquePointer) {
        let slot = slots + Int(UInt(bitPattern: handle) & indexMask) - 1
        let (wasCurrent, _) = slot.pointee.handle.compareExchange(
            expected: UInt(bitPattern: handle), desired: 0, ordering: .acquiringAndReleasing)
        if wasCurrent { letGo(slot) }
    }

    /// The slot of a handle of this kind and thread.
    @inline(__always)
    private static func find<Object: HandleObject>(
        _ handle: OpaquePointer?, as type: Object.Type
    ) throws(Mistake) -> UnsafeMutablePointer<Slot> {
        let number = UInt(bitPattern: handle)
        let index = Int(number & indexMask) - 1
        guard index >= 0, index < capacity,
            let slots = UnsafeMutablePointer<Slot>(bitPattern: memory.load(ordering: .acquiring))
        else { throw unknown(handle, Object.kind) }
        let slot = slots + index
        guard slot.pointee.handle.load(ordering: .acquiring) == number,
            slot.pointee.kind.load(ordering: .relaxed) == Object.kind.rawValue
        else { throw unknown(handle, Object.kind) }
        guard slot.pointee.thread.load(ordering: .relaxed) == UInt(pthread_self()) else { throw .thread(Object.kind) }
        return slot
    }

    private static func unknown(_ handle: OpaquePointer?, _ kind: HandleKind) -> Mistake {
        handle == nil ? .null("the \(kind.name)") : .handle(kind)
    }

    private static var slots: UnsafeMutablePointer<Slot> {
        // Only asked for where it is not 0.
        UnsafeMutablePointer(bitPattern: memory.load(ordering: .relaxed)).unsafelyUnwrapped
    }

    /// All zero is a free slot, and zero pages that nobody writes to take no memory. Never freed: the table lives as long
    /// as the process. Under the lock.
    private static func makeSlots() {
        guard memory.load(ordering: .relaxed) == 0 else { return }
        guard let zeros = calloc(capacity, MemoryLayout<Slot>.stride) else {
            // As where Swift makes an object: there is no memory to go on with. Nobody can bring it about but the first call of
            // the process, before there is a client.
            fatalError("dray: no memory for the table of handles")
        }
        memory.store(UInt(bitPattern: zeros.bindMemory(to: Slot.self, capacity: capacity)), ordering: .releasing)
    }

    private static func letGo(_ slot: UnsafeMutablePointer<Slot>) {
        guard slot.pointee.uses == 0 else { return }
        let object = slot.pointee.object
        slot.pointee.object = nil
        free.withLock { $0.returned.append(slot - slots) }
        object?.release()
    }
}
