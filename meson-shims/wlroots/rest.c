// SPDX-License-Identifier: MIT
// Buttons that are down as a drag of the pointer ends: Escape may have ended it. They were the drag's, and nobody is to hear that
// they go up. All else is as without this grab.
#include "drag.h"

static void pointer_enter(struct wlr_seat_pointer_grab *grab, struct wlr_surface *surface, double sx, double sy) {
    wlr_seat_pointer_enter(grab->seat, surface, sx, sy);
}
static void pointer_clear_focus(struct wlr_seat_pointer_grab *grab) { wlr_seat_pointer_clear_focus(grab->seat); }
static void pointer_motion(struct wlr_seat_pointer_grab *grab, uint32_t time, double sx, double sy) {
    wlr_seat_pointer_send_motion(grab->seat, time, sx, sy);
}
static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_seat *seat = grab->data;
    struct wlr_seat *wlr_seat = grab->seat;
    bool is_kept = dray_seat_button(seat->dray, DRAY_DEVICE_POINTER, button, state == DWL_BUTTON_PRESSED);
    // wlroots has counted it already.
    if (wlr_seat->pointer_state.button_count == 0) dwl_pointer_rests(seat, false);
    return is_kept ? 0 : wlr_seat_pointer_send_button(wlr_seat, time, button, state);
}
static void pointer_axis(struct wlr_seat_pointer_grab *grab, uint32_t time, dwl_axis orientation, double value,
                         int32_t discrete, dwl_axis_source source DWL_AXIS_REST) {
    wlr_seat_pointer_send_axis(grab->seat, time, orientation, value, discrete, source DWL_AXIS_SAME);
}
static void pointer_frame(struct wlr_seat_pointer_grab *grab) { wlr_seat_pointer_send_frame(grab->seat); }
static void pointer_cancel(struct wlr_seat_pointer_grab *grab) {}

static const struct wlr_pointer_grab_interface pointer_grab = {
    .enter = pointer_enter,
    .clear_focus = pointer_clear_focus,
    .motion = pointer_motion,
    .button = pointer_button,
    .axis = pointer_axis,
    .frame = pointer_frame,
    .cancel = pointer_cancel,
};

void dwl_pointer_rests(struct dwl_seat *seat, bool is_resting) {
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    if (!is_resting && pointer->grab == &seat->pointer_rest) return wlr_seat_pointer_end_grab(seat->seat);
    if (!is_resting || pointer->button_count == 0 || wlr_seat_pointer_has_grab(seat->seat)) return;
    seat->pointer_rest.interface = &pointer_grab;
    seat->pointer_rest.data = seat;
    wlr_seat_pointer_start_grab(seat->seat, &seat->pointer_rest);
}
