// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// The table that maps handles to objects.
///
/// A handle is a number that C sees as a pointer. It contains the index of a slot in this table and the generation of
/// the slot, that is, how often the slot was allocated. Any invalid handle (NULL, garbage, one of another kind, one
/// whose object was destroyed) is therefore detected before an object is accessed, in a dozen instructions and without
/// a lock.
///
/// There is one table per process, since the handle is the only information that a call provides. Slots are allocated
/// and freed under a lock, and looked up through atomics. An object is accessed only by its own thread.
enum HandleTable {
    /// The address of the slots; 0 before the first handle. Statically initialised, so that a call needs no check for
    /// lazy initialisation.
    private static let memory = Atomic<UInt>(0)
    private static let free = Mutex(Free())

    /// The maximum number of handles at a time.
    private static let capacity = 4096
    /// The lowest bits of a handle, which hold the index of its slot plus one.
    private static let indexMask: UInt = 0xffff
    private static let indexBits: UInt = 16

    private struct Slot: ~Copyable {
        /// 0 while the slot is free.
        let handle = Atomic<UInt>(0)
        let kind = Atomic<UInt8>(0)
        let thread = Atomic<UInt>(0)
        var object: Unmanaged<AnyObject>?
        /// The number of the object's functions on the stack.
        var uses = 0
        var generation: UInt = 0
    }

    private struct Free {
        /// The index of the first slot that was never used.
        var untouched = 0
        var returned: [Int] = []
    }

    /// Allocates a handle for the object that `make` returns. The table retains the object until `remove`. The object
    /// belongs to the calling thread.
    /// - Returns: The handle; nil if the table is full.
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
        // Retained here, released in `release`.
        slots[index].object = Unmanaged.passRetained(make(handle))
        slots[index].kind.store(Object.kind.rawValue, ordering: .relaxed)
        slots[index].thread.store(UInt(pthread_self()), ordering: .relaxed)
        slots[index].handle.store(number, ordering: .releasing)
        return handle
    }

    /// Calls `body` with the object of a handle, and keeps the object alive meanwhile. This is the hot path: it uses a
    /// plain counter, since reference counting would be a tenth of the cost of a motion.
    @inline(__always)
    static func withObject<Object: HandleObject, Result>(
        of handle: OpaquePointer?, as type: Object.Type, _ body: (Object) -> Result
    ) throws(Mistake) -> Result {
        let slot = try find(handle, as: type)
        guard let object = slot.pointee.object else { throw .handle(Object.kind) }
        slot.pointee.uses &+= 1
        let result = Unmanaged<Object>.fromOpaque(object.toOpaque())._withUnsafeGuaranteedRef(body)
        slot.pointee.uses &-= 1
        if slot.pointee.handle.load(ordering: .relaxed) != UInt(bitPattern: handle) { release(slot) }
        return result
    }

    /// Returns the object of a handle.
    @inline(__always)
    static func object<Object: HandleObject>(
        of handle: OpaquePointer?, as type: Object.Type
    ) throws(Mistake) -> Object {
        guard let object = try find(handle, as: type).pointee.object else { throw .handle(Object.kind) }
        return unsafeDowncast(object.takeUnretainedValue(), to: Object.self)
    }

    /// Retires a handle, and releases its object when none of its functions is on the stack. No effect for a retired
    /// handle, whose slot may be in use again: a host can destroy an object that is being destroyed.
    static func remove(_ handle: OpaquePointer) {
        let slot = slots + Int(UInt(bitPattern: handle) & indexMask) - 1
        let (wasCurrent, _) = slot.pointee.handle.compareExchange(
            expected: UInt(bitPattern: handle), desired: 0, ordering: .acquiringAndReleasing)
        if wasCurrent { release(slot) }
    }

    /// Returns the slot of a handle of this kind and thread.
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
        // Used only where the address is not 0.
        UnsafeMutablePointer(bitPattern: memory.load(ordering: .relaxed)).unsafelyUnwrapped
    }

    /// Allocates the slots under the lock. A free slot is all zero, and zero pages take no memory until they are
    /// written. Never freed: the table lives as long as the process.
    private static func makeSlots() {
        guard memory.load(ordering: .relaxed) == 0 else { return }
        guard let zeros = calloc(capacity, MemoryLayout<Slot>.stride) else {
            // As where Swift allocates an object. This can only happen in the first call of the process, before there
            // is a client.
            fatalError("dray: no memory for the handle table")
        }
        memory.store(UInt(bitPattern: zeros.bindMemory(to: Slot.self, capacity: capacity)), ordering: .releasing)
    }

    private static func release(_ slot: UnsafeMutablePointer<Slot>) {
        guard slot.pointee.uses == 0 else { return }
        let object = slot.pointee.object
        slot.pointee.object = nil
        free.withLock { $0.returned.append(slot - slots) }
        object?.release()
    }
}
