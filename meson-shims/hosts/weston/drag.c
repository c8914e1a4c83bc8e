// SPDX-License-Identifier: MIT
// Begins and ends drags in Weston. Its grabs pass the input of pointer and fingers to Dray.
#include <stdlib.h>
#include <wayland-server-protocol.h>

#include "dray-weston.h"
#include "dray-content.h"
#include "dray-input.h"

static uint64_t microseconds(const struct timespec *time) {
    return time->tv_sec * UINT64_C(1000000) + time->tv_nsec / 1000;
}

// ---------------------------------------------------------------------------------------------------------- The focus

static void handle_focus_destroyed(struct wl_listener *listener, void *data);

static void set_focus_view(struct dw_seat *seat, struct weston_view *view) {
    if (seat->focus != NULL) wl_list_remove(&seat->focus_destroyed.link);
    seat->focus_destroyed.notify = handle_focus_destroyed;
    seat->focus = view;
    seat->focus_place = NULL;
    if (view != NULL) wl_signal_add(&view->destroy_signal, &seat->focus_destroyed);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, focus_destroyed);
    // The surface may live on without a view. Until the next motion, nothing is under the pointer.
    set_focus_view(seat, NULL);
    dray_seat_focus(seat->dray, NULL, 0, 0);
}

static void tell_focus(struct dw_seat *seat, struct weston_view *view, struct dray_place *place, double x, double y) {
    set_focus_view(seat, view);
    seat->focus_place = place;
    if (view == NULL) {
        dray_seat_focus(seat->dray, NULL, x, y);
        return;
    }
    struct dray_pick pick = {
        .size = sizeof pick,
        .surface = place == NULL ? view->surface->resource : NULL,
        .local_x = seat->focus_x,
        .local_y = seat->focus_y,
        .window = place == NULL ? weston_surface_get_main_surface(view->surface)->resource : NULL,
        .place = place,
    };
    dray_seat_focus(seat->dray, &pick, x, y);
}

// Sends Dray the pick result at a point if it has changed: the first step of handling a motion.
static void focus_at(struct dw_seat *seat, double x, double y) {
    struct weston_view *view = dw_pick(seat, x, y, &seat->focus_x, &seat->focus_y);
    struct dray_place *place = view != NULL ? dw_x11_place(seat->module, view->surface) : NULL;
    if (place != NULL) {
        seat->focus_x = x;
        seat->focus_y = y;
    }
    if (view == seat->focus && place == seat->focus_place) return;
    if (place == NULL || place != seat->focus_place) return tell_focus(seat, view, place, x, y);
    // The drag moves from one X11 window to another.
    set_focus_view(seat, view);
    seat->focus_place = place;
    dray_seat_motion(seat->dray, x, y, x, y, DRAY_TIME_OF_DEVICE);
}

void dw_drag_moved(struct dw_seat *seat, struct weston_view *view, double x, double y, uint64_t time) {
    dw_seat_update_modifiers(seat);
    if (view != seat->focus) tell_focus(seat, view, NULL, x, y);
    else dray_seat_motion(seat->dray, x, y, seat->focus_x, seat->focus_y, time);
    if (seat->drag == NULL && seat->number != 0) seat->drag = dw_drag_of(seat->module, seat->number, NULL);
    if (seat->drag != NULL) dw_layers_move(seat->drag, x, y);
}

// The second step: sends Dray the motion, unless a change of focus has just reported it, and moves the drag image.
static void motion_to(struct dw_seat *seat, const struct timespec *time, double x, double y,
                      struct weston_view *before) {
    dw_seat_update_modifiers(seat);
    if (seat->focus == before) dray_seat_motion(seat->dray, x, y, seat->focus_x, seat->focus_y, microseconds(time));
    if (seat->drag != NULL) dw_layers_move(seat->drag, x, y);
    if (seat->number != 0) dw_toplevel_move(seat->module, seat->number, x, y);
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
    // Sent to no client: none has pointer focus during the drag.
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
    dw_end_own_grab(seat);
}

static const struct weston_pointer_grab_interface pointer_grab = {
    pointer_focus, pointer_motion, pointer_button, pointer_axis, pointer_axis_source, pointer_frame, pointer_cancel};

// -------------------------------------------------------------------------------------------------------------- Touch

static struct dw_concurrent *concurrent_of(struct dw_seat *seat, int32_t finger) {
    for (size_t index = 0; index < seat->concurrent_count; index++)
        if (seat->concurrent[index].finger == finger) return &seat->concurrent[index];
    return NULL;
}

// Moves a concurrent drag. Dray itself compares the pick results.
static void concurrent_at(struct dw_seat *seat, int32_t finger, uint64_t time, double x, double y) {
    struct dray_pick pick = {.size = sizeof pick};
    // Between X11 windows and others there is one drag at a time.
    bool is_over = dw_pick_for(seat->module, seat, x, y, &pick) && pick.place == NULL;
    dray_seat_finger_over(seat->dray, finger, is_over ? &pick : NULL, x, y, time);
    // The call may have ended the drag.
    struct dw_concurrent *concurrent = concurrent_of(seat, finger);
    struct dw_drag *drag = concurrent != NULL ? dw_drag_of(seat->module, concurrent->number, NULL) : NULL;
    if (drag != NULL) dw_layers_move(drag, x, y);
    if (concurrent != NULL) dw_toplevel_move(seat->module, concurrent->number, x, y);
}

// Input that Dray does not consume is sent as without a drag: to the surface that has had all fingers since the first.
static void finger_at(struct dw_seat *seat, DW_FINGER) {
    struct weston_view *before = seat->focus;
    double global_x = DW_POINT_X, global_y = DW_POINT_Y;
    bool is_own = seat->grab == DW_GRAB_TOUCH && seat->finger == DW_FINGER_ID;
    if (!is_own) return concurrent_at(seat, DW_FINGER_ID, microseconds(DW_FINGER_TIME), global_x, global_y);
    focus_at(seat, global_x, global_y);
    if (seat->grab == DW_GRAB_TOUCH) motion_to(seat, DW_FINGER_TIME, global_x, global_y, before);
}

static const struct weston_touch_grab_interface touch_grab;

static void give_touch_back(struct dw_seat *seat) {
    struct weston_touch *touch = seat->is_gone ? NULL : seat->seat->touch_state;
    if (touch == NULL || touch->grab != &seat->touch_grab) return;
    weston_touch_end_grab(touch);
    dw_click_watch(seat);
}

// After a drag by fingers the grab stays until all fingers are up, so that no client receives the release of a finger
// that held a drag. X clients do receive those of theirs.
static void end_touch_grab(struct dw_seat *seat) {
    struct weston_touch *touch = seat->is_gone ? NULL : seat->seat->touch_state;
    if (seat->grab == DW_GRAB_TOUCH || seat->concurrent_count > 0 || touch == NULL) return;
    if (seat->touch_grab.interface != &touch_grab || touch->num_tp == 0) give_touch_back(seat);
}

// Whether a finger still holds a drag that has not been dropped.
static bool is_held_by_finger(struct dw_seat *seat) {
    for (size_t index = 0; index < seat->concurrent_count; index++)
        if (dray_seat_has_drag(seat->dray, seat->concurrent[index].number) == 1) return true;
    return seat->grab == DW_GRAB_TOUCH;
}

static void touch_down(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    // The finger may answer a confirmation prompt, and Dray does not know its position yet.
    if (dray_seat_finger(seat->dray, DW_FINGER_ID, DRAY_FINGER_DOWN)) {
        if (seat->concurrent_count == 0) seat->finger = DW_FINGER_ID;
        return finger_at(seat, DW_SAME_FINGER);
    }
    dw_fingers_add(seat, DW_FINGER_ID, DW_POINT_X, DW_POINT_Y);
    dw_touch_send_down(grab->touch, DW_SAME_FINGER);
    seat->has_passed_fingers = true;
}

static void touch_up(struct weston_touch_grab *grab, DW_FINGER_UP) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    struct weston_touch *touch = grab->touch;
    dw_fingers_remove(seat, DW_FINGER_ID);
    if (!dray_seat_finger(seat->dray, DW_FINGER_ID, DRAY_FINGER_UP)) {
        dw_touch_send_up(touch, DW_SAME_FINGER_UP);
        seat->has_passed_fingers = true;
    }
    // No finger is left that could drag, whatever requests clients have made.
    if (touch->num_tp == 0 && touch->grab == &seat->touch_grab && is_held_by_finger(seat))
        dray_seat_device_gone(seat->dray, DRAY_DEVICE_FINGER);
    end_touch_grab(seat);
}

static void touch_motion(struct weston_touch_grab *grab, DW_FINGER) {
    struct dw_seat *seat = wl_container_of(grab, seat, touch_grab);
    if (!dray_seat_finger(seat->dray, DW_FINGER_ID, DRAY_FINGER_MOVED)) {
        dw_fingers_move(seat, DW_FINGER_ID, DW_POINT_X, DW_POINT_Y);
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
    // Weston cancels all fingers at once.
    while (seat->concurrent_count > 0) {
        struct dw_concurrent concurrent = seat->concurrent[--seat->concurrent_count];
        (void)!dray_seat_finger(seat->dray, concurrent.finger, DRAY_FINGER_CANCELLED);
    }
    if (seat->grab == DW_GRAB_TOUCH) {
        (void)!dray_seat_finger(seat->dray, seat->finger, DRAY_FINGER_CANCELLED);
        dw_end_own_grab(seat);
    }
    give_touch_back(seat);
}

static const struct weston_touch_grab_interface touch_grab = {touch_down, touch_up, touch_motion, touch_frame,
                                                              touch_cancel};

static void start_touch_grab(struct dw_seat *seat, struct weston_touch *touch) {
    seat->touch_grab.interface = &touch_grab;
    weston_touch_start_grab(touch, &seat->touch_grab);
}

// ------------------------------------------------------------------------------------------------- Beginning and end

static void begin_grabs(struct dw_seat *seat, enum dw_grab grab, const struct dw_touch *finger) {
    seat->grab = grab;
    seat->finger = finger->finger;
    dw_click_drop(seat);
    dw_keyboard_take(seat);
    dw_grabs_guard(seat);
    switch (grab) {
    case DW_GRAB_NONE:
    case DW_GRAB_X11: break;
    case DW_GRAB_POINTER: {
        struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
        seat->pointer_grab.interface = &pointer_grab;
        weston_pointer_clear_focus(pointer);
        // Calls pointer_focus at once.
        weston_pointer_start_grab(pointer, &seat->pointer_grab);
        // The call may have ended the drag.
        if (seat->grab != DW_GRAB_POINTER) break;
        struct dw_module *module = seat->module;
        int32_t scale = 1;
        struct weston_output *output;
        wl_list_for_each(output, &module->compositor->output_list, link)
            if (output->current_scale > scale) scale = output->current_scale;
        if (module->pixels != NULL) dw_cursor_begin(module->pixels, seat->seat, scale);
        // By now every client has received the leave event of the pointer.
        dw_listen_for_serials(module);
        break;
    }
    case DW_GRAB_TOUCH: {
        start_touch_grab(seat, weston_seat_get_touch(seat->seat));
        focus_at(seat, finger->x, finger->y);
        break;
    }
    }
}

// A further finger starts a drag. Dray was sent its position, as far as it is known, when the drag began.
static void begin_concurrent(struct dw_seat *seat, uint64_t number, const struct dw_touch *finger) {
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    seat->concurrent[seat->concurrent_count++] = (struct dw_concurrent){.number = number, .finger = finger->finger};
    dw_keyboard_take(seat);
    dw_grabs_guard(seat);
    if (touch->grab != &seat->touch_grab) start_touch_grab(seat, touch);
    concurrent_at(seat, finger->finger, kit_now(), finger->x, finger->y);
}

// Ends the main drag's grab; concurrent drags go on.
void dw_end_own_grab(struct dw_seat *seat) {
    enum dw_grab grab = seat->grab;
    seat->grab = DW_GRAB_NONE;
    seat->drag = NULL;
    seat->number = 0;
    set_focus_view(seat, NULL);
    dw_listen_for_serials(seat->module);
    if (grab == DW_GRAB_X11) seat->events->x11_drag_ended(seat);
    if (seat->is_gone) return;
    if (seat->module->pixels != NULL) dw_cursor_end(seat->module->pixels, seat->seat);
    // Another grab may have replaced it.
    struct weston_pointer *pointer = seat->seat->pointer_state;
    bool is_by_pointer = grab == DW_GRAB_POINTER || grab == DW_GRAB_X11;
    if (is_by_pointer && pointer != NULL && pointer->grab == &seat->pointer_grab) weston_pointer_end_grab(pointer);
    end_touch_grab(seat);
}

void dw_end_grabs(struct dw_seat *seat) {
    seat->concurrent_count = 0;
    dw_end_own_grab(seat);
    give_touch_back(seat);
}

void dw_drag_released(struct dw_seat *seat, uint64_t number) {
    for (size_t index = 0; index < seat->concurrent_count; index++) {
        if (seat->concurrent[index].number != number) continue;
        seat->concurrent[index] = seat->concurrent[--seat->concurrent_count];
        return end_touch_grab(seat);
    }
    if (number == seat->number) dw_end_own_grab(seat);
}

static bool is_on(struct weston_view *focus, struct weston_surface *origin) {
    return focus != NULL && weston_surface_get_main_surface(focus->surface) == weston_surface_get_main_surface(origin);
}

// Finds the finger whose touch down had the serial of the request. Weston records the serial of the first finger only,
// and accepts no request by another one.
static bool find_finger(struct dw_seat *seat, const struct dray_start_request *request, struct weston_surface *origin,
                        struct dw_touch *finger) {
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    struct wl_client *client = wl_resource_get_client(request->device);
    int32_t id;
    if (touch == NULL || touch->num_tp == 0 || !is_on(touch->focus, origin)) return false;
    if (!kit_serials_finger(seat->module->serials, seat->seat, client, request->serial, &id)) return false;
    *finger = dw_fingers_find(seat, touch, id);
    return concurrent_of(seat, id) == NULL;
}

// Tells Dray that no finger holds a drag if the module's grab is not in place: those that did went up under another
// grab.
static void forget_left_fingers(struct dw_seat *seat) {
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    if (touch != NULL && touch->grab != &seat->touch_grab) dray_seat_device_gone(seat->dray, DRAY_DEVICE_FINGER);
}

int dw_drag_requested(void *module, void *data, const struct dray_start_request *request) {
    struct dw_seat *seat = data;
    struct weston_surface *origin = wl_resource_get_user_data(request->origin);
    struct weston_surface *icon = request->icon != NULL ? wl_resource_get_user_data(request->icon) : NULL;
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct dray_begin begin = {.size = sizeof begin, .request = request->request};
    struct dw_touch finger = {.finger = 0};
    bool is_concurrent = dray_seat_is_dragging(seat->dray);
    enum dw_grab grab;
    dw_grabs_regain(seat);
    // Between X11 windows and others there is one drag at a time, and Dray may not know about the X11 drag yet.
    if (seat->grab == DW_GRAB_X11) return 0;
    forget_left_fingers(seat);
    if (find_finger(seat, request, origin, &finger)) {
        if (is_concurrent && seat->concurrent_count == DW_FINGERS) return 0;
        grab = DW_GRAB_TOUCH;
        begin.device = DRAY_DEVICE_FINGER;
        begin.detail = finger.finger;
        begin.x = finger.down_x;
        begin.y = finger.down_y;
    } else if (!is_concurrent && pointer != NULL && pointer->button_count == 1 &&
               pointer->grab_serial == request->serial && is_on(pointer->focus, origin)) {
        grab = DW_GRAB_POINTER;
        begin.device = DRAY_DEVICE_POINTER;
        begin.detail = pointer->grab_button;
        // The position of the press: the content is there, and flies back there if the drag is cancelled.
        dw_pointer_pressed_at(pointer, &begin.x, &begin.y);
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
    if (begin.device == DRAY_DEVICE_FINGER) {
        kit_serials_forget_finger(seat->module->serials, seat->seat, finger.finger);
        dw_fingers_remove(seat, finger.finger);
    }
    if (!dray_seat_has_drag(seat->dray, number)) return 1;
    struct dw_drag *drag = dw_drag_of(seat->module, number, seat);
    if (drag != NULL && icon != NULL) dw_icon_follow(drag, icon);
    if (is_concurrent) {
        begin_concurrent(seat, number, &finger);
    } else {
        seat->drag = drag;
        seat->number = number;
        begin_grabs(seat, grab, &finger);
    }
    return 1;
}
