// SPDX-License-Identifier: MIT
// Buttons that are down as a drag of the pointer ends: Escape may have ended it. They were the drag's, and nobody is to hear that
// they go up. All else is as wlroots has it without a grab.
#include "drag.h"

static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_seat *seat = grab->data;
    struct wlr_seat *wlr_seat = grab->seat;
    bool is_kept = dray_seat_button(seat->dray, DRAY_DEVICE_POINTER, button, state == DWL_BUTTON_PRESSED);
    // wlroots has counted it already. What goes down although it was down has gone up untold, and nothing else is left.
    size_t left = state == DWL_BUTTON_PRESSED ? 1 : 0;
    if (wlr_seat->pointer_state.button_count == left) dwl_pointer_rests(seat, false);
    return is_kept ? 0 : wlr_seat_pointer_send_button(wlr_seat, time, button, state);
}

void dwl_pointer_rests(struct dwl_seat *seat, bool is_resting) {
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    if (!is_resting && pointer->grab == &seat->pointer_rest) {
        wlr_seat_pointer_end_grab(seat->seat);
        return dwl_watch_devices(seat);
    }
    if (!is_resting || pointer->button_count == 0 || wlr_seat_pointer_has_grab(seat->seat)) return;
    seat->resting = *pointer->default_grab->interface;
    seat->resting.button = pointer_button;
    seat->pointer_rest.interface = &seat->resting;
    seat->pointer_rest.data = seat;
    wlr_seat_pointer_start_grab(seat->seat, &seat->pointer_rest);
    dwl_watch_devices(seat);
}
