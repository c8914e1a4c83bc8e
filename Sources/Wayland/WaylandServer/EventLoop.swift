// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// libwayland's event loop. The corresponding C type is `struct wl_event_loop`.
///
/// Sources are objects: a source is active while its object lives.
public final class EventLoop {
    public let pointer: OpaquePointer
    /// All sources in the loop, unretained: each is removed before it is deallocated.
    private var sources: [ObjectIdentifier: Unmanaged<EventSource>] = [:]
    private var endListener: Listener?

    /// Whether the loop was destroyed, with its display.
    private var isGone = false
    private let isOwned: Bool
    private var isDispatching = false

    /// Creates a loop without a display. Nil without memory or descriptors.
    public init?() {
        guard let pointer = wl_event_loop_create() else { return nil }
        self.pointer = pointer
        isOwned = true
        listenForEnd()
    }

    deinit {
        guard isOwned else { return }
        // Sources retain their loop, so none exists any more.
        endListener = nil
        wl_event_loop_destroy(pointer)
    }

    /// Uses the loop of a display. When that is destroyed, its sources end, and no new ones can be created.
    init(borrowing pointer: OpaquePointer) {
        self.pointer = pointer
        isOwned = false
        listenForEnd()
    }

    private func listenForEnd() {
        // A source that is left in the loop would access freed memory when it is removed later.
        let listener = Listener { [unowned self] _ in removeSources() }
        wl_event_loop_add_destroy_listener(pointer, listener.base)
        endListener = listener
    }

    /// Readable when there is something to dispatch, for a host with a loop of its own.
    public var descriptor: Int32 { wl_event_loop_get_fd(pointer) }

    /// Serves the sources that are ready.
    ///
    /// A handler of the loop must not call this: libwayland frees removed sources at the end of each call, and the
    /// outer one may still have events for them.
    /// - Parameter timeout: The maximum time to wait in milliseconds; 0 to return at once, -1 to wait indefinitely.
    public func dispatch(timeout: Int32) {
        precondition(!isDispatching, "a handler dispatches its own event loop")
        isDispatching = true
        defer { isDispatching = false }
        wl_event_loop_dispatch(pointer, timeout)
    }

    /// Calls `handler` whenever `descriptor` is ready for one of the events, or was hung up. The caller keeps the
    /// ownership of the descriptor, which must remain open while the source lives. Nil once the loop was destroyed.
    public func watch(
        _ descriptor: Int32, for events: DescriptorEvents, handler: @escaping (DescriptorEvents) -> Void
    ) -> DescriptorSource? {
        isGone ? nil : DescriptorSource(loop: self, descriptor: descriptor, events: events, handler: handler)
    }

    /// Creates a timer that is not armed; nil once the loop was destroyed.
    public func makeTimer(handler: @escaping () -> Void) -> TimerSource? {
        isGone ? nil : TimerSource(loop: self, handler: handler)
    }

    /// Calls `handler` once, before the loop waits next. Nil once the loop was destroyed.
    public func whenIdle(_ handler: @escaping () -> Void) -> IdleSource? {
        isGone ? nil : IdleSource(loop: self, handler: handler)
    }

    func add(_ source: EventSource) { sources[ObjectIdentifier(source)] = .passUnretained(source) }

    func discard(_ source: EventSource) { sources[ObjectIdentifier(source)] = nil }

    private func removeSources() {
        isGone = true
        for source in sources.values { source.takeUnretainedValue().remove() }
        // The loop's signal is freed with the loop, even if it has listeners.
        endListener?.remove()
    }
}

/// Events of a descriptor. The values are those of `WL_EVENT_…`.
public struct DescriptorEvents: OptionSet, Sendable {
    public let rawValue: UInt32

    public static let readable = DescriptorEvents(rawValue: 1)
    public static let writable = DescriptorEvents(rawValue: 2)
    /// The other end is closed. Always reported; must not be requested.
    public static let hangup = DescriptorEvents(rawValue: 4)
    /// Always reported; must not be requested.
    public static let error = DescriptorEvents(rawValue: 8)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
