// SPDX-License-Identifier: MIT
// What the grabs and the focus of other drags have to know about the drag of an X client.
#include "xwayland-bridge.h"
#include "dray-x11.h"

struct dray_place *dwl_x11_bridge_place(struct dray_wlroots *adapter) {
    struct dwl_x11_bridge *bridge = adapter->bridge;
    if (bridge == NULL) return NULL;
    // The compositor has sent X the positions of its windows, so X itself finds the window at a point.
    if (bridge->place == NULL) dray_x11_place(bridge->x11, 0, &bridge->place);
    return bridge->place;
}

void dwl_x11_bridge_call_off(struct dray_wlroots *adapter) {
    if (adapter->bridge != NULL) adapter->bridge->call_off(adapter->bridge);
}

static struct dwl_x11_bridge *used_by(const struct dwl_seat *seat, bool is_by_finger) {
    struct dwl_x11_bridge *bridge = seat->adapter->bridge;
    bool is_used = bridge != NULL && bridge->is_used && bridge->seat == seat && bridge->is_by_finger == is_by_finger;
    return is_used ? bridge : NULL;
}

struct wlr_seat_pointer_grab *dwl_x11_bridge_pointer_grab(const struct dwl_seat *seat) {
    struct dwl_x11_bridge *bridge = used_by(seat, false);
    return bridge != NULL ? &bridge->pointer_grab : NULL;
}

struct wlr_seat_touch_grab *dwl_x11_bridge_touch_grab(const struct dwl_seat *seat) {
    struct dwl_x11_bridge *bridge = used_by(seat, true);
    return bridge != NULL ? &bridge->touch_grab : NULL;
}

bool dwl_x11_bridge_is_held(const struct dwl_seat *seat, uint32_t button) {
    const struct dwl_x11_bridge *bridge = used_by(seat, false);
    return bridge != NULL && bridge->button == button;
}

bool dwl_x11_bridge_is_used(const struct dray_wlroots *adapter) {
    return adapter->bridge != NULL && adapter->bridge->is_used;
}
