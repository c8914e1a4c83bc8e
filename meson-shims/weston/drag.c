// SPDX-License-Identifier: MIT
// Beginning and end of a drag in Weston, and the grabs that hand in what pointer and fingers do.
#include <stdlib.h>
#include <wayland-server-protocol.h>

#include "dray-weston.h"

static uint64_t microseconds(const struct timespec *time) {
    return time->tv_sec * UINT64_C(1000000) + time->tv_nsec / 1000;
}

// ---------------------------------------------------------------------------------------------------------- The focus

static void set_focus_view(struct dw_seat *seat, struct weston_view *view) {
    if (seat->focus != NULL) wl_list_remove(&seat->focus_destroyed.link);
    seat->focus = view;
    if (view != NULL) wl_signal_add(&view->destroy_signal, &seat->focus_destroyed);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, focus_destroyed);
    // The surface may live on without a view: over it is nothing until the next motion.
    set_focus_view(seat, NULL);
    dray_seat_focus(seat->dray, NULL, 0, 0);
}

// Tells Dray what is at a point, if it is something else than before: the first thing that is done about a motion.
static void focus_at(struct dw_seat *seat, double x, double y) {
    struct weston_view *view = dw_pick(seat, x, y, &seat->focus_x, &seat->focus_y);
    if (view == seat->focus) return;
    set_focus_view(seat, view);
    if (view == NULL) {
        dray_seat_focus(seat->dray, NULL, x, y);
        return;
    }
    struct dray_pick pick = {
        .size = sizeof pick,
        .surface = view->surface->resource,
        .local_x = seat->focus_x,
        .local_y = seat->focus_y,
        .window = weston_surface_get_main_surface(view->surface)->resource,
    };
    dray_seat_focus(seat->dray, &pick, x, y);
}

// The second thing: Dray hears of the motion, unless the focus that has just changed told it, and the image goes along.
static void motion_to(struct dw_seat *seat, const struct timespec *time, double x, double y,
                      struct weston_view *before) {
    dw_seat_update_modifiers(seat);
    if (seat->focus == before)
        dray_seat_motion(seat->dray, x, y, seat->focus_x, seat->focus_y, microseconds(time));
    if (seat->drag != NULL) dw_layers_move(seat->drag, x, y);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

static void pointer_focus(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    double x, y;
    dw_pointer_at(grab->pointer, &x, &y);
    focus_at(seat, x, y);
}

static void pointer_motion(struct weston_pointer_grab *grab, DW_MOTION) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    struct weston_view *before = seat->focus;
    double x, y;
    // Clamps the point, moves the cursor, and calls pointer_focus.
    weston_pointer_move(grab->pointer, event);
    dw_pointer_at(grab->pointer, &x, &y);
    if (seat->grab == DW_GRAB_POINTER) motion_to(seat, DW_MOTION_TIME, x, y, before);
}

static void pointer_button(struct weston_pointer_grab *grab, DW_BUTTON) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    bool is_pressed = DW_BUTTON_STATE == WL_POINTER_BUTTON_STATE_PRESSED;
    // To whom it goes on: no client has the pointer as long.
    if (!dray_seat_button(seat->dray, DRAY_DEVICE_POINTER, DW_BUTTON_CODE, is_pressed))
        weston_pointer_send_button(grab->pointer, DW_SAME_BUTTON);
}

static void pointer_axis(struct weston_pointer_grab *grab, DW_AXIS) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    dw_scroll_axis(seat, grab->pointer, DW_SAME_AXIS);
}
static void pointer_axis_source(struct weston_pointer_grab *grab, uint32_t source) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    dw_scroll_source(seat, grab->pointer, source);
}
static void pointer_frame(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    dw_scroll_frame(seat, grab->pointer);
}

static void pointer_cancel(struct weston_pointer_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, pointer_grab);
    dray_seat_device_gone(seat->dray, DRAY_DEVICE_POINTER);
    dw_end_grabs(seat);
}

static const struct weston_pointer_grab_interface pointer_grab = {
    pointer_focus, pointer_motion, pointer_button, pointer_axis, pointer_axis_source, pointer_frame, pointer_cancel};

// -------------------------------------------------------------------------------------------------------------- Touch

// What is not Dray's goes where it would go without a drag: to the surface that has had all fingers since the first.
static void finger_at(struct dw_seat *seat, DW_FINGER) {
    struct weston_view *before = seat->focus;
    double global_x = DW_POINT_X, global_y = DW_POINT_Y;
    focus_at(seat, global_x, global_y);
    if (seat->grab == DW_GRAB_TOUCH) motion_to(seat, DW_FINGER_TIME, global_x, global_y, before);
}

static void touch_down(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    // It may be the answer to a question, and Dray does not know yet where it is.
    if (dray_seat_finger(seat->dray, DW_FINGER_ID, DRAY_FINGER_DOWN)) return finger_at(seat, DW_SAME_FINGER);
    dw_touch_send_down(grab->touch, DW_SAME_FINGER);
    seat->has_passed_fingers = true;
}

static void touch_up(struct weston_touch_grab *grab, DW_FINGER_UP) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    if (dray_seat_finger(seat->dray, DW_FINGER_ID, DRAY_FINGER_UP)) return;
    dw_touch_send_up(grab->touch, DW_SAME_FINGER_UP);
    seat->has_passed_fingers = true;
}

static void touch_motion(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    if (!dray_seat_finger(seat->dray, DW_FINGER_ID, DRAY_FINGER_MOVED)) {
        dw_touch_send_motion(grab->touch, DW_SAME_FINGER);
        seat->has_passed_fingers = true;
        return;
    }
    finger_at(seat, DW_SAME_FINGER);
}

static void touch_frame(struct weston_touch_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    if (seat->has_passed_fingers) weston_touch_send_frame(grab->touch);
    seat->has_passed_fingers = false;
}

static void touch_cancel(struct weston_touch_grab *grab) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    if (weston_seat_get_touch(seat->seat) == NULL) dray_seat_device_gone(seat->dray, DRAY_DEVICE_FINGER);
    else dray_seat_finger(seat->dray, grab->touch->grab_touch_id, DRAY_FINGER_CANCELLED);
    dw_end_grabs(seat);
}

static const struct weston_touch_grab_interface touch_grab = {touch_down, touch_up, touch_motion, touch_frame,
                                                              touch_cancel};

// ------------------------------------------------------------------------------------------------- Beginning and end

static void begin_grabs(struct dw_seat *seat, enum dw_grab grab) {
    seat->grab = grab;
    seat->focus_destroyed.notify = handle_focus_destroyed;
    dw_click_drop(seat);
    dw_keyboard_take(seat);
    switch (grab) {
    case DW_GRAB_NONE:
        break;
    case DW_GRAB_POINTER: {
        struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
        seat->pointer_grab.interface = &pointer_grab;
        weston_pointer_clear_focus(pointer);
        // Calls pointer_focus at once.
        weston_pointer_start_grab(pointer, &seat->pointer_grab);
        // The drag may have ended with that.
        if (seat->grab != DW_GRAB_POINTER) break;
        struct dw_module *module = seat->module;
        int32_t scale = 1;
        struct weston_output *output;
        wl_list_for_each(output, &module->compositor->output_list, link)
            if (output->current_scale > scale) scale = output->current_scale;
        if (module->pixels != NULL) dw_cursor_begin(module->pixels, seat->seat, scale, seat->shape);
        // Everybody has heard that the pointer has left.
        dw_listen_for_serials(module);
        break;
    }
    case DW_GRAB_TOUCH: {
        struct weston_touch *touch = weston_seat_get_touch(seat->seat);
        double x, y;
        seat->touch_grab.interface = &touch_grab;
        weston_touch_start_grab(touch, &seat->touch_grab);
        dw_finger_at(touch, &x, &y);
        focus_at(seat, x, y);
        break;
    }
    }
}

void dw_end_grabs(struct dw_seat *seat) {
    enum dw_grab grab = seat->grab;
    seat->grab = DW_GRAB_NONE;
    seat->drag = NULL;
    set_focus_view(seat, NULL);
    dw_listen_for_serials(seat->module);
    if (seat->is_gone) return;
    // Another grab may have taken the place of ours meanwhile, a window that is moved by a shortcut for example.
    struct weston_pointer *pointer = seat->seat->pointer_state;
    struct weston_touch *touch = seat->seat->touch_state;
    if (grab == DW_GRAB_POINTER && pointer != NULL && pointer->grab == &seat->pointer_grab)
        weston_pointer_end_grab(pointer);
    if (grab == DW_GRAB_TOUCH && touch != NULL && touch->grab == &seat->touch_grab) weston_touch_end_grab(touch);
}

static bool is_on(struct weston_view *focus, struct weston_surface *origin) {
    return focus != NULL &&
           weston_surface_get_main_surface(focus->surface) == weston_surface_get_main_surface(origin);
}

int dw_drag_requested(struct dw_seat *seat, const struct dray_start_request *request) {
    struct weston_surface *origin = wl_resource_get_user_data(request->origin);
    struct weston_surface *icon = request->icon != NULL ? wl_resource_get_user_data(request->icon) : NULL;
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    struct dray_begin begin = {.size = sizeof begin, .request = request->request};
    enum dw_grab grab;
    if (pointer != NULL && pointer->button_count == 1 && pointer->grab_serial == request->serial &&
        is_on(pointer->focus, origin)) {
        grab = DW_GRAB_POINTER;
        begin.device = DRAY_DEVICE_POINTER;
        begin.detail = pointer->grab_button;
        // Where the button went down: that is where the content lies, and flies back to.
        dw_pointer_pressed_at(pointer, &begin.x, &begin.y);
    } else if (touch != NULL && touch->num_tp == 1 && touch->grab_serial == request->serial &&
               is_on(touch->focus, origin)) {
        grab = DW_GRAB_TOUCH;
        begin.device = DRAY_DEVICE_FINGER;
        begin.detail = touch->grab_touch_id;
        dw_finger_at(touch, &begin.x, &begin.y);
    } else {
        return 0;
    }
    if (icon != NULL &&
        weston_surface_set_role(icon, "wl_data_device-icon", request->device, WL_DATA_DEVICE_ERROR_ROLE) < 0)
        return 0;
    seat->modifiers = seat->seat->modifier_state;
    begin.modifiers = dw_seat_modifiers(seat);
    begin.window = weston_surface_get_main_surface(origin)->resource;
    uint64_t number;
    if (dray_seat_begin(seat->dray, &begin, &number) != DRAY_OK) return 0;
    if (!dray_seat_is_dragging(seat->dray)) return 1;
    seat->drag = dw_drag_of(seat->module, number, seat);
    if (seat->drag != NULL && icon != NULL) dw_icon_follow(seat->drag, icon);
    begin_grabs(seat, grab);
    return 1;
}
