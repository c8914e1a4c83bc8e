// SPDX-License-Identifier: MIT
// Drags between X11 windows and Wayland clients. Dray's X11 bridge (dray-x11.h) speaks to X clients; this file sends it
// the position of the pointer.
#ifndef XWAYLAND_BRIDGE_H
#define XWAYLAND_BRIDGE_H

#include "adapter.h"

struct dwl_x11_bridge {
    struct dray_wlroots *adapter;
    struct dwl_seat *seat;
    void (*call_off)(struct dwl_x11_bridge *bridge);  // ends the drag, if there is one
    struct dray_x11 *x11;
    struct dray_place *place;  // NULL until X was reached
    // Whether an X client drags, and its button or finger is down.
    bool is_used;
    uint64_t drag;  // 0 until the drag has left the X11 windows
    bool is_by_finger;
    int32_t finger;
    struct wlr_seat_touch_grab touch_grab;
    uint32_t button;
    struct wlr_seat_pointer_grab pointer_grab;
    struct wlr_surface *pressed;
    struct wl_listener pressed_destroyed;
    struct wlr_surface *focus;  // the surface under the drag; NULL for nothing, and over X11 windows
    struct wl_listener focus_destroyed;
};

// xwayland-bridge.c
// Opens the bridge when the X server accepts clients under this display name. The seat is that of its windows; without
// memory NULL. Requires a tracker.
void dwl_x11_bridge_open(struct dray_wlroots *adapter, struct dwl_seat *seat, const char *display);
void dwl_x11_bridge_close(struct dray_wlroots *adapter);
// The drag has been dropped or cancelled: if it is the X client's, its grab ends.
void dwl_x11_bridge_released(struct dray_wlroots *adapter, uint64_t drag);
// Picks again after windows have moved.
void dwl_x11_bridge_look(struct dray_wlroots *adapter);
void dwl_x11_bridge_forget_seat(struct dwl_seat *seat);

// xwayland-state.c
// Whether an X client drags.
bool dwl_x11_bridge_is_used(const struct dray_wlroots *adapter);
// Ends the drag of an X client, if there is one, because the pointer or the finger is taken away.
void dwl_x11_bridge_call_off(struct dray_wlroots *adapter);
// The grabs of an X client's drag on this seat; NULL for none.
struct wlr_seat_pointer_grab *dwl_x11_bridge_pointer_grab(const struct dwl_seat *seat);
struct wlr_seat_touch_grab *dwl_x11_bridge_touch_grab(const struct dwl_seat *seat);
// Whether an X client drags by this button.
bool dwl_x11_bridge_is_held(const struct dwl_seat *seat, uint32_t button);
// The drop target that represents X11 windows, in screen coordinates; NULL if X cannot be reached.
struct dray_place *dwl_x11_bridge_place(struct dray_wlroots *adapter);

#endif
