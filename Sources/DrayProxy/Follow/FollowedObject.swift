// SPDX-License-Identifier: MIT

import DrayCore

/// An object of a connection whose messages the rule depends on. Of all others the size of a message is all that is known.
enum FollowedObject: Hashable, Sendable {
    case registry
    case compositor
    case subcompositor
    /// `xdg_wm_base`.
    case windowBase
    /// `zwlr_layer_shell_v1`.
    case layerShell
    /// `wp_security_context_manager_v1`: what it lets in is not behind the proxy.
    case securityContexts
    /// `wl_fixes`: it destroys registries.
    case fixes
    case seat(SeatName)
    case surface(SurfaceID)
    /// The surface is a part of another as long as this lives.
    case subsurface(of: SurfaceID)
    case windowSurface(of: SurfaceID)
    case popup(of: SurfaceID)
    case layerSurface(of: SurfaceID)
    /// `xdg_toplevel`; followed for what a person would call the window.
    case window(of: SurfaceID)
    /// `wl_pointer`.
    case pointer(SeatName)
    /// `wl_touch`.
    case touch(SeatName)
    /// `wl_data_device_manager`.
    case manager(version: UInt32)
    case source(FollowedSource)
    case device(FollowedDevice)
    case offer(FollowedOffer)

    /// Its interface, for traces; nil where its messages are not told.
    var interface: String? {
        switch self {
        case .manager: "wl_data_device_manager"
        case .source: "wl_data_source"
        case .device: "wl_data_device"
        case .offer: "wl_data_offer"
        case .registry, .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .surface, .subsurface, .windowSurface, .popup, .layerSurface, .window, .pointer, .touch:
            nil
        }
    }

    /// Whether a request of that number destroys it, or may.
    func isEnded(by opcode: UInt16) -> Bool {
        switch self {
        case .registry: false  // Only wl_fixes destroys it.
        // These could not be destroyed for long: whatever came after their first two requests may do it.
        case .compositor, .manager: opcode >= 2
        case .subcompositor, .windowBase, .securityContexts, .fixes, .surface, .subsurface, .windowSurface, .popup,
            .window, .touch:
            opcode == 0
        case .layerShell, .pointer, .source: opcode == 1
        case .device, .offer: opcode == 2
        case .seat: opcode == 3
        case .layerSurface: opcode == 7
        }
    }
}

/// The number that a seat's global has in the registry: the same for all clients of a compositor.
package typealias SeatName = UInt32

/// A `wl_data_source`.
struct FollowedSource: Hashable, Sendable {
    let version: UInt32
}

/// A `wl_data_device`: what it has told of the drag over its client.
struct FollowedDevice: Hashable, Sendable {
    let version: UInt32
    let seat: SeatName
    var hover = Hover.nothing

    /// What the client was told last. The table is at the head of ``ProxyConnection``.
    enum Hover: Hashable, Sendable {
        case nothing
        /// `enter`, with that offer; nil for a drag that offers nothing.
        case over(offer: UInt32?)
        /// `drop`, and not yet the `leave` that has to follow.
        case dropped(offer: UInt32?)
        /// `drop`, and a `leave` that the proxy has added: the compositor's own would be one too many.
        case settled
    }
}

/// A `wl_data_offer`.
struct FollowedOffer: Hashable, Sendable {
    let version: UInt32
    let device: UInt32
    /// What the compositor told of the source last, before anything was changed; nil where it told nothing.
    var sourceActions: DragActions?
    /// What the compositor has chosen last.
    var action: DragAction?
    /// The surface that its `enter` named; nil for one that is not followed.
    var surface: SurfaceID?
    var stage = Stage.introduced

    /// Where the rule comes from. The table is at the head of ``ProxyConnection``.
    enum Stage: Hashable, Sendable {
        /// Which window it is for is not known yet.
        case introduced
        /// Its `enter` told the window, and so the rule for as long as the offer lives.
        case decided(Relation)
        /// The drop is done with that action, as both sides were told; nil where none was told. It stays the one.
        case dropped(Relation, DragAction?)
        /// The drop is done, and the compositor left the action to the target, which answers.
        case asked(Relation)
        /// It is the clipboard's.
        case selection
    }
}
