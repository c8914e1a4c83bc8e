// SPDX-License-Identifier: MIT

internal import CWaylandServer
internal import WaylandUtil

/// An object that every client may bind. It is offered as long as this Swift object lives.
///
/// The corresponding C type is `struct wl_global`.
public final class Global<Object: ResourceObject> {
    private let display: Display
    /// The `wl_global`, for comparisons: a display's filter is asked about each by its pointer.
    public private(set) var pointer: OpaquePointer?
    private var isWithdrawn = false
    private let binder: Binder

    /// - Parameters:
    ///   - version: the highest version offered; at most what the bindings were generated from.
    ///   - bind: called with the object that a client has just made, still without a handler.
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
        // A display that is gone took its globals along.
        if let pointer, display.isAlive { wl_global_destroy(pointer) }
    }

    /// Takes the global out of every registry. Clients that are just about to bind it still may, until this object goes.
    public func withdraw() {
        // libwayland aborts the process when asked twice.
        guard let pointer, display.isAlive, !isWithdrawn else { return }
        isWithdrawn = true
        wl_global_remove(pointer)
    }
}

/// What C calls back: a class without type parameters, so that a C function can name it.
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
