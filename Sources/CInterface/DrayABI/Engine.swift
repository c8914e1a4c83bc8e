// SPDX-License-Identifier: MIT

public import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import WaylandServer

// The functions for an engine: creation and destruction, and operations on all its drags or on
// one by its number. `EngineObject` is the object behind the handle, `EngineObject+Host` the calls from the engine to
// the host.

@c @implementation
public func dray_engine_create(
    _ display: OpaquePointer!, _ options: UnsafePointer<dray_engine_options>!,
    _ engine: UnsafeMutablePointer<OpaquePointer?>!
) -> dray_status {
    call { () throws(Mistake) in
        guard let engine else { throw .null("the struct dray_engine **") }
        engine.pointee = nil
        engine.pointee = try EngineObject.create(on: display, options)
    }
}

@c @implementation
public func dray_engine_destroy(_ engine: OpaquePointer!) -> dray_status {
    guard let engine else { return DRAY_OK }
    return call(engine, EngineObject.self) { object throws(Mistake) in try object.destroy() }
}

@c @implementation
public func dray_engine_set_policy(_ engine: OpaquePointer!, _ policy: UnsafePointer<dray_policy>!) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.policy = policy == nil ? .humanInterface : try dray_policy.read(policy).policy()
    }
}

@c @implementation
public func dray_engine_set_style(_ engine: OpaquePointer!, _ style: UnsafePointer<dray_style>!) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.setStyle(style == nil ? PresentationStyle() : try dray_style.read(style).style())
    }
}

@c @implementation
public func dray_engine_frame(_ engine: OpaquePointer!, _ time: UInt64) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.frame(at: Instant(microseconds: time))
    }
}

@c @implementation
public func dray_engine_shown(_ engine: OpaquePointer!, _ index: Int) -> UnsafePointer<dray_frame>! {
    var frame: UnsafePointer<dray_frame>?
    _ = call(engine, EngineObject.self) { object throws(Mistake) in
        frame = object.frames.frame(at: index) { object.engine?.position(of: $0) }
    }
    return frame
}

@c @implementation
public func dray_engine_scene_changed(_ engine: OpaquePointer!) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in object.engine?.sceneChanged() }
}

@c @implementation
public func dray_drag_icon(_ engine: OpaquePointer!, _ drag: UInt64, _ image: UnsafePointer<dray_image>!) -> dray_status
{
    call(engine, EngineObject.self) { object throws(Mistake) in
        let image = image == nil ? nil : try dray_image.read(image).image()
        object.engine?.iconChanged(image, of: DragID(drag))
    }
}

@c @implementation
public func dray_engine_preview_changed(_ engine: OpaquePointer!, _ surface: OpaquePointer!) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.previewChanged(try object.surface(surface))
    }
}

@c @implementation
public func dray_drag_cancel(
    _ engine: OpaquePointer!, _ drag: UInt64, _ interruption: dray_interruption
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.cancel(DragID(drag), try known(interruption.interruption, "dray_interruption"))
    }
}

@c @implementation
public func dray_drag_confirm(_ engine: OpaquePointer!, _ drag: UInt64, _ is_wanted: CInt) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        object.engine?.confirmDrop(DragID(drag), isWanted: is_wanted != 0)
    }
}

@c @implementation
public func dray_drag_irreversible(
    _ engine: OpaquePointer!, _ drag: UInt64, _ text: UnsafeMutablePointer<CChar>!, _ size: Int
) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let text else { throw .null("the text buffer") }
        guard size > 0 else { throw .value("the size of the text buffer is 0") }
        text[0] = 0
        if let reason = object.engine?.irreversible(DragID(drag)) { copy(reason, to: text, size) }
    }
}

@c @implementation
public func dray_engine_set_confirmation_time(_ engine: OpaquePointer!, _ time: UInt64) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in object.engine?.confirmationTime = time }
}

@c @implementation
public func dray_engine_window_unmapped(_ engine: OpaquePointer!, _ toplevel: OpaquePointer!) -> dray_status {
    call(engine, EngineObject.self) { object throws(Mistake) in
        guard let toplevel else { throw .null("the xdg_toplevel") }
        object.engine?.windowUnmapped(Resource.of(toplevel))
    }
}

@c @implementation
public func dray_engine_owns_global(_ engine: OpaquePointer!, _ global: OpaquePointer!) -> CInt {
    var owns = false
    _ = call(engine, EngineObject.self) { object throws(Mistake) in
        guard let global else { throw .null("the struct wl_global *") }
        owns = object.engine?.owns(global: global) ?? false
    }
    return owns ? 1 : 0
}

@c @implementation
public func dray_engine_shows_global(
    _ engine: OpaquePointer!, _ client: OpaquePointer!, _ global: OpaquePointer!
) -> CInt {
    var shows = true
    _ = call(engine, EngineObject.self) { object throws(Mistake) in
        guard let client else { throw .null("the struct wl_client *") }
        guard let global else { throw .null("the struct wl_global *") }
        shows = object.engine?.isVisible(global: global, to: Client.of(client)) ?? true
    }
    return shows ? 1 : 0
}
