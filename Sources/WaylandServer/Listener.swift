// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// A `wl_listener`: a closure that a C signal calls, as long as this object lives.
///
/// The C structure has an address of its own on the heap, since a signal keeps it in a list. A listener leaves a signal
/// before the signal's memory goes, except for the destroy signals of libwayland's own objects, which let go of it.
public final class Listener {
    private let memory: UnsafeMutablePointer<dray_listener>
    private let handler: (UnsafeMutableRawPointer?) -> Void

    /// - Parameter handler: called with the signal's data, on the loop's thread. It may let go of this listener.
    public init(_ handler: @escaping (UnsafeMutableRawPointer?) -> Void) {
        memory = .allocate(capacity: 1)
        self.handler = handler
        // Unretained: deinit takes the listener out of its signal before the object is gone.
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

    /// Leaves the signal; allowed at any time, any number of times.
    public func remove() { dray_listener_remove(memory) }

    private static let notify: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        context, data in
        let listener = Unmanaged<Listener>.fromOpaque(context!).takeUnretainedValue()
        withExtendedLifetime(listener) { listener.handler(data) }
    }
}
