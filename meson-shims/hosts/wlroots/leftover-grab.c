// SPDX-License-Identifier: MIT
// Handles buttons that are still down when a drag by pointer ends, for example by Escape. Their releases are sent to no
// client, because the presses belonged to the drag. All other events are handled as without a grab.
#include "drag.h"

static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_seat *seat = grab->data;
    struct wlr_seat *wlr_seat = grab->seat;
    bool is_kept = dray_seat_button(seat->dray, DRAY_DEVICE_POINTER, button, state == DWL_BUTTON_PRESSED);
    // wlroots has counted it already. A press of a button that was down means that its release was not sent, so nothing
    // else is left.
    size_t left = state == DWL_BUTTON_PRESSED ? 1 : 0;
    if (wlr_seat->pointer_state.button_count == left) dwl_leftover_grab(seat, false);
    return is_kept ? 0 : wlr_seat_pointer_send_button(wlr_seat, time, button, state);
}

void dwl_leftover_grab(struct dwl_seat *seat, bool is_leftover) {
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    if (!is_leftover && pointer->grab == &seat->leftover_grab) {
        wlr_seat_pointer_end_grab(seat->seat);
        return dwl_watch_devices(seat);
    }
    if (!is_leftover || pointer->button_count == 0 || wlr_seat_pointer_has_grab(seat->seat)) return;
    seat->leftover_interface = *pointer->default_grab->interface;
    seat->leftover_interface.button = pointer_button;
    seat->leftover_grab.interface = &seat->leftover_interface;
    seat->leftover_grab.data = seat;
    wlr_seat_pointer_start_grab(seat->seat, &seat->leftover_grab);
    dwl_watch_devices(seat);
}
