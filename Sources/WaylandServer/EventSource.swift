// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// A descriptor that the loop watches. Watching ends with this object, also from inside its own handler.
public final class DescriptorSource {
    private let loop: EventLoop
    private let handler: (DescriptorEvents) -> Void
    private var source: OpaquePointer?

    init?(
        loop: EventLoop, descriptor: Int32, events: DescriptorEvents, handler: @escaping (DescriptorEvents) -> Void
    ) {
        self.loop = loop
        self.handler = handler
        // Unretained: the source is removed in deinit, before the object is gone.
        source = wl_event_loop_add_fd(
            loop.pointer, descriptor, events.rawValue, Self.fire, Unmanaged.passUnretained(self).toOpaque())
        if source == nil { return nil }
    }

    deinit {
        if let source { wl_event_source_remove(source) }
    }

    /// Changes what the descriptor is watched for.
    public func watch(for events: DescriptorEvents) {
        if let source { wl_event_source_fd_update(source, events.rawValue) }
    }

    private static let fire: wl_event_loop_fd_func_t = { _, mask, data in
        let source = Unmanaged<DescriptorSource>.fromOpaque(data!).takeUnretainedValue()
        withExtendedLifetime(source) { source.handler(DescriptorEvents(rawValue: mask)) }
        return 0
    }
}

/// A timer of the loop, on the monotonic clock. It is removed with this object, also from inside its own handler.
public final class TimerSource {
    private let loop: EventLoop
    private let handler: () -> Void
    private var source: OpaquePointer?

    init?(loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
        source = wl_event_loop_add_timer(loop.pointer, Self.fire, Unmanaged.passUnretained(self).toOpaque())
        if source == nil { return nil }
    }

    deinit {
        if let source { wl_event_source_remove(source) }
    }

    /// Fires once in `milliseconds` (at least 1), in place of what was armed before.
    public func arm(milliseconds: Int32) {
        if let source { wl_event_source_timer_update(source, max(milliseconds, 1)) }
    }

    public func disarm() {
        if let source { wl_event_source_timer_update(source, 0) }
    }

    private static let fire: wl_event_loop_timer_func_t = { data in
        let source = Unmanaged<TimerSource>.fromOpaque(data!).takeUnretainedValue()
        withExtendedLifetime(source) { source.handler() }
        return 0
    }
}

/// Something to do once, before the loop waits. Letting go of this object before then calls it off.
public final class IdleSource {
    private let loop: EventLoop
    private let handler: () -> Void
    private var source: OpaquePointer?

    init?(loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
        source = wl_event_loop_add_idle(loop.pointer, Self.fire, Unmanaged.passUnretained(self).toOpaque())
        if source == nil { return nil }
    }

    deinit {
        if let source { wl_event_source_remove(source) }
    }

    private static let fire: wl_event_loop_idle_func_t = { data in
        let idle = Unmanaged<IdleSource>.fromOpaque(data!).takeUnretainedValue()
        // libwayland removes an idle source itself, right after this call.
        idle.source = nil
        withExtendedLifetime(idle) { idle.handler() }
    }
}
