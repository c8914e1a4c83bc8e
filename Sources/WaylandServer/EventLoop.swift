// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// libwayland's event loop. The corresponding C type is `struct wl_event_loop`.
///
/// Sources are objects: a source works as long as its object lives.
public final class EventLoop {
    public let pointer: OpaquePointer
    /// Every source in the loop, not retained: each leaves before it is gone.
    private var sources: [ObjectIdentifier: Unmanaged<EventSource>] = [:]
    private var endListener: Listener?

    /// The loop of a display goes with it.
    private var isGone = false
    private let isOwned: Bool

    /// A loop of its own, for who has no display. Nil without memory or descriptors.
    public init?() {
        guard let pointer = wl_event_loop_create() else { return nil }
        self.pointer = pointer
        isOwned = true
        listenForEnd()
    }

    deinit {
        guard isOwned else { return }
        // Sources keep their loop, so that there are none any more.
        endListener = nil
        wl_event_loop_destroy(pointer)
    }

    /// When the loop goes before this object does, its sources end, and there are no new ones.
    init(borrowing pointer: OpaquePointer) {
        self.pointer = pointer
        isOwned = false
        listenForEnd()
    }

    private func listenForEnd() {
        // A source that is left in the loop would write into freed memory when it is removed later.
        let listener = Listener { [unowned self] _ in removeSources() }
        wl_event_loop_add_destroy_listener(pointer, listener.base)
        endListener = listener
    }

    /// Readable when there is something to dispatch: for a host with a loop of its own.
    public var descriptor: Int32 { wl_event_loop_get_fd(pointer) }

    /// Serves what is ready.
    /// - Parameter timeout: milliseconds to wait for something; 0 does not wait, -1 waits for ever.
    public func dispatch(timeout: Int32) {
        wl_event_loop_dispatch(pointer, timeout)
    }

    /// Calls `handler` whenever `descriptor` is ready for what was asked, or was hung up. The descriptor stays the
    /// caller's, and must stay open as long as the source lives. Nil once the loop is gone.
    public func watch(
        _ descriptor: Int32, for events: DescriptorEvents, handler: @escaping (DescriptorEvents) -> Void
    ) -> DescriptorSource? {
        isGone ? nil : DescriptorSource(loop: self, descriptor: descriptor, events: events, handler: handler)
    }

    /// A timer that is not armed yet; nil once the loop is gone.
    public func makeTimer(handler: @escaping () -> Void) -> TimerSource? {
        isGone ? nil : TimerSource(loop: self, handler: handler)
    }

    /// Calls `handler` once, before the loop waits next. Nil once the loop is gone.
    public func whenIdle(_ handler: @escaping () -> Void) -> IdleSource? {
        isGone ? nil : IdleSource(loop: self, handler: handler)
    }

    func add(_ source: EventSource) { sources[ObjectIdentifier(source)] = .passUnretained(source) }

    func discard(_ source: EventSource) { sources[ObjectIdentifier(source)] = nil }

    private func removeSources() {
        isGone = true
        for source in sources.values { source.takeUnretainedValue().remove() }
        // The loop's signal is freed with the loop, whoever is still in it.
        endListener?.remove()
    }
}

/// What a descriptor is, or is to be, ready for. The values are those of `WL_EVENT_…`.
public struct DescriptorEvents: OptionSet, Sendable {
    public let rawValue: UInt32

    public static let readable = DescriptorEvents(rawValue: 1)
    public static let writable = DescriptorEvents(rawValue: 2)
    /// The other end is closed. Always reported, never asked for.
    public static let hangup = DescriptorEvents(rawValue: 4)
    /// Always reported, never asked for.
    public static let error = DescriptorEvents(rawValue: 8)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
