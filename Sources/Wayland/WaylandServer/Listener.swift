// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// A `wl_listener`: a closure that a C signal calls while this object lives.
///
/// The C structure has a stable address on the heap, since a signal keeps it in a list. A listener must leave a signal
/// before the signal's memory is freed; destroy signals of libwayland's own objects remove their listeners themselves.
public final class Listener {
    private let memory: UnsafeMutablePointer<dray_listener>
    private let handler: (UnsafeMutableRawPointer?) -> Void

    /// - Parameter handler: Called with the signal's data, on the loop's thread. May release this listener.
    public init(_ handler: @escaping (UnsafeMutableRawPointer?) -> Void) {
        memory = .allocate(capacity: 1)
        self.handler = handler
        // Unretained: deinit removes the listener from its signal.
        dray_listener_init(memory, Unmanaged.passUnretained(self).toOpaque(), Self.notify)
    }

    deinit {
        dray_listener_remove(memory)
        memory.deallocate()
    }

    /// The C structure, to be added to one signal.
    public var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(memory) }

    var base: UnsafeMutablePointer<wl_listener> {
        UnsafeMutableRawPointer(memory).assumingMemoryBound(to: wl_listener.self)
    }

    /// Removes the listener from the signal. May be called any number of times.
    public func remove() { dray_listener_remove(memory) }

    private static let notify: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        context, data in
        let listener = Unmanaged<Listener>.fromOpaque(context!).takeUnretainedValue()
        withExtendedLifetime(listener) { listener.handler(data) }
    }
}
