// SPDX-License-Identifier: MIT
// Distinguishes the grabs of Dray's drags from all others.
#include "drag.h"
#include "xwayland-bridge.h"

bool dwl_has_drag(const struct dwl_seat *seat, bool is_touch) {
    const struct dwl_drag *drag = seat->drag;
    return drag != NULL && drag->drag != NULL && drag->number != 0 && !drag->is_ending && drag->is_touch == is_touch;
}

struct wlr_seat_pointer_grab *dwl_own_pointer_grab(const struct dwl_seat *seat) {
    return dwl_has_drag(seat, false) ? &seat->drag->drag->pointer_grab : dwl_x11_bridge_pointer_grab(seat);
}

struct wlr_seat_touch_grab *dwl_own_touch_grab(struct dwl_seat *seat) {
    if (dwl_has_drag(seat, true)) return &seat->drag->drag->touch_grab;
    return wl_list_empty(&seat->concurrent) ? dwl_x11_bridge_touch_grab(seat) : &seat->touch_grab;
}

bool dwl_has_pointer(const struct dwl_seat *seat) {
    const struct wlr_seat_pointer_grab *grab = seat->seat->pointer_state.grab;
    return grab == &seat->leftover_grab || grab == dwl_own_pointer_grab(seat);
}
