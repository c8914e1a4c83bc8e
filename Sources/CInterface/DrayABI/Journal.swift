// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import WaylandServer

// The list of the last drops, and undo and redo, for a host that offers them to the user (HIG-26).

@c @implementation
public func dray_engine_list_drops(
    _ engine: OpaquePointer!, _ data: UnsafeMutableRawPointer!,
    _ each: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<dray_drop>?) -> Void)!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let each else { throw .null("the callback each") }
        guard let journal = object.engine?.journal else { return }
        for drop in journal.done { object.show(drop, isUndone: false) { each(data, $0) } }
        for drop in journal.undone { object.show(drop, isUndone: true) { each(data, $0) } }
    }
}

@c @implementation
public func dray_engine_undo_drop(_ engine: OpaquePointer!, _ drag: UnsafeMutablePointer<UInt64>!) -> dray_status {
    step(engine, drag) { $0.undo() }
}

@c @implementation
public func dray_engine_redo_drop(_ engine: OpaquePointer!, _ drag: UnsafeMutablePointer<UInt64>!) -> dray_status {
    step(engine, drag) { $0.redo() }
}

@c @implementation
public func dray_engine_forget_drops(_ engine: OpaquePointer!) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in object.engine?.journal.forget() }
}

/// Undoes or redoes one drop, and writes the number of its drag; 0 if there is none.
private func step(
    _ engine: OpaquePointer?, _ drag: UnsafeMutablePointer<UInt64>?,
    function: StaticString = #function, _ body: (inout DropJournal) -> DropJournal.Drop?
) -> dray_status {
    drag?.pointee = 0
    return call(engine, EngineObject.self, function: function) { object throws(Mistake) in
        guard let engine = object.engine else { return }
        // Performed even if the host passes no pointer for the number.
        let drop = body(&engine.journal)
        drag?.pointee = drop?.drag.rawValue ?? 0
    }
}

extension EngineObject {
    /// Calls the host with a drop in the header's structure.
    fileprivate func show(
        _ drop: DropJournal.Drop, isUndone: Bool, _ body: (UnsafePointer<dray_drop>) -> Void
    ) {
        withCStrings(drop.types.map(\.rawValue)) { strings, count in
            var value = dray_drop.empty
            value.drag = drop.drag.rawValue
            value.time = drop.time.microseconds
            // The host may have destroyed the engine in an earlier call; surfaces are NULL then.
            value.origin = engine?.surface(drop.origin.surface)?.resource.pointer
            value.target = engine?.surface(drop.target.surface)?.resource.pointer
            value.types = strings
            value.type_count = count
            value.action = dray_action(drop.action)
            value.item_count = UInt32(clamping: drop.itemCount)
            value.is_undone = isUndone ? 1 : 0
            duringCallback { body(&value) }
        }
    }
}
