// SPDX-License-Identifier: MIT
// The surface under a drag: sends it to Dray, with the motions over it, and to the listeners of wlroots.
#include "drag.h"
#include "tracker.h"
#include "xwayland-bridge.h"
#include "dray-input.h"

// A compositor that links the adapter may call wlr_seat_pointer_clear_focus, which calls no grab and emits an event
// only if there is a focus. So the surface is set as the focus, without a client.
void dwl_drag_show_focus(struct dwl_drag *drag) {
    struct wlr_seat_pointer_state *pointer = &drag->seat->seat->pointer_state;
    bool is_shown = drag->seat->adapter->tracker == NULL && !drag->is_touch && pointer->focused_client == NULL;
    if (is_shown) pointer->focused_surface = drag->is_ending ? NULL : drag->focus;
}

void dwl_drag_forget_focus(struct dwl_drag *drag) {
    if (drag->focus != NULL) wl_list_remove(&drag->focus_destroyed.link);
    drag->focus = NULL;
    dwl_drag_show_focus(drag);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_drag *drag = wl_container_of(listener, drag, focus_destroyed);
    if (drag->is_ending) dwl_drag_forget_focus(drag);
    else dwl_drag_set_focus(drag, NULL, 0, 0);
}

// Updates the position of the pointer or finger on the screen.
static void look(struct dwl_drag *drag) {
    if (!drag->is_global) return;
    struct dwl_tracker *tracker = drag->seat->adapter->tracker;
    struct dwl_finger *finger = drag->is_touch ? dwl_tracker_finger(tracker, drag->touch_id) : NULL;
    if (finger != NULL) {
        drag->x = finger->x;
        drag->y = finger->y;
    } else if (!drag->is_touch && tracker->cursor != NULL) {
        drag->x = tracker->cursor->x;
        drag->y = tracker->cursor->y;
    }
}

static void tell_focus(struct dwl_drag *drag) {
    struct dray_seat *seat = drag->seat->dray;
    struct dray_pick pick = {.size = sizeof pick, .local_x = drag->sx, .local_y = drag->sy};
    if (drag->focus != NULL) {
        if (drag->place != NULL) {
            pick.place = drag->place;
            pick.local_x = drag->x;
            pick.local_y = drag->y;
        } else if (drag->source != NULL && drag->source->is_over_x11) {
            pick.place = drag->seat->adapter->x11;
        } else {
            pick.surface = drag->focus->resource;
            pick.window = wlr_surface_get_root_surface(drag->focus)->resource;
        }
    }
    const struct dray_pick *picked = drag->focus != NULL ? &pick : NULL;
    if (drag->is_global) dray_seat_focus(seat, picked, drag->x, drag->y);
    else dray_seat_focus_local(seat, picked);
}

// Over nothing, the engine is sent only positions on the screen.
static void move(struct dwl_drag *drag, uint64_t time) {
    bool is_on_screen = drag->place != NULL;
    if (drag->is_global)
        dray_seat_motion(drag->seat->dray, drag->x, drag->y, is_on_screen ? drag->x : drag->sx,
                         is_on_screen ? drag->y : drag->sy, time);
    else if (drag->focus != NULL) dray_seat_motion_local(drag->seat->dray, drag->sx, drag->sy, time);
}

void dwl_drag_set_focus(struct dwl_drag *drag, struct wlr_surface *surface, double sx, double sy) {
    // The drag has not begun: the compositor picks when it starts the wlr_drag.
    if (drag->number == 0 || drag->is_ending) return;
    // A motion over it follows.
    if (drag->focus == surface && surface != NULL) return;
    look(drag);
    drag->sx = sx;
    drag->sy = sy;
    if (drag->image != NULL && drag->is_global) dwl_image_move(drag->image, drag->x, drag->y);
    if (drag->focus == surface) return move(drag, DRAY_TIME_OF_DEVICE);
    dwl_drag_forget_focus(drag);
    drag->focus = surface;
    if (surface != NULL) {
        drag->focus_destroyed.notify = handle_focus_destroyed;
        wl_signal_add(&surface->events.destroy, &drag->focus_destroyed);
    }
    dwl_drag_show_focus(drag);
    bool is_x11 = surface != NULL && drag->has_source && dwl_surface_is_x11(surface);
    drag->place = is_x11 && drag->is_global ? dwl_x11_bridge_place(drag->seat->adapter) : NULL;
    if (drag->source != NULL) {
        drag->source->is_over_x11 = is_x11 && drag->place == NULL;
        drag->source->base.accepted = false;
    }
    tell_focus(drag);
    if (drag->drag == NULL) return;
    // Xwayland handles the focus that is not a drop target of Dray.
    drag->drag->focus = drag->place == NULL ? surface : NULL;
    wl_signal_emit_mutable(&drag->drag->events.focus, drag->drag);
}

void dwl_drag_focus_cleared(struct dwl_seat *seat) {
    struct dwl_drag *drag = seat->drag;
    if (drag != NULL && !drag->is_touch && drag->focus != NULL) dwl_drag_set_focus(drag, NULL, 0, 0);
}

void dwl_drag_motion(struct dwl_drag *drag, uint32_t time, double sx, double sy) {
    look(drag);
    drag->sx = sx;
    drag->sy = sy;
    drag->time = time;
    if (drag->image != NULL && drag->is_global) dwl_image_move(drag->image, drag->x, drag->y);
    move(drag, time * UINT64_C(1000));
    // Usually there are no listeners, and the check is cheaper than emitting the signal.
    if (drag->drag == NULL || wl_list_empty(&drag->drag->events.motion.listener_list)) return;
    struct wlr_drag_motion_event event = {.drag = drag->drag, .time = time, .sx = sx, .sy = sy};
    wl_signal_emit_mutable(&drag->drag->events.motion, &event);
}
