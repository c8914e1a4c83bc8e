// SPDX-License-Identifier: MIT

internal import CWaylandServer

/// Decides which clients see which globals of a display: a global that is hidden from a client is not advertised to it,
/// and cannot be bound by it. The corresponding C function is `wl_display_set_global_filter`.
///
/// A display has one filter. It is active while this object lives.
public final class GlobalFilter {
    private let display: Display
    private let isVisible: (Client, OpaquePointer) -> Bool

    /// - Parameter isVisible: Receives a client and a `wl_global`, see ``Global/pointer``.
    public init(_ display: Display, isVisible: @escaping (_ client: Client, _ global: OpaquePointer) -> Bool) {
        self.display = display
        self.isVisible = isVisible
        // Unretained: deinit removes the filter.
        wl_display_set_global_filter(display.pointer, Self.answer, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if display.isAlive { wl_display_set_global_filter(display.pointer, nil, nil) }
    }

    private static let answer: wl_display_global_filter_func_t = { client, global, data in
        guard let client, let global, let data else { return true }
        let filter = Unmanaged<GlobalFilter>.fromOpaque(data).takeUnretainedValue()
        return filter.isVisible(Client.of(client), global)
    }
}
