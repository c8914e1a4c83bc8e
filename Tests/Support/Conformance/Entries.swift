// SPDX-License-Identifier: MIT

internal import CConformance
internal import DrayCore

// The functions that integration.c calls. Each looks up its server and forwards the call.

@c @implementation
public func conformance_server_create(
    _ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>?
) -> OpaquePointer? {
    let words = (0..<Int(count)).compactMap { arguments?[$0].map { String(cString: $0) } }
    // Retained here, released in `conformance_server_destroy`.
    return OpaquePointer(Unmanaged.passRetained(ConformanceServer(ConformanceOptions(words))).toOpaque())
}

@c @implementation
public func conformance_server_destroy(_ server: OpaquePointer?) {
    guard let server else { return }
    let owned = Unmanaged<ConformanceServer>.fromOpaque(UnsafeRawPointer(server)).takeRetainedValue()
    owned.stop()
}

@c @implementation
public func conformance_server_start(_ server: OpaquePointer?) { find(server).start() }

@c @implementation
public func conformance_server_stop(_ server: OpaquePointer?) { find(server).stop() }

@c @implementation
public func conformance_server_connect(_ server: OpaquePointer?) -> Int32 {
    (find(server).perform { $0.connect() } ?? nil) ?? -1
}

@c @implementation
public func conformance_server_place(
    _ server: OpaquePointer?, _ client: Int32, _ surface: UInt32, _ x: Double, _ y: Double
) {
    _ = find(server).perform { $0.place(surface, of: client, at: Point(x: x, y: y)) }
}

@c @implementation
public func conformance_server_move_pointer(_ server: OpaquePointer?, _ x: Double, _ y: Double) {
    _ = find(server).perform { $0.movePointer(to: Point(x: x, y: y)) }
}

@c @implementation
public func conformance_server_move_pointer_by(_ server: OpaquePointer?, _ x: Double, _ y: Double) {
    _ = find(server).perform { $0.movePointer(by: Point(x: x, y: y)) }
}

@c @implementation
public func conformance_server_button(_ server: OpaquePointer?, _ code: UInt32, _ pressed: Bool) {
    _ = find(server).perform { $0.button(code, pressed ? .pressed : .released) }
}

@c @implementation
public func conformance_server_touch_down(_ server: OpaquePointer?, _ x: Double, _ y: Double) {
    _ = find(server).perform { $0.touchDown(at: Point(x: x, y: y)) }
}

@c @implementation
public func conformance_server_touch_move(_ server: OpaquePointer?, _ x: Double, _ y: Double) {
    _ = find(server).perform { $0.touchMove(to: Point(x: x, y: y)) }
}

@c @implementation
public func conformance_server_touch_up(_ server: OpaquePointer?) {
    _ = find(server).perform { $0.touchUp() }
}

private func find(_ server: OpaquePointer?) -> ConformanceServer {
    // integration.c passes the result of `conformance_server_create`, which is never nil.
    Unmanaged<ConformanceServer>.fromOpaque(UnsafeRawPointer(server!)).takeUnretainedValue()
}
