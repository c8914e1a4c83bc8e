// SPDX-License-Identifier: MIT

import DrayCore

/// An object of a connection whose messages matter for the rule. For all other objects only the size of a message is
/// known.
enum FollowedObject: Hashable, Sendable {
    case registry
    case compositor
    case subcompositor
    /// `xdg_wm_base`.
    case windowBase
    /// `zwlr_layer_shell_v1`.
    case layerShell
    /// `wp_security_context_manager_v1`. The clients that connect through it are not behind the proxy.
    case securityContexts
    /// `wl_fixes`, which destroys registries.
    case fixes
    case seat(SeatName)
    case surface(SurfaceID)
    /// A `wl_subsurface`. The surface is part of its parent as long as this object exists.
    case subsurface(of: SurfaceID)
    case windowSurface(of: SurfaceID)
    case popup(of: SurfaceID)
    case layerSurface(of: SurfaceID)
    /// `xdg_toplevel`; tracked for the title and the application id of the window.
    case window(of: SurfaceID)
    /// `wl_pointer`.
    case pointer(SeatName)
    /// `wl_touch`.
    case touch(SeatName)
    /// `wl_keyboard`.
    case keyboard(SeatName)
    /// `wl_data_device_manager`.
    case manager(version: UInt32)
    case source(FollowedSource)
    case device(FollowedDevice)
    case offer(FollowedOffer)

    /// The interface for traces; nil if messages of the object are not reported.
    var interface: String? {
        switch self {
        case .manager: "wl_data_device_manager"
        case .source: "wl_data_source"
        case .device: "wl_data_device"
        case .offer: "wl_data_offer"
        case .registry, .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .surface, .subsurface, .windowSurface, .popup, .layerSurface, .window, .pointer, .touch,
            .keyboard:
            nil
        }
    }

    /// Whether an event with this opcode states the action that the compositor has selected.
    func isAction(_ opcode: UInt16) -> Bool {
        switch self {
        case .source: opcode == WlDataSource.Event.action
        case .offer: opcode == WlDataOffer.Event.action
        case .registry, .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .surface, .subsurface, .windowSurface, .popup, .layerSurface, .window, .pointer, .touch, .keyboard,
            .manager, .device:
            false
        }
    }

    /// Whether a request with this opcode destroys the object, or may destroy it.
    func isEnded(by opcode: UInt16) -> Bool {
        switch self {
        case .registry: false  // Only wl_fixes destroys it.
        // The first versions of these interfaces have two requests and no destructor. Any later request may be one.
        case .compositor, .manager: opcode >= 2
        case .subcompositor: opcode == WlSubcompositor.Request.destroy
        case .windowBase: opcode == XdgWmBase.Request.destroy
        case .securityContexts: opcode == WpSecurityContextManagerV1.Request.destroy
        case .fixes: opcode == WlFixes.Request.destroy
        case .surface: opcode == WlSurface.Request.destroy
        case .subsurface: opcode == WlSubsurface.Request.destroy
        case .windowSurface: opcode == XdgSurface.Request.destroy
        case .popup: opcode == XdgPopup.Request.destroy
        case .window: opcode == XdgToplevel.Request.destroy
        case .touch: opcode == WlTouch.Request.release
        case .keyboard: opcode == WlKeyboard.Request.release
        case .layerShell: opcode == ZwlrLayerShellV1.Request.destroy
        case .pointer: opcode == WlPointer.Request.release
        case .source: opcode == WlDataSource.Request.destroy
        case .device: opcode == WlDataDevice.Request.release
        case .offer: opcode == WlDataOffer.Request.destroy
        case .seat: opcode == WlSeat.Request.release
        case .layerSurface: opcode == ZwlrLayerSurfaceV1.Request.destroy
        }
    }
}

/// The name of a seat's global in the registry. It is the same for all clients of a compositor.
package typealias SeatName = UInt32

/// A `wl_data_source`.
struct FollowedSource: Hashable, Sendable {
    let version: UInt32
    /// The actions of its last `set_actions`; nil if there was none.
    var actions: DragActions?
    /// The last action that the compositor has sent, unmodified; nil if it sent none.
    var action: DragActions?
    /// The action that the client was sent for it.
    var sentAction: DragActions?
}

/// A `wl_data_device` with the state of the drag over its client.
struct FollowedDevice: Hashable, Sendable {
    let version: UInt32
    let seat: SeatName
    var hover = Hover.nothing

    /// The last state that the client was sent. ``ProxyConnection`` has the table of transitions.
    enum Hover: Hashable, Sendable {
        case nothing
        /// After `enter` with this offer; nil for a drag without an offer.
        case over(offer: UInt32?)
        /// After `drop`, before the `leave` that has to follow.
        case dropped(offer: UInt32?)
        /// After `drop` and a `leave` that the proxy has added. A `leave` of the compositor would be the second.
        case settled
    }
}

/// A `wl_data_offer`.
struct FollowedOffer: Hashable, Sendable {
    let version: UInt32
    let device: UInt32
    /// The last actions of the source that the compositor sent, unmodified; nil if it sent none.
    var sourceActions: DragActions?
    /// The last action that the client was sent.
    var action: DragAction?
    /// The last action that the compositor has sent, unmodified; nil if it sent none.
    var selected: DragActions?
    /// Whether the compositor has sent an action before the client had answered, so that it does not negotiate.
    var isUnnegotiated = false
    /// The client's last answer; nil if it has sent none that the protocol permits.
    var answer: TargetActions?
    /// The surface of the `enter` event; nil if the surface is not tracked.
    var surface: SurfaceID?
    var stage = Stage.introduced

    /// The state that decides which rule applies. ``ProxyConnection`` has the table of transitions.
    enum Stage: Hashable, Sendable {
        /// The target window is not known yet.
        case introduced
        /// The `enter` event has named the window, and thus the rule for the lifetime of the offer.
        case decided(Relation)
        /// Dropped with the action that both sides were sent, or nil if none was sent. The action is final.
        case dropped(Relation, DragAction?)
        /// Dropped with the action `ask`: the target selects the final action.
        case asked(Relation)
        /// The offer of a selection.
        case selection
    }
}
