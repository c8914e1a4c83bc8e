// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// A `wl_event_source` of its loop. It is removed by its owner, or just before the loop is destroyed.
final class EventSource {
    private let loop: EventLoop
    /// Nil once the source is removed.
    private(set) var pointer: OpaquePointer?

    /// Nil if libwayland had no memory, or the kernel cannot watch the descriptor.
    init?(_ loop: EventLoop, _ pointer: OpaquePointer?) {
        self.loop = loop
        guard let pointer else { return nil }
        self.pointer = pointer
        loop.add(self)
    }

    /// Removes the source. Must be called in the owner's deinit: the source refers to the owner without retaining it.
    func remove() {
        guard let pointer else { return }
        forget()
        wl_event_source_remove(pointer)
    }

    /// Forgets a source that libwayland removes itself.
    func forget() {
        pointer = nil
        loop.discard(self)
    }
}

/// A descriptor that the loop watches, as long as this object lives. It may be released inside its own handler.
public final class DescriptorSource {
    private let handler: (DescriptorEvents) -> Void
    private var source: EventSource?

    init?(
        loop: EventLoop, descriptor: Int32, events: DescriptorEvents, handler: @escaping (DescriptorEvents) -> Void
    ) {
        self.handler = handler
        // Unretained: the source is removed in deinit.
        source = EventSource(
            loop,
            wl_event_loop_add_fd(
                loop.pointer, descriptor, events.rawValue, Self.fire, Unmanaged.passUnretained(self).toOpaque()))
        if source == nil { return nil }
    }

    deinit {
        source?.remove()
    }

    /// Changes the events that the descriptor is watched for.
    public func watch(for events: DescriptorEvents) {
        if let pointer = source?.pointer { wl_event_source_fd_update(pointer, events.rawValue) }
    }

    private static let fire: wl_event_loop_fd_func_t = { _, mask, data in
        let source = Unmanaged<DescriptorSource>.fromOpaque(data!).takeUnretainedValue()
        withExtendedLifetime(source) { source.handler(DescriptorEvents(rawValue: mask)) }
        return 0
    }
}

/// A timer of the loop, on the monotonic clock, as long as this object lives. It may be released inside its own
/// handler.
public final class TimerSource {
    private let handler: () -> Void
    private var source: EventSource?

    init?(loop: EventLoop, handler: @escaping () -> Void) {
        self.handler = handler
        source = EventSource(
            loop, wl_event_loop_add_timer(loop.pointer, Self.fire, Unmanaged.passUnretained(self).toOpaque()))
        if source == nil { return nil }
    }

    deinit {
        source?.remove()
    }

    /// Fires once in `milliseconds` (at least 1), replacing an earlier setting.
    public func arm(milliseconds: Int32) {
        if let pointer = source?.pointer { wl_event_source_timer_update(pointer, max(milliseconds, 1)) }
    }

    public func disarm() {
        if let pointer = source?.pointer { wl_event_source_timer_update(pointer, 0) }
    }

    private static let fire: wl_event_loop_timer_func_t = { data in
        let source = Unmanaged<TimerSource>.fromOpaque(data!).takeUnretainedValue()
        withExtendedLifetime(source) { source.handler() }
        return 0
    }
}

/// A callback that is made once, before the loop waits. Releasing this object before then cancels it.
///
/// The handler must not dispatch the loop: libwayland would find the source still in its list, and call it again.
public final class IdleSource {
    private let handler: () -> Void
    private var source: EventSource?

    init?(loop: EventLoop, handler: @escaping () -> Void) {
        self.handler = handler
        source = EventSource(
            loop, wl_event_loop_add_idle(loop.pointer, Self.fire, Unmanaged.passUnretained(self).toOpaque()))
        if source == nil { return nil }
    }

    deinit {
        source?.remove()
    }

    private static let fire: wl_event_loop_idle_func_t = { data in
        let idle = Unmanaged<IdleSource>.fromOpaque(data!).takeUnretainedValue()
        // libwayland removes an idle source itself, right after this call.
        idle.source?.forget()
        withExtendedLifetime(idle) { idle.handler() }
    }
}
