// SPDX-License-Identifier: MIT

/// The messages that a ``ProxyConnection`` without reports needs, for callers that can leave out all others.
package enum FollowedMessages {
    /// Whether the connection processes a message.
    /// - Parameter interface: the interface of the object that the message belongs to.
    package static func contain(request opcode: UInt16, of interface: String) -> Bool {
        requests[interface]?.contains(opcode) ?? false
    }

    package static func contain(event opcode: UInt16, of interface: String) -> Bool {
        events[interface]?.contains(opcode) ?? false
    }

    private static let requests: [String: Set<UInt16>] = [
        "wl_display": [WlDisplay.Request.getRegistry],
        "wl_registry": [WlRegistry.Request.bind],
        "wl_compositor": [WlCompositor.Request.createSurface],
        "wl_subcompositor": [WlSubcompositor.Request.destroy, WlSubcompositor.Request.getSubsurface],
        "wl_surface": [WlSurface.Request.destroy],
        "wl_subsurface": [WlSubsurface.Request.destroy],
        "xdg_wm_base": [XdgWmBase.Request.destroy, XdgWmBase.Request.getXdgSurface],
        "xdg_surface": [XdgSurface.Request.destroy, XdgSurface.Request.getPopup],
        "xdg_popup": [XdgPopup.Request.destroy],
        "zwlr_layer_shell_v1": [ZwlrLayerShellV1.Request.getLayerSurface, ZwlrLayerShellV1.Request.destroy],
        "zwlr_layer_surface_v1": [ZwlrLayerSurfaceV1.Request.getPopup, ZwlrLayerSurfaceV1.Request.destroy],
        "wl_fixes": [WlFixes.Request.destroy, WlFixes.Request.destroyRegistry],
        "wl_seat": [
            WlSeat.Request.getPointer, WlSeat.Request.getKeyboard, WlSeat.Request.getTouch, WlSeat.Request.release,
        ],
        "wl_pointer": [WlPointer.Request.release],
        "wl_keyboard": [WlKeyboard.Request.release],
        "wl_touch": [WlTouch.Request.release],
        "wl_data_device_manager": [
            WlDataDeviceManager.Request.createDataSource, WlDataDeviceManager.Request.getDataDevice,
        ],
        "wl_data_source": [WlDataSource.Request.destroy, WlDataSource.Request.setActions],
        "wl_data_device": [WlDataDevice.Request.startDrag, WlDataDevice.Request.release],
        "wl_data_offer": [
            WlDataOffer.Request.destroy, WlDataOffer.Request.finish, WlDataOffer.Request.setActions,
        ],
    ]

    private static let events: [String: Set<UInt16>] = [
        "wl_registry": [WlRegistry.Event.global, WlRegistry.Event.globalRemove],
        "wl_pointer": [WlPointer.Event.enter, WlPointer.Event.leave, WlPointer.Event.button],
        "wl_keyboard": [WlKeyboard.Event.enter, WlKeyboard.Event.leave, WlKeyboard.Event.modifiers],
        "wl_touch": [WlTouch.Event.down, WlTouch.Event.up, WlTouch.Event.cancel],
        "wl_data_source": [
            WlDataSource.Event.target, WlDataSource.Event.action, WlDataSource.Event.cancelled,
            WlDataSource.Event.dndDropPerformed, WlDataSource.Event.dndFinished,
        ],
        "wl_data_device": [
            WlDataDevice.Event.dataOffer, WlDataDevice.Event.enter, WlDataDevice.Event.leave,
            WlDataDevice.Event.drop, WlDataDevice.Event.selection,
        ],
        "wl_data_offer": [WlDataOffer.Event.sourceActions, WlDataOffer.Event.action],
    ]
}
