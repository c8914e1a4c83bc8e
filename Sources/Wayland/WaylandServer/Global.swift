// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import WaylandUtil

/// An object that every client can bind, advertised while this Swift object lives.
///
/// The corresponding C type is `struct wl_global`.
public final class Global<Object: ResourceObject> {
    private let display: Display
    /// The `wl_global`, for comparison in a display's filter.
    public private(set) var pointer: OpaquePointer?
    private var isWithdrawn = false
    private let binder: Binder

    /// - Parameters:
    ///   - version: The highest version offered; at most that of the bindings.
    ///   - bind: Called with the object that a client has just created, which has no handler yet.
    public init?(_ display: Display, _ type: Object.Type, version: UInt32, bind: @escaping (Object, Client) -> Void) {
        self.display = display
        binder = Binder { client, version, id in
            let owner = Client.of(client)
            guard let resource = Resource.create(Object.self, client: client, version: version, id: id) else {
                return owner.postNoMemory()
            }
            owner.whileHandlingRequest { isListenedTo in
                if isListenedTo { bind(Object(resource), owner) }
            }
        }
        // Unretained: the binder lives as long as this object, whose deinit destroys the global.
        pointer = wl_global_create(
            display.pointer, Object.interface.pointer.assumingMemoryBound(to: wl_interface.self),
            Int32(clamping: version),
            Unmanaged.passUnretained(binder).toOpaque(), Binder.bind)
        if pointer == nil { return nil }
    }

    deinit {
        // A display that was destroyed has destroyed its globals.
        if let pointer, display.isAlive { wl_global_destroy(pointer) }
    }

    /// Removes the global from every registry. Requests to bind it that are already on their way still succeed until
    /// this object is destroyed.
    public func withdraw() {
        // libwayland aborts the process on a second call.
        guard let pointer, display.isAlive, !isWithdrawn else { return }
        isWithdrawn = true
        wl_global_remove(pointer)
    }
}

/// The C callback: a class without type parameters, so that a C function can refer to it.
private final class Binder {
    private let handler: (OpaquePointer, UInt32, UInt32) -> Void

    init(_ handler: @escaping (OpaquePointer, UInt32, UInt32) -> Void) {
        self.handler = handler
    }

    static let bind: wl_global_bind_func_t = { client, data, version, id in
        guard let client, let data else { return }
        let binder = Unmanaged<Binder>.fromOpaque(data).takeUnretainedValue()
        withExtendedLifetime(binder) { binder.handler(client, version, id) }
    }
}
