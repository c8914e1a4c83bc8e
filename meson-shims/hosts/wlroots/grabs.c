// SPDX-License-Identifier: MIT
// The grabs of a drag: pass pointer and touch input to Dray, and forward what Dray does not consume.
#include <wayland-server-protocol.h>

#include "xwayland-bridge.h"
#include "drag.h"
#include "scene.h"
#include "tracker.h"

// Cancels a drag. Buttons and fingers that are down stay down.
static void call_off(struct dwl_seat *seat, uint64_t number, enum dray_interruption interruption) {
    dray_drag_cancel(seat->adapter->dray, number, interruption);
}

// The timestamp for a motion without a device: clients compare the timestamps of one drag.
static uint32_t last_time(const struct dwl_drag *drag) { return drag->time != 0 ? drag->time : kit_now() / 1000; }

// ------------------------------------------------------------------------------------------------------------ Pointer

// While a finger is down on a window, sway 1.10 reports the pointer as if it were on that window. Then the scene is
// picked once per frame instead.
static bool is_told_elsewhere(struct dwl_drag *drag) {
    struct dwl_tracker *tracker = drag->seat->adapter->tracker;
    return drag->is_global && tracker->scene != NULL && tracker->cursor != NULL && tracker->finger_count > 0;
}

static void look_below(struct dwl_drag *drag) {
    struct dwl_seat *seat = drag->seat;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    double x = 0, y = 0;
    struct wlr_surface *surface = dwl_scene_pick(tracker->scene, tracker->cursor->x, tracker->cursor->y, &x, &y);
    if (tracker->cursor->x == drag->x && tracker->cursor->y == drag->y && surface == drag->focus) return;
    dwl_drag_set_focus(drag, surface, x, y);
    if (surface != NULL && seat->drag == drag && drag->focus == surface) dwl_drag_motion(drag, last_time(drag), x, y);
}

// Whether wlroots was sent the press and not the release.
static bool is_down(const struct wlr_seat_pointer_state *pointer, uint32_t code) {
    for (size_t index = 0; index < pointer->button_count; index++) {
        // The elements are codes or, in later versions, structures that begin with one.
        const uint32_t *down = (const uint32_t *)&pointer->buttons[index];
        if (*down == code) return true;
    }
    return false;
}

static void pointer_enter(struct wlr_seat_pointer_grab *grab, struct wlr_surface *surface, double sx, double sy) {
    if (!is_told_elsewhere(grab->data)) dwl_drag_set_focus(grab->data, surface, sx, sy);
}
static void pointer_clear_focus(struct wlr_seat_pointer_grab *grab) {
    if (!is_told_elsewhere(grab->data)) dwl_drag_set_focus(grab->data, NULL, 0, 0);
}
static void pointer_motion(struct wlr_seat_pointer_grab *grab, uint32_t time, double sx, double sy) {
    struct dwl_drag *drag = grab->data;
    if (drag->focus != NULL && !drag->is_ending && !is_told_elsewhere(drag)) dwl_drag_motion(drag, time, sx, sy);
}
static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_drag *drag = grab->data;
    struct wlr_seat *seat = grab->seat;
    struct dwl_seat *dwl_seat = drag->seat;
    bool is_pressed = state == DWL_BUTTON_PRESSED;
    drag->time = time;
    // A second press of the button that holds the drag: no release was sent. With a tracker the release was noticed,
    // and this press is of another device.
    if (is_pressed && drag->is_held && drag->button == button && dwl_seat->adapter->tracker == NULL) {
        call_off(dwl_seat, drag->number, DRAY_INTERRUPTION_HOST);
        struct wlr_seat_pointer_grab *next = seat->pointer_state.grab;
        return next != grab ? next->interface->button(next, time, button, state) : 0;
    }
    if (drag->button == button) drag->is_held = is_pressed;
    // A motion in the same frame is handled first.
    if (is_told_elsewhere(drag)) look_below(drag);
    // The call may end the drag and the grab.
    if (dray_seat_button(dwl_seat->dray, DRAY_DEVICE_POINTER, button, is_pressed)) return 0;
    return wlr_seat_pointer_send_button(seat, time, button, state);
}
static void pointer_axis(struct wlr_seat_pointer_grab *grab, uint32_t time, dwl_axis orientation, double value,
                         int32_t discrete, dwl_axis_source source DWL_AXIS_REST) {
    struct dwl_drag *drag = grab->data;
    // Must precede the call to Dray, which may end the drag.
    struct dwl_seat *seat = drag->seat;
    if (dwl_scroll_begin(seat))
        wlr_seat_pointer_send_axis(grab->seat, time, orientation, value, discrete, source DWL_AXIS_SAME);
    dwl_scroll_end(seat);
}
static void pointer_frame(struct wlr_seat_pointer_grab *grab) {
    struct dwl_drag *drag = grab->data;
    dwl_scroll_frame(drag->seat);
}
static void pointer_cancel(struct wlr_seat_pointer_grab *grab) {
    struct dwl_drag *drag = grab->data;
    if (!drag->is_ending) call_off(drag->seat, drag->number, DRAY_INTERRUPTION_HOST);
}
static const struct wlr_pointer_grab_interface pointer_grab = {
    .enter = pointer_enter,
    .clear_focus = pointer_clear_focus,
    .motion = pointer_motion,
    .button = pointer_button,
    .axis = pointer_axis,
    .frame = pointer_frame,
    .cancel = pointer_cancel,
};

// -------------------------------------------------------------------------------------------------------------- Touch

static bool drives(struct dwl_drag *drag, int32_t id) {
    return drag != NULL && !drag->is_ending && drag->is_touch && id == drag->touch_id;
}

// Finds the surface under a finger and the surface-local point. wlroots reports it to a grab if the compositor does;
// sway 1.7 does not, but it picks.
static void touch_focus(struct dwl_drag *drag, struct wlr_touch_point *point, double *x, double *y) {
    struct dwl_tracker *tracker = drag->seat->adapter->tracker;
    struct wlr_surface *surface = point->focus_surface;
    *x = point->sx;
    *y = point->sy;
    if (tracker != NULL && tracker->scene != NULL) {
        // The scene is authoritative; the point may still be that of the touch down.
        surface = tracker->hit;
        *x = tracker->hit_x;
        *y = tracker->hit_y;
    } else if (surface == NULL && tracker != NULL && tracker->hit != NULL) {
        surface = tracker->hit;
    }
    dwl_drag_set_focus(drag, surface, *x, *y);
}

static void tell_of_finger(struct dwl_seat *seat, struct wlr_touch_point *point) {
    if (seat->adapter->tracker != NULL) dwl_tracker_tell_finger(seat->adapter->tracker, point->touch_id);
}

static void finger_at(struct dwl_drag *drag, uint32_t time, struct wlr_touch_point *point) {
    double x, y;
    touch_focus(drag, point, &x, &y);
    if (drag->focus != NULL && !drag->is_ending) dwl_drag_motion(drag, time, x, y);
}

static uint32_t touch_down(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    if (dray_seat_finger(seat->dray, point->touch_id, DRAY_FINGER_DOWN)) {
        // The finger may answer a confirmation prompt, and Dray does not know its position yet.
        struct dwl_drag *drag = seat->drag;
        bool is_own = wl_list_empty(&seat->concurrent) && drag != NULL;
        if (is_own && (!drag->is_touch || drag->is_ending)) return 0;
        if (is_own) drag->touch_id = point->touch_id;
        // A compositor reports the surface under a finger when it moves. Calls touch_enter.
        if (point->focus_surface == NULL)
            wlr_seat_touch_point_focus(grab->seat, point->surface, time, point->touch_id, point->sx, point->sy);
        if (is_own) finger_at(drag, time, point);
        else dwl_concurrent_moved(seat, point->touch_id, NULL);
        // Without a serial wlroots would drop the finger, and its release would be lost.
        return wl_display_next_serial(grab->seat->display);
    }
    return wlr_seat_touch_send_down(grab->seat, point->surface, time, point->touch_id, point->sx, point->sy);
}
static void give_touch_back(struct dwl_seat *seat) {
    if (seat->seat->touch_state.grab != &seat->touch_grab) return;
    seat->is_ending_touch = true;
    wlr_seat_touch_end_grab(seat->seat);
    seat->is_ending_touch = false;
}

// Returns the serial of the event sent to a client; 0 if none was sent.
static uint32_t lift(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *dwl_seat = grab->data;
    struct dwl_drag *drag = dwl_seat->drag;
    struct wlr_seat *seat = grab->seat;
    int32_t id = point->touch_id;
    if (drag != NULL) drag->time = time;
    // A compositor that does not report the focus of fingers has not reported this one's.
    double x, y;
    if (dwl_seat->adapter->tracker == NULL) {
        if (drives(drag, id)) touch_focus(drag, point, &x, &y);
        else if (dwl_concurrent_of(dwl_seat, id) != NULL) dwl_concurrent_moved(dwl_seat, id, NULL);
    }
    bool is_kept = dray_seat_finger(dwl_seat->dray, id, DRAY_FINGER_UP);
    uint32_t serial = is_kept ? 0 : dwl_touch_send_up(seat, time, id);
    // wlroots removes the point only afterwards.
    if (wlr_seat_touch_num_points(seat) == 1 && wl_list_empty(&dwl_seat->concurrent)) give_touch_back(dwl_seat);
    dwl_watch_devices(dwl_seat);
    return serial;
}
static dwl_touch_up_result touch_up(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    DWL_TOUCH_UP(lift(grab, time, point));
}
static void touch_motion(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    tell_of_finger(seat, point);
    if (dray_seat_finger(seat->dray, point->touch_id, DRAY_FINGER_MOVED)) {
        if (drives(seat->drag, point->touch_id)) finger_at(seat->drag, time, point);
        else dwl_concurrent_moved(seat, point->touch_id, NULL);
    } else if (point->focus_surface == NULL || point->focus_surface == point->surface) {
        wlr_seat_touch_send_motion(grab->seat, time, point->touch_id, point->sx, point->sy);
    }
}
static void touch_enter(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    double x, y;
    if (drives(seat->drag, point->touch_id)) touch_focus(seat->drag, point, &x, &y);
    else dwl_concurrent_moved(seat, point->touch_id, NULL);
}
#if DWL_HAS_TOUCH_CLEAR_FOCUS
static void touch_clear_focus(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    if (drives(seat->drag, point->touch_id)) dwl_drag_set_focus(seat->drag, NULL, 0, 0);
    else dwl_concurrent_moved(seat, point->touch_id, NULL);
}
#endif
static void touch_frame(struct wlr_seat_touch_grab *grab) { wlr_seat_touch_send_frame(grab->seat); }
static void touch_cancel(struct wlr_seat_touch_grab *grab) {
    struct dwl_seat *seat = grab->data;
    if (seat->is_ending_touch) return;
    if (seat->drag != NULL && seat->drag->is_touch && !seat->drag->is_ending)
        call_off(seat, seat->drag->number, DRAY_INTERRUPTION_HOST);
    dwl_concurrent_call_off(seat, DRAY_INTERRUPTION_HOST);
    dwl_watch_devices(seat);
}
static void touch_wl_cancel(struct wlr_seat_touch_grab *grab, dwl_touch_owner *owner) {
    struct dwl_seat *seat = grab->data;
    struct wlr_touch_point *point =
        seat->drag != NULL ? wlr_seat_touch_get_point(grab->seat, seat->drag->touch_id) : NULL;
    bool has_concurrent = dwl_concurrent_cancel(seat, owner);
    if (point != NULL && dwl_touch_owner_of(point) == owner && drives(seat->drag, point->touch_id))
        (void)!dray_seat_finger(seat->dray, point->touch_id, DRAY_FINGER_CANCELLED);
    else if (!has_concurrent) wlr_seat_touch_send_cancel(grab->seat, owner);
}
static const struct wlr_touch_grab_interface touch_grab = {
    .down = touch_down,
    .up = touch_up,
    .motion = touch_motion,
    .enter = touch_enter,
    .frame = touch_frame,
    .cancel = touch_cancel,
    .wl_cancel = touch_wl_cancel,
#if DWL_HAS_TOUCH_CLEAR_FOCUS
    .clear_focus = touch_clear_focus,
#endif
};

// Whether the touch grab is Dray's: something else may have replaced it, such as a popup.
static bool has_touch(const struct dwl_seat *seat) {
    const struct wlr_seat_touch_grab *grab = seat->seat->touch_state.grab;
    return grab == &seat->touch_grab || grab->interface == &touch_grab;
}

// sway 1.10 drops the fingers on other windows when a drag begins, so their motions are sent from here.
static void move_for_client(struct dwl_seat *seat, int32_t id) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, id);
    const struct dwl_finger *finger = dwl_tracker_finger(tracker, id);
    struct dray_bounds bounds = {.size = sizeof bounds};
    if (point == NULL || point->surface == NULL || finger == NULL) return;
    if (dwl_tracker_bounds(tracker, point->surface, &bounds))
        wlr_seat_touch_notify_motion(seat->seat, kit_now() / 1000, id, finger->x - bounds.x, finger->y - bounds.y);
}

// Called after a frame with a motion that the compositor has reported to no surface: the finger is over nothing, unless
// the scene has a surface there.
static void handle_finger_lost(void *data, int32_t id) {
    struct dwl_seat *seat = data;
    struct dwl_drag *drag = seat->drag;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (!has_touch(seat)) return dwl_watch_devices(seat);
    if (!dray_seat_finger(seat->dray, id, DRAY_FINGER_MOVED)) return move_for_client(seat, id);
    if (!drives(drag, id)) return dwl_concurrent_moved(seat, id, NULL);
    struct wlr_surface *surface = tracker->scene != NULL ? tracker->hit : NULL;
    dwl_drag_set_focus(drag, surface, tracker->hit_x, tracker->hit_y);
    if (surface != NULL && drives(seat->drag, id) && drag->focus == surface)
        dwl_drag_motion(drag, last_time(drag), tracker->hit_x, tracker->hit_y);
}

static bool is_dragging(struct dwl_seat *seat, int32_t id) {
    return drives(seat->drag, id) || dwl_concurrent_of(seat, id) != NULL;
}

static void handle_finger_cancelled(void *data, int32_t id) {
    struct dwl_seat *seat = data;
    if (is_dragging(seat, id)) (void)!dray_seat_finger(seat->dray, id, DRAY_FINGER_CANCELLED);
}

// If the compositor has reported no release, wlroots still has the touch point, or its drag goes on.
static void handle_finger_lifted(void *data, int32_t id) {
    struct dwl_seat *seat = data;
    if (!has_touch(seat)) return dwl_watch_devices(seat);
    if (dwl_tracker_finger(seat->adapter->tracker, id) != NULL) return;
    if (wlr_seat_touch_get_point(seat->seat, id) != NULL) wlr_seat_touch_notify_up(seat->seat, kit_now() / 1000, id);
    else if (is_dragging(seat, id)) (void)!dray_seat_finger(seat->dray, id, DRAY_FINGER_UP);
}

static const struct dwl_finger_watch finger_watch = {handle_finger_lost, handle_finger_cancelled, handle_finger_lifted};

// Called after each pointer frame. If the position differs from the last one of the grab, the compositor has reported
// the motion to no surface, as wayfire and cage do outside windows: the drag is over nothing.
static void handle_pointer_seen(void *data) {
    struct dwl_seat *seat = data;
    struct dwl_drag *drag = seat->drag;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (drag == NULL || drag->is_ending || drag->number == 0 || !drag->is_global) return;
    if (is_told_elsewhere(drag)) return look_below(drag);
    if (tracker->cursor->x != drag->x || tracker->cursor->y != drag->y) dwl_drag_set_focus(drag, NULL, 0, 0);
}

// The button is up although the compositor has sent no release, because it consumes the release (an interactive move
// that began after the drag) or the device was destroyed. A drag must end with its button, and wlroots would keep the
// button as pressed.
static void handle_button_lifted(void *data, uint32_t button, bool is_device_gone) {
    struct dwl_seat *seat = data;
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    struct dwl_drag *drag = seat->drag;
    if (!is_down(pointer, button)) return;
    if (drag != NULL && !drag->is_ending && drag->is_held && drag->button == button)
        call_off(seat, drag->number, is_device_gone ? DRAY_INTERRUPTION_DEVICE_GONE : DRAY_INTERRUPTION_HOST);
    if (dwl_x11_bridge_is_held(seat, button)) dwl_x11_bridge_call_off(seat->adapter);
    else if (!dwl_has_pointer(seat)) return;
    wlr_seat_pointer_notify_button(seat->seat, kit_now() / 1000, button, DWL_BUTTON_RELEASED);
}

static const struct dwl_pointer_watch pointer_watch = {handle_pointer_seen, handle_button_lifted};

static void watch_pointer(struct dwl_seat *seat) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    bool is_dragging = seat->drag != NULL && !seat->drag->is_touch;
    bool is_watching = is_dragging || dwl_has_pointer(seat);
    if (!is_watching && tracker->pointer_data != seat) return;
    tracker->pointer_data = is_watching ? seat : NULL;
    tracker->pointer_watch = is_watching ? &pointer_watch : NULL;
}

void dwl_watch_devices(struct dwl_seat *seat) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (tracker == NULL) return;
    watch_pointer(seat);
    bool is_watching = (seat->drag != NULL && seat->drag->is_touch) || has_touch(seat);
    dwl_tracker_watch_fingers(tracker, seat, is_watching ? &finger_watch : NULL);
}

void dwl_touch_settle(struct dwl_seat *seat) {
    bool is_own = seat->drag != NULL && seat->drag->is_touch, has_concurrent = !wl_list_empty(&seat->concurrent);
    bool is_needed = has_concurrent || wlr_seat_touch_num_points(seat->seat) > 0;
    // Grabs of others are left alone unless a finger drags.
    bool is_free = has_concurrent || !wlr_seat_touch_has_grab(seat->seat);
    if (!is_needed) {
        give_touch_back(seat);
    } else if (!is_own && is_free && !seat->is_going && seat->seat->touch_state.grab != &seat->touch_grab) {
        seat->touch_grab.interface = &touch_grab;
        seat->touch_grab.data = seat;
        wlr_seat_touch_start_grab(seat->seat, &seat->touch_grab);
    }
    dwl_watch_devices(seat);
}

void dwl_touch_forget_seat(struct dwl_seat *seat) {
    give_touch_back(seat);
    dwl_watch_devices(seat);
}

// -------------------------------------------------------------------------------------------------------------- Grabs

void dwl_drag_take_grabs(struct dwl_drag *drag) {
    struct wlr_drag *wlr_drag = drag->drag;
    drag->wlroots_grab = wlr_drag->pointer_grab.interface;
    drag->wlroots_data = wlr_drag->pointer_grab.data;
    wlr_drag->pointer_grab.interface = &pointer_grab;
    wlr_drag->pointer_grab.data = drag;
    wlr_drag->touch_grab.interface = &touch_grab;
    wlr_drag->touch_grab.data = drag->seat;
}
