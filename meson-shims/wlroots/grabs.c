// SPDX-License-Identifier: MIT
// The grabs of a drag: what the pointer, the fingers and the keyboard do goes to Dray.
#include <linux/input-event-codes.h>
#include <wayland-server-protocol.h>

#include "drag.h"

// From one surface to another: more than a hand trembles.
#define FAR 100 /* points */

// -------------------------------------------------------------------------------------------------------------- Focus

uint32_t dwl_modifiers_of(struct wlr_seat *seat) {
    struct wlr_keyboard *keyboard = wlr_seat_get_keyboard(seat);
    uint32_t state = keyboard != NULL ? wlr_keyboard_get_modifiers(keyboard) : 0;
    return ((state & WLR_MODIFIER_SHIFT) ? DRAY_MODIFIER_SHIFT : 0) |
           ((state & WLR_MODIFIER_CTRL) ? DRAY_MODIFIER_CONTROL : 0) |
           ((state & WLR_MODIFIER_ALT) ? DRAY_MODIFIER_ALT : 0) | ((state & WLR_MODIFIER_LOGO) ? DRAY_MODIFIER_LOGO : 0);
}

void dwl_drag_forget_focus(struct dwl_drag *drag) {
    if (drag->focus != NULL) wl_list_remove(&drag->focus_destroyed.link);
    drag->focus = NULL;
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_drag *drag = wl_container_of(listener, drag, focus_destroyed);
    dwl_drag_set_focus(drag, NULL, 0, 0);
}

void dwl_drag_set_focus(struct dwl_drag *drag, struct wlr_surface *surface, double sx, double sy) {
    if (drag->focus == surface) return;
    drag->sx = sx;
    drag->sy = sy;
    if (drag->has_begun) drag->x += FAR;
    drag->has_begun = true;
    dwl_drag_forget_focus(drag);
    drag->focus = surface;
    if (surface == NULL) {
        dray_seat_focus(drag->seat->dray, NULL, drag->x, drag->y);
    } else {
        drag->focus_destroyed.notify = handle_focus_destroyed;
        wl_signal_add(&surface->events.destroy, &drag->focus_destroyed);
        struct dray_pick pick = {
            .size = sizeof pick,
            .surface = surface->resource,
            .local_x = sx,
            .local_y = sy,
            .window = wlr_surface_get_root_surface(surface)->resource,
        };
        dray_seat_focus(drag->seat->dray, &pick, drag->x, drag->y);
    }
    if (drag->drag != NULL) wl_signal_emit(&drag->drag->events.focus, drag->drag);
}

static void motion(struct dwl_drag *drag, uint32_t time, double sx, double sy) {
    // wlroots' grabs hear of local points only. What Dray is told is enough to know whether the drag has moved at all;
    // where the image is on the screen is the compositor's business.
    drag->x += sx - drag->sx;
    drag->y += sy - drag->sy;
    drag->sx = sx;
    drag->sy = sy;
    dray_seat_motion(drag->seat->dray, drag->x, drag->y, sx, sy, time * UINT64_C(1000));
    if (drag->drag == NULL) return;
    struct wlr_drag_motion_event event = {.drag = drag->drag, .time = time, .sx = sx, .sy = sy};
    wl_signal_emit(&drag->drag->events.motion, &event);
}

static void drop(struct dwl_drag *drag, uint32_t time) {
    struct wlr_drag_drop_event event = {.drag = drag->drag, .time = time};
    if (drag->drag != NULL) wl_signal_emit(&drag->drag->events.drop, &event);
    dray_seat_drop(drag->seat->dray);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

static void pointer_enter(struct wlr_seat_pointer_grab *grab, struct wlr_surface *surface, double sx, double sy) {
    dwl_drag_set_focus(grab->data, surface, sx, sy);
}
static void pointer_clear_focus(struct wlr_seat_pointer_grab *grab) { dwl_drag_set_focus(grab->data, NULL, 0, 0); }
static void pointer_motion(struct wlr_seat_pointer_grab *grab, uint32_t time, double sx, double sy) {
    struct dwl_drag *drag = grab->data;
    if (drag->focus != NULL) motion(drag, time, sx, sy);
}
static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               enum wlr_button_state state) {
    struct dwl_drag *drag = grab->data;
    if (grab->seat->pointer_state.grab_button == button && state == WLR_BUTTON_RELEASED) drop(drag, time);
    return 0;
}
static void pointer_axis(struct wlr_seat_pointer_grab *grab, uint32_t time, enum wlr_axis_orientation orientation,
                         double value, int32_t discrete, enum wlr_axis_source source) {}
static void grab_cancelled(struct dwl_drag *drag, enum dray_interruption interruption) {
    if (!drag->is_ending) dray_seat_cancel(drag->seat->dray, interruption);
}
static void pointer_cancel(struct wlr_seat_pointer_grab *grab) {
    grab_cancelled(grab->data, DRAY_INTERRUPTION_DEVICE_GONE);
}
static const struct wlr_pointer_grab_interface pointer_grab = {
    .enter = pointer_enter,
    .clear_focus = pointer_clear_focus,
    .motion = pointer_motion,
    .button = pointer_button,
    .axis = pointer_axis,
    .cancel = pointer_cancel,
};

// -------------------------------------------------------------------------------------------------------------- Touch

static bool drives(struct dwl_drag *drag, struct wlr_touch_point *point) {
    return drag->drag != NULL && point->touch_id == drag->drag->touch_id;
}
static uint32_t touch_down(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    return 0;
}
// wlroots tells a grab what a finger comes over, and not when it comes over nothing.
static void touch_focus(struct dwl_drag *drag, struct wlr_touch_point *point) {
    dwl_drag_set_focus(drag, point->focus_surface, point->sx, point->sy);
}
static void touch_up(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    if (!drives(grab->data, point)) return;
    touch_focus(grab->data, point);
    drop(grab->data, time);
}
static void touch_motion(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_drag *drag = grab->data;
    if (!drives(drag, point)) return;
    touch_focus(drag, point);
    if (drag->focus != NULL) motion(drag, time, point->sx, point->sy);
}
static void touch_enter(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    if (drives(grab->data, point)) touch_focus(grab->data, point);
}
static void touch_cancel(struct wlr_seat_touch_grab *grab) {
    grab_cancelled(grab->data, DRAY_INTERRUPTION_TOUCH_CANCELLED);
}
static void touch_wl_cancel(struct wlr_seat_touch_grab *grab, struct wlr_surface *surface) {
    grab_cancelled(grab->data, DRAY_INTERRUPTION_TOUCH_CANCELLED);
}
static void touch_frame(struct wlr_seat_touch_grab *grab) {}
static const struct wlr_touch_grab_interface touch_grab = {
    .down = touch_down,
    .up = touch_up,
    .motion = touch_motion,
    .enter = touch_enter,
    .frame = touch_frame,
    .cancel = touch_cancel,
    .wl_cancel = touch_wl_cancel,
};

// ----------------------------------------------------------------------------------------------------------- Keyboard

static void keyboard_enter(struct wlr_seat_keyboard_grab *grab, struct wlr_surface *surface, uint32_t codes[],
                           size_t count, struct wlr_keyboard_modifiers *modifiers) {
    wlr_seat_keyboard_enter(grab->seat, surface, codes, count, modifiers);
}
static void keyboard_clear_focus(struct wlr_seat_keyboard_grab *grab) { wlr_seat_keyboard_clear_focus(grab->seat); }
static void keyboard_key(struct wlr_seat_keyboard_grab *grab, uint32_t time, uint32_t key, uint32_t state) {
    struct dwl_drag *drag = grab->data;
    if (key == KEY_ESC && state == WL_KEYBOARD_KEY_STATE_PRESSED) {
        dray_seat_cancel(drag->seat->dray, DRAY_INTERRUPTION_ESCAPE);
        return;
    }
    // A client that saw a key go down sees it go up.
    wlr_seat_keyboard_send_key(grab->seat, time, key, state);
}
static void keyboard_modifiers(struct wlr_seat_keyboard_grab *grab, struct wlr_keyboard_modifiers *modifiers) {
    struct dwl_drag *drag = grab->data;
    wlr_seat_keyboard_send_modifiers(grab->seat, modifiers);
    dray_seat_modifiers(drag->seat->dray, dwl_modifiers_of(grab->seat));
}
static void keyboard_cancel(struct wlr_seat_keyboard_grab *grab) {}
static const struct wlr_keyboard_grab_interface keyboard_grab = {
    .enter = keyboard_enter,
    .clear_focus = keyboard_clear_focus,
    .key = keyboard_key,
    .modifiers = keyboard_modifiers,
    .cancel = keyboard_cancel,
};

// -------------------------------------------------------------------------------------------------------------- Grabs

void dwl_drag_take_grabs(struct dwl_drag *drag) {
    struct wlr_drag *wlr_drag = drag->drag;
    drag->wlroots_grab = wlr_drag->pointer_grab.interface;
    drag->wlroots_data = wlr_drag->pointer_grab.data;
    wlr_drag->pointer_grab.interface = &pointer_grab;
    wlr_drag->pointer_grab.data = drag;
    wlr_drag->touch_grab.interface = &touch_grab;
    wlr_drag->touch_grab.data = drag;
    wlr_drag->keyboard_grab.interface = &keyboard_grab;
    wlr_drag->keyboard_grab.data = drag;
}
