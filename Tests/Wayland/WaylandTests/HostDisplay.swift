// SPDX-License-Identifier: MIT

import CWaylandServer
import WaylandServer

/// A display as a C host has it, created and destroyed without the Swift wrapper.
final class HostDisplay {
    let pointer: OpaquePointer = wl_display_create()
    private var isDestroyed = false

    deinit {
        destroy()
    }

    func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        wl_display_destroy_clients(pointer)
        wl_display_destroy(pointer)
    }

    func addDestroyListener(_ listener: Listener?) {
        guard let listener else { return }
        wl_display_add_destroy_listener(pointer, listener.pointer.assumingMemoryBound(to: wl_listener.self))
    }
}
