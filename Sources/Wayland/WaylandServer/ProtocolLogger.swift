// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// Receives every message between a display and its clients while this object lives.
///
/// The corresponding C type is `struct wl_protocol_logger`.
public final class ProtocolLogger {
    private let display: Display
    private let handler: (LoggedMessage) -> Void
    private var pointer: OpaquePointer?

    /// - Parameter handler: Called before a request is served, and when an event is queued for its client. It must not
    ///   send or destroy anything.
    public init?(_ display: Display, _ handler: @escaping (LoggedMessage) -> Void) {
        self.display = display
        self.handler = handler
        // Unretained: deinit ends the logging.
        pointer = wl_display_add_protocol_logger(display.pointer, Self.log, Unmanaged.passUnretained(self).toOpaque())
        if pointer == nil { return nil }
    }

    deinit {
        if let pointer { wl_protocol_logger_destroy(pointer) }
    }

    private static let log: wl_protocol_logger_func_t = { data, direction, message in
        guard let data, let message, let resource = message.pointee.resource else { return }
        let logger = Unmanaged<ProtocolLogger>.fromOpaque(data).takeUnretainedValue()
        logger.handler(LoggedMessage(message.pointee, resource, isEvent: direction == WL_PROTOCOL_LOGGER_EVENT))
    }
}
