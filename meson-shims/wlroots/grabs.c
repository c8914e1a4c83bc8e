// SPDX-License-Identifier: MIT
// The grabs of a drag: what the pointer and the fingers do goes to Dray, and what it does not keep goes on.
#include <wayland-server-protocol.h>

#include "border.h"
#include "drag.h"
#include "scene.h"
#include "sight.h"

// What is down is down as before.
static void call_off(struct dwl_seat *seat, uint64_t number, enum dray_interruption interruption) {
    dray_engine_cancel(seat->adapter->dray, number, interruption);
}

// -------------------------------------------------------------------------------------------------------------- Focus

// A compositor that links the adapter may clear the pointer's focus by wlr_seat_pointer_clear_focus, which asks no
// grab, and says so to listeners only where there is a focus. So the surface stands there, without a client.
void dwl_drag_show_focus(struct dwl_drag *drag) {
    struct wlr_seat_pointer_state *pointer = &drag->seat->seat->pointer_state;
    bool is_shown = drag->seat->adapter->sight == NULL && !drag->is_touch && pointer->focused_client == NULL;
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

// Looks where the pointer or the finger is on the screen.
static void look(struct dwl_drag *drag) {
    if (!drag->is_global) return;
    struct dwl_sight *sight = drag->seat->adapter->sight;
    struct dwl_finger *finger = drag->is_touch ? dwl_sight_finger(sight, drag->touch_id) : NULL;
    if (finger != NULL) {
        drag->x = finger->x;
        drag->y = finger->y;
    } else if (!drag->is_touch && sight->cursor != NULL) {
        drag->x = sight->cursor->x;
        drag->y = sight->cursor->y;
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

// Over nothing the engine is told of points on the screen only.
static void move(struct dwl_drag *drag, uint64_t time) {
    bool is_on_screen = drag->place != NULL;
    if (drag->is_global)
        dray_seat_motion(drag->seat->dray, drag->x, drag->y, is_on_screen ? drag->x : drag->sx,
                         is_on_screen ? drag->y : drag->sy, time);
    else if (drag->focus != NULL) dray_seat_motion_local(drag->seat->dray, drag->sx, drag->sy, time);
}

void dwl_drag_set_focus(struct dwl_drag *drag, struct wlr_surface *surface, double sx, double sy) {
    // Before it has begun: the compositor looks what is below as it starts the wlr_drag.
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
    drag->place = is_x11 && drag->is_global ? dwl_border_place(drag->seat->adapter) : NULL;
    if (drag->source != NULL) {
        drag->source->is_over_x11 = is_x11 && drag->place == NULL;
        drag->source->base.accepted = false;
    }
    tell_focus(drag);
    if (drag->drag == NULL) return;
    // Xwayland is told of what Dray does not tell it.
    drag->drag->focus = drag->place == NULL ? surface : NULL;
    wl_signal_emit_mutable(&drag->drag->events.focus, drag->drag);
}

void dwl_drag_focus_cleared(struct dwl_seat *seat) {
    struct dwl_drag *drag = seat->drag;
    if (drag != NULL && !drag->is_touch && drag->focus != NULL) dwl_drag_set_focus(drag, NULL, 0, 0);
}

static void motion(struct dwl_drag *drag, uint32_t time, double sx, double sy) {
    look(drag);
    drag->sx = sx;
    drag->sy = sy;
    drag->time = time;
    if (drag->image != NULL && drag->is_global) dwl_image_move(drag->image, drag->x, drag->y);
    move(drag, time * UINT64_C(1000));
    // To tell nobody would take longer than to look, and mostly it is nobody.
    if (drag->drag == NULL || wl_list_empty(&drag->drag->events.motion.listener_list)) return;
    struct wlr_drag_motion_event event = {.drag = drag->drag, .time = time, .sx = sx, .sy = sy};
    wl_signal_emit_mutable(&drag->drag->events.motion, &event);
}

// For a motion that no device has made: clients compare the times of one drag.
static uint32_t last_time(const struct dwl_drag *drag) {
    return drag->time != 0 ? drag->time : kit_now() / 1000;
}

// ------------------------------------------------------------------------------------------------------------ Pointer

// While a finger rests on a window sway 1.10 tells of the pointer as if it were on that window. Then the scene knows better, and is
// asked once a frame.
static bool is_told_elsewhere(struct dwl_drag *drag) {
    struct dwl_sight *sight = drag->seat->adapter->sight;
    return drag->is_global && sight->scene != NULL && sight->cursor != NULL && sight->finger_count > 0;
}

static void look_below(struct dwl_drag *drag) {
    struct dwl_seat *seat = drag->seat;
    struct dwl_sight *sight = seat->adapter->sight;
    double x = 0, y = 0;
    struct wlr_surface *surface = dwl_scene_pick(sight->scene, sight->cursor->x, sight->cursor->y, &x, &y);
    if (sight->cursor->x == drag->x && sight->cursor->y == drag->y && surface == drag->focus) return;
    dwl_drag_set_focus(drag, surface, x, y);
    if (surface != NULL && seat->drag == drag && drag->focus == surface) motion(drag, last_time(drag), x, y);
}

// Whether wlroots was told of the press and not of the release.
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
    if (drag->focus != NULL && !drag->is_ending && !is_told_elsewhere(drag)) motion(drag, time, sx, sy);
}
static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_drag *drag = grab->data;
    struct wlr_seat *seat = grab->seat;
    struct dwl_seat *dwl_seat = drag->seat;
    bool is_pressed = state == DWL_BUTTON_PRESSED;
    drag->time = time;
    // The button that holds the content goes down once more, so no release was sent. Where the devices are
    // seen, that was noticed before, and this is another device's.
    if (is_pressed && drag->is_held && drag->button == button && dwl_seat->adapter->sight == NULL) {
        call_off(dwl_seat, drag->number, DRAY_INTERRUPTION_HOST);
        struct wlr_seat_pointer_grab *next = seat->pointer_state.grab;
        return next != grab ? next->interface->button(next, time, button, state) : 0;
    }
    if (drag->button == button) drag->is_held = is_pressed;
    // A motion in the same frame comes first.
    if (is_told_elsewhere(drag)) look_below(drag);
    // Afterwards there may be no drag, and no grab.
    if (dray_seat_button(dwl_seat->dray, DRAY_DEVICE_POINTER, button, is_pressed)) return 0;
    return wlr_seat_pointer_send_button(seat, time, button, state);
}
static void pointer_axis(struct wlr_seat_pointer_grab *grab, uint32_t time, dwl_axis orientation, double value,
                         int32_t discrete, dwl_axis_source source DWL_AXIS_REST) {
    struct dwl_drag *drag = grab->data;
    // Before Dray hears of it: afterwards there may be no drag.
    struct dwl_seat *seat = drag->seat;
    if (dwl_scroll_begin(seat)) wlr_seat_pointer_send_axis(grab->seat, time, orientation, value, discrete, source DWL_AXIS_SAME);
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

// wlroots tells a grab what a finger comes over, if the compositor does; sway 1.7 does not, but it looks.
// Returns the point on that surface as well.
static void touch_focus(struct dwl_drag *drag, struct wlr_touch_point *point, double *x, double *y) {
    struct dwl_sight *sight = drag->seat->adapter->sight;
    struct wlr_surface *surface = point->focus_surface;
    *x = point->sx;
    *y = point->sy;
    if (sight != NULL && sight->scene != NULL) {
        // It knows best; the point may be one of where the finger went down.
        surface = sight->hit;
        *x = sight->hit_x;
        *y = sight->hit_y;
    } else if (surface == NULL && sight != NULL && sight->hit != NULL) {
        surface = sight->hit;
    }
    dwl_drag_set_focus(drag, surface, *x, *y);
}

static void tell_of_finger(struct dwl_seat *seat, struct wlr_touch_point *point) {
    if (seat->adapter->sight != NULL) dwl_sight_tell_finger(seat->adapter->sight, point->touch_id);
}

static void finger_at(struct dwl_drag *drag, uint32_t time, struct wlr_touch_point *point) {
    double x, y;
    touch_focus(drag, point, &x, &y);
    if (drag->focus != NULL && !drag->is_ending) motion(drag, time, x, y);
}

static uint32_t touch_down(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    if (dray_seat_finger(seat->dray, point->touch_id, DRAY_FINGER_DOWN)) {
        // It may be the answer to a question, and Dray does not know yet where it is.
        struct dwl_drag *drag = seat->drag;
        bool is_own = wl_list_empty(&seat->beside) && drag != NULL;
        if (is_own && (!drag->is_touch || drag->is_ending)) return 0;
        if (is_own) drag->touch_id = point->touch_id;
        // A compositor tells what a finger comes over when it moves. Tells touch_enter.
        if (point->focus_surface == NULL)
            wlr_seat_touch_point_focus(grab->seat, point->surface, time, point->touch_id, point->sx, point->sy);
        if (is_own) finger_at(drag, time, point);
        else dwl_beside_moved(seat, point->touch_id);
        // Without a serial wlroots would forget the finger, and nobody would hear that it is up.
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

// Returns the serial of what a client was told; 0 if it was told nothing.
static uint32_t lift(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *dwl_seat = grab->data;
    struct dwl_drag *drag = dwl_seat->drag;
    struct wlr_seat *seat = grab->seat;
    int32_t id = point->touch_id;
    if (drag != NULL) drag->time = time;
    // A compositor that does not tell where fingers go has not told where this one is.
    double x, y;
    if (dwl_seat->adapter->sight == NULL) {
        if (drives(drag, id)) touch_focus(drag, point, &x, &y);
        else if (dwl_beside_of(dwl_seat, id) != NULL) dwl_beside_moved(dwl_seat, id);
    }
    bool is_kept = dray_seat_finger(dwl_seat->dray, id, DRAY_FINGER_UP);
    uint32_t serial = is_kept ? 0 : dwl_touch_send_up(seat, time, id);
    // wlroots forgets it only afterwards.
    if (wlr_seat_touch_num_points(seat) == 1 && wl_list_empty(&dwl_seat->beside)) give_touch_back(dwl_seat);
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
        else dwl_beside_moved(seat, point->touch_id);
    } else if (point->focus_surface == NULL || point->focus_surface == point->surface) {
        wlr_seat_touch_send_motion(grab->seat, time, point->touch_id, point->sx, point->sy);
    }
}
static void touch_enter(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    double x, y;
    if (drives(seat->drag, point->touch_id)) touch_focus(seat->drag, point, &x, &y);
    else dwl_beside_moved(seat, point->touch_id);
}
#if DWL_HAS_TOUCH_CLEAR_FOCUS
static void touch_clear_focus(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_seat *seat = grab->data;
    if (drives(seat->drag, point->touch_id)) dwl_drag_set_focus(seat->drag, NULL, 0, 0);
    else dwl_beside_moved(seat, point->touch_id);
}
#endif
static void touch_frame(struct wlr_seat_touch_grab *grab) { wlr_seat_touch_send_frame(grab->seat); }
static void touch_cancel(struct wlr_seat_touch_grab *grab) {
    struct dwl_seat *seat = grab->data;
    if (seat->is_ending_touch) return;
    if (seat->drag != NULL && seat->drag->is_touch && !seat->drag->is_ending)
        call_off(seat, seat->drag->number, DRAY_INTERRUPTION_HOST);
    dwl_beside_call_off(seat, DRAY_INTERRUPTION_HOST);
    dwl_watch_devices(seat);
}
static void touch_wl_cancel(struct wlr_seat_touch_grab *grab, dwl_touch_owner *owner) {
    struct dwl_seat *seat = grab->data;
    struct wlr_touch_point *point =
        seat->drag != NULL ? wlr_seat_touch_get_point(grab->seat, seat->drag->touch_id) : NULL;
    bool is_beside = dwl_beside_cancel(seat, owner);
    if (point != NULL && dwl_touch_owner_of(point) == owner && drives(seat->drag, point->touch_id))
        dray_seat_finger(seat->dray, point->touch_id, DRAY_FINGER_CANCELLED);
    else if (!is_beside) wlr_seat_touch_send_cancel(grab->seat, owner);
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

// Whether fingers come to a grab of ours: somebody may have taken its place, a popup for example.
static bool has_touch(const struct dwl_seat *seat) {
    const struct wlr_seat_touch_grab *grab = seat->seat->touch_state.grab;
    return grab == &seat->touch_grab || grab->interface == &touch_grab;
}

// sway 1.10 forgets the fingers that rest on a window as a drag begins, and their clients would hear no more of them.
static void move_for_client(struct dwl_seat *seat, int32_t id) {
    struct dwl_sight *sight = seat->adapter->sight;
    struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, id);
    const struct dwl_finger *finger = dwl_sight_finger(sight, id);
    struct dray_bounds bounds = {.size = sizeof bounds};
    if (point == NULL || point->surface == NULL || finger == NULL) return;
    if (dwl_sight_bounds(sight, point->surface, &bounds))
        wlr_seat_touch_notify_motion(seat->seat, kit_now() / 1000, id, finger->x - bounds.x, finger->y - bounds.y);
}

// Told after the motion of a frame that the compositor did nothing with: the finger is over nothing, unless the scene knows
// better.
static void handle_finger_lost(void *data, int32_t id) {
    struct dwl_seat *seat = data;
    struct dwl_drag *drag = seat->drag;
    struct dwl_sight *sight = seat->adapter->sight;
    if (!has_touch(seat)) return dwl_watch_devices(seat);
    if (!dray_seat_finger(seat->dray, id, DRAY_FINGER_MOVED)) return move_for_client(seat, id);
    if (!drives(drag, id)) return dwl_beside_moved(seat, id);
    struct wlr_surface *surface = sight->scene != NULL ? sight->hit : NULL;
    dwl_drag_set_focus(drag, surface, sight->hit_x, sight->hit_y);
    if (surface != NULL && drives(seat->drag, id) && drag->focus == surface)
        motion(drag, last_time(drag), sight->hit_x, sight->hit_y);
}

static bool is_dragging(struct dwl_seat *seat, int32_t id) {
    return drives(seat->drag, id) || dwl_beside_of(seat, id) != NULL;
}

static void handle_finger_cancelled(void *data, int32_t id) {
    struct dwl_seat *seat = data;
    if (is_dragging(seat, id)) dray_seat_finger(seat->dray, id, DRAY_FINGER_CANCELLED);
}

// Where the compositor has told nobody, wlroots still has the finger, or its drag goes on.
static void handle_finger_lifted(void *data, int32_t id) {
    struct dwl_seat *seat = data;
    if (!has_touch(seat)) return dwl_watch_devices(seat);
    if (dwl_sight_finger(seat->adapter->sight, id) != NULL) return;
    if (wlr_seat_touch_get_point(seat->seat, id) != NULL) wlr_seat_touch_notify_up(seat->seat, kit_now() / 1000, id);
    else if (is_dragging(seat, id)) dray_seat_finger(seat->dray, id, DRAY_FINGER_UP);
}

static const struct dwl_finger_watch finger_watch = {handle_finger_lost, handle_finger_cancelled, handle_finger_lifted};

// Told after each frame of the pointer. Where it is elsewhere than the grab was told, the compositor has told nobody, as
// wayfire and cage do it over no window: so it is over nothing.
static void handle_pointer_seen(void *data) {
    struct dwl_seat *seat = data;
    struct dwl_drag *drag = seat->drag;
    struct dwl_sight *sight = seat->adapter->sight;
    if (drag == NULL || drag->is_ending || drag->number == 0 || !drag->is_global) return;
    if (is_told_elsewhere(drag)) return look_below(drag);
    if (sight->cursor->x != drag->x || sight->cursor->y != drag->y) dwl_drag_set_focus(drag, NULL, 0, 0);
}

// A button that is up, though the compositor has sent no release: it keeps the release to itself (an interactive move that
// began after the drag), or the device was destroyed. No drag goes on without its button, and wlroots would take the
// button for pressed.
static void handle_button_lifted(void *data, uint32_t button, bool is_device_gone) {
    struct dwl_seat *seat = data;
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    struct dwl_drag *drag = seat->drag;
    if (!is_down(pointer, button)) return;
    if (drag != NULL && !drag->is_ending && drag->is_held && drag->button == button)
        call_off(seat, drag->number, is_device_gone ? DRAY_INTERRUPTION_DEVICE_GONE : DRAY_INTERRUPTION_HOST);
    if (dwl_border_is_held(seat, button)) dwl_border_call_off(seat->adapter);
    else if (!dwl_has_pointer(seat)) return;
    wlr_seat_pointer_notify_button(seat->seat, kit_now() / 1000, button, DWL_BUTTON_RELEASED);
}

static const struct dwl_pointer_watch pointer_watch = {handle_pointer_seen, handle_button_lifted};

static void watch_pointer(struct dwl_seat *seat) {
    struct dwl_sight *sight = seat->adapter->sight;
    bool is_dragging = seat->drag != NULL && !seat->drag->is_touch;
    bool is_watching = is_dragging || dwl_has_pointer(seat);
    if (!is_watching && sight->pointer_data != seat) return;
    sight->pointer_data = is_watching ? seat : NULL;
    sight->pointer_watch = is_watching ? &pointer_watch : NULL;
}

void dwl_watch_devices(struct dwl_seat *seat) {
    struct dwl_sight *sight = seat->adapter->sight;
    if (sight == NULL) return;
    watch_pointer(seat);
    bool is_watching = (seat->drag != NULL && seat->drag->is_touch) || has_touch(seat);
    dwl_sight_watch_fingers(sight, seat, is_watching ? &finger_watch : NULL);
}

void dwl_touch_settle(struct dwl_seat *seat) {
    bool is_own = seat->drag != NULL && seat->drag->is_touch, is_beside = !wl_list_empty(&seat->beside);
    bool is_needed = is_beside || wlr_seat_touch_num_points(seat->seat) > 0;
    // Others' grabs are left alone where no finger drags.
    bool is_free = is_beside || !wlr_seat_touch_has_grab(seat->seat);
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
