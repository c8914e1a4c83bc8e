// SPDX-License-Identifier: MIT

import DrayCore

/// Objects that existed before the connection was followed, for callers that know the compositor's objects.
extension ProxyConnection {
    /// The seat of all such objects: the names of seats are in messages that have passed already. Two seats of one
    /// client cannot be distinguished.
    private static let unknownSeat = SeatName.max - 1

    /// Adds an existing object. Parents of subsurfaces and popups are unknown, so these count as windows of their own;
    /// an offer is left as it is.
    /// - Parameter version: the version that the client has bound.
    package mutating func add(_ id: UInt32, interface: String, version: UInt32) throws(WireBreach) {
        let seat = Self.unknownSeat
        let object: FollowedObject? =
            switch interface {
            case "wl_registry": .registry
            case "wl_compositor": .compositor
            case "wl_subcompositor": .subcompositor
            case "xdg_wm_base": .windowBase
            case "zwlr_layer_shell_v1": .layerShell
            case "wl_fixes": .fixes
            case "wl_seat": .seat(seat)
            case "wl_surface": .surface(forest.make())
            case "wl_pointer": .pointer(seat)
            case "wl_touch": .touch(seat)
            case "wl_keyboard": .keyboard(seat)
            case "wl_data_device_manager": .manager(version: version)
            case "wl_data_source": .source(FollowedSource(version: version))
            case "wl_data_device": .device(FollowedDevice(version: version, seat: seat))
            default: nil
            }
        guard let object else { return }
        seats.insert(seat)
        if case .pointer = object { presses.add(id, of: seat) }
        try make(id, to: object)
    }

    /// Removes an object that its client has destroyed, for callers that receive no `wl_display.delete_id`.
    package mutating func removeDestroyed(_ id: UInt32) {
        if let object = objects.removeEnded(id) { forget(object, id) }
    }

    /// Ends the drags of a client that has disconnected.
    package mutating func end() {
        for seat in drags.keys { begin(nil, on: seat) }
    }
}
