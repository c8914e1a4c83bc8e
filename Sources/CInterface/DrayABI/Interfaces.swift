// SPDX-License-Identifier: MIT

public import CDray

// The functions that add structures of callbacks to an engine.

@c @implementation
public func dray_engine_set_request_handler(
    _ engine: OpaquePointer!, _ handler: UnsafePointer<dray_request_handler>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(handler, at: \.requests) }
}

@c @implementation
public func dray_engine_set_window_raiser(
    _ engine: OpaquePointer!, _ raiser: UnsafePointer<dray_window_raiser>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(raiser, at: \.raiser) }
}

@c @implementation
public func dray_engine_set_drop_confirmer(
    _ engine: OpaquePointer!, _ confirmer: UnsafePointer<dray_drop_confirmer>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(confirmer, at: \.confirmer) }
}

@c @implementation
public func dray_engine_set_scroller(
    _ engine: OpaquePointer!, _ scroller: UnsafePointer<dray_scroller>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(scroller, at: \.scroller) }
}

@c @implementation
public func dray_engine_set_keyboard_driver(
    _ engine: OpaquePointer!, _ driver: UnsafePointer<dray_keyboard_driver>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(driver, at: \.keyboard) }
}

@c @implementation
public func dray_engine_set_window_carrier(
    _ engine: OpaquePointer!, _ carrier: UnsafePointer<dray_window_carrier>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(carrier, at: \.carrier) }
}

@c @implementation
public func dray_engine_set_preview_reader(
    _ engine: OpaquePointer!, _ reader: UnsafePointer<dray_preview_reader>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(reader, at: \.previews) }
}

@c @implementation
public func dray_engine_set_selection_guard(
    _ engine: OpaquePointer!, _ selection_guard: UnsafePointer<dray_selection_guard>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(selection_guard, at: \.selections) }
}

@c @implementation
public func dray_engine_set_accessibility(
    _ engine: OpaquePointer!, _ accessibility: UnsafePointer<dray_accessibility>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(accessibility, at: \.accessibility) }
}

@c @implementation
public func dray_engine_set_sandbox_inspector(
    _ engine: OpaquePointer!, _ inspector: UnsafePointer<dray_sandbox_inspector>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(inspector, at: \.sandboxes) }
}

@c @implementation
public func dray_engine_set_transfer_filter(
    _ engine: OpaquePointer!, _ filter: UnsafePointer<dray_transfer_filter>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(filter, at: \.transfers) }
}

@c @implementation
public func dray_engine_set_observer(
    _ engine: OpaquePointer!, _ observer: UnsafePointer<dray_observer>!
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in try object.add(observer, at: \.observer) }
}
