// SPDX-License-Identifier: MIT
// Drags between X11 windows and Wayland clients. A drop target represents X11 windows for drags onto them. An X client
// that drags tracks the pointer and its button, or its finger. So these events still go to the pressed window, as with
// any implicit grab. In addition Dray is sent the pick result.
#include "xwayland-bridge.h"

#include "drag.h"
#include "tracker.h"
#include "dray-input.h"
#include "dray-x11.h"

// -------------------------------------------------------------------------------------------------------------- Focus

static void set_focus(struct dwl_x11_bridge *bridge, struct wlr_surface *surface) {
    if (bridge->focus != NULL) wl_list_remove(&bridge->focus_destroyed.link);
    bridge->focus = surface;
    if (surface != NULL) wl_signal_add(&surface->events.destroy, &bridge->focus_destroyed);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_x11_bridge *bridge = wl_container_of(listener, bridge, focus_destroyed);
    // Dray observes the surface as well.
    set_focus(bridge, NULL);
}

// Finds the drag's position on the screen; false if it is unknown.
static bool find(const struct dwl_x11_bridge *bridge, double *x, double *y) {
    struct dwl_tracker *tracker = bridge->adapter->tracker;
    const struct dwl_finger *finger = bridge->is_by_finger ? dwl_tracker_finger(tracker, bridge->finger) : NULL;
    if (tracker->cursor == NULL || (bridge->is_by_finger && finger == NULL)) return false;
    *x = finger != NULL ? finger->x : tracker->cursor->x;
    *y = finger != NULL ? finger->y : tracker->cursor->y;
    return true;
}

// Finds the position relative to the pressed window: compositors differ in the surface of the point that they report.
static bool find_on_pressed(const struct dwl_x11_bridge *bridge, double *x, double *y) {
    struct dray_bounds bounds = {.size = sizeof bounds};
    double on_screen_x, on_screen_y;
    if (!find(bridge, &on_screen_x, &on_screen_y)) return false;
    if (!dwl_tracker_bounds(bridge->adapter->tracker, bridge->pressed, &bounds)) return false;
    *x = on_screen_x - bounds.x;
    *y = on_screen_y - bounds.y;
    return true;
}

static void look(struct dwl_x11_bridge *bridge, uint64_t time) {
    struct dwl_tracker *tracker = bridge->adapter->tracker;
    double x, y, local_x = 0, local_y = 0;
    if (!bridge->is_used || !find(bridge, &x, &y)) return;
    struct wlr_surface *surface;
    // Until something was drawn, the focus does not change.
    if (!dwl_tracker_pick(tracker, x, y, &surface, &local_x, &local_y)) return;
    bool is_over_x11 = surface != NULL && dwl_surface_is_x11(surface);
    if (is_over_x11) surface = NULL;
    struct dray_seat *seat = bridge->seat->dray;
    dray_x11_pointer(bridge->x11, is_over_x11);
    if (bridge->drag == 0) return;
    dray_seat_modifiers(seat, dwl_modifiers_of(bridge->seat->seat));
    if (surface == bridge->focus) {
        dray_seat_motion(seat, x, y, local_x, local_y, time);
        return;
    }
    set_focus(bridge, surface);
    if (surface == NULL) {
        dray_seat_focus(seat, NULL, x, y);
        return;
    }
    struct dray_pick pick = {
        .size = sizeof pick,
        .surface = surface->resource,
        .local_x = local_x,
        .local_y = local_y,
        .window = wlr_surface_get_root_surface(surface)->resource,
    };
    dray_seat_focus(seat, &pick, x, y);
}

void dwl_x11_bridge_look(struct dray_wlroots *adapter) {
    if (adapter->bridge != NULL) look(adapter->bridge, kit_now());
}

// ---------------------------------------------------------------------------------------------------------------- End

static void watch_finger(struct dwl_x11_bridge *bridge, bool is_watching);

static void end(struct dwl_x11_bridge *bridge) {
    if (!bridge->is_used) return;
    bridge->is_used = false;
    bridge->drag = 0;
    set_focus(bridge, NULL);
    wl_list_remove(&bridge->pressed_destroyed.link);
    struct wlr_seat *seat = bridge->seat->seat;
    watch_finger(bridge, false);
    if (seat->pointer_state.grab == &bridge->pointer_grab) wlr_seat_pointer_end_grab(seat);
    if (seat->touch_state.grab == &bridge->touch_grab) wlr_seat_touch_end_grab(seat);
    dwl_watch_devices(bridge->seat);
    dwl_watch_as_needed(bridge->adapter);
}

// The X client decides about the drop, at the current position.
static void let_go(struct dwl_x11_bridge *bridge) {
    dray_x11_released(bridge->x11);
    end(bridge);
}

static void call_off(struct dwl_x11_bridge *bridge) {
    if (!bridge->is_used) return;
    if (bridge->drag != 0) dray_seat_cancel(bridge->seat->dray, DRAY_INTERRUPTION_HOST);
    let_go(bridge);
}

static void handle_pressed_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_x11_bridge *bridge = wl_container_of(listener, bridge, pressed_destroyed);
    // The X client will receive no more events of the button or finger.
    let_go(bridge);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

// The pressed window keeps pointer focus while the button is down.
static void pointer_enter(struct wlr_seat_pointer_grab *grab, struct wlr_surface *surface, double sx, double sy) {}
static void pointer_clear_focus(struct wlr_seat_pointer_grab *grab) {}

static void pointer_motion(struct wlr_seat_pointer_grab *grab, uint32_t time, double sx, double sy) {
    struct dwl_x11_bridge *bridge = grab->data;
    find_on_pressed(bridge, &sx, &sy);
    wlr_seat_pointer_send_motion(grab->seat, time, sx, sy);
    look(bridge, time * UINT64_C(1000));
}

static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_x11_bridge *bridge = grab->data;
    uint32_t serial = wlr_seat_pointer_send_button(grab->seat, time, button, state);
    if (button == bridge->button && state == DWL_BUTTON_RELEASED) let_go(bridge);
    return serial;
}

static void pointer_axis(struct wlr_seat_pointer_grab *grab, uint32_t time, dwl_axis orientation, double value,
                         int32_t discrete, dwl_axis_source source DWL_AXIS_REST) {
    wlr_seat_pointer_send_axis(grab->seat, time, orientation, value, discrete, source DWL_AXIS_SAME);
}

static void pointer_frame(struct wlr_seat_pointer_grab *grab) { wlr_seat_pointer_send_frame(grab->seat); }

static void pointer_cancel(struct wlr_seat_pointer_grab *grab) { call_off(grab->data); }

static const struct wlr_pointer_grab_interface pointer_grab = {
    .enter = pointer_enter,
    .clear_focus = pointer_clear_focus,
    .motion = pointer_motion,
    .button = pointer_button,
    .axis = pointer_axis,
    .frame = pointer_frame,
    .cancel = pointer_cancel,
};

// ------------------------------------------------------------------------------------------------------------- Finger

static uint32_t touch_down(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    return wlr_seat_touch_send_down(grab->seat, point->surface, time, point->touch_id, point->sx, point->sy);
}

static uint32_t lift(struct dwl_x11_bridge *bridge, uint32_t time, int32_t id) {
    uint32_t serial = dwl_touch_send_up(bridge->seat->seat, time, id);
    if (id == bridge->finger) let_go(bridge);
    return serial;
}

static dwl_touch_up_result touch_up(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    DWL_TOUCH_UP(lift(grab->data, time, point->touch_id));
}

// sway 1.7 reports a finger with the point relative to the surface under it.
static void touch_motion(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_x11_bridge *bridge = grab->data;
    double x = point->sx, y = point->sy;
    dwl_tracker_tell_finger(bridge->adapter->tracker, point->touch_id);
    bool is_held = point->touch_id == bridge->finger && find_on_pressed(bridge, &x, &y);
    if (is_held || point->focus_surface == NULL || point->focus_surface == point->surface)
        wlr_seat_touch_send_motion(grab->seat, time, point->touch_id, x, y);
    if (point->touch_id == bridge->finger) look(bridge, time * UINT64_C(1000));
}

static void touch_enter(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {}
#if DWL_HAS_TOUCH_CLEAR_FOCUS
static void touch_clear_focus(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {}
#endif
static void touch_frame(struct wlr_seat_touch_grab *grab) { wlr_seat_touch_send_frame(grab->seat); }
static void touch_cancel(struct wlr_seat_touch_grab *grab) { call_off(grab->data); }

static void touch_wl_cancel(struct wlr_seat_touch_grab *grab, dwl_touch_owner *owner) {
    struct dwl_x11_bridge *bridge = grab->data;
    struct wlr_touch_point *point = wlr_seat_touch_get_point(grab->seat, bridge->finger);
    bool is_over = point == NULL || dwl_touch_owner_of(point) == owner;
    wlr_seat_touch_send_cancel(grab->seat, owner);
    if (is_over) call_off(bridge);
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

// Outside windows the compositor reports the finger to no surface; the X client needs its motions there as well.
static void handle_finger_lost(void *data, int32_t id) {
    struct dwl_x11_bridge *bridge = data;
    double x, y;
    if (id != bridge->finger) return;
    uint64_t time = kit_now();
    if (find_on_pressed(bridge, &x, &y)) wlr_seat_touch_send_motion(bridge->seat->seat, time / 1000, id, x, y);
    look(bridge, time);
}

static void handle_finger_cancelled(void *data, int32_t id) {
    struct dwl_x11_bridge *bridge = data;
    if (id == bridge->finger) call_off(bridge);
}

static void handle_finger_lifted(void *data, int32_t id) {
    struct dwl_x11_bridge *bridge = data;
    if (id == bridge->finger) let_go(bridge);
}

static const struct dwl_finger_watch finger_watch = {handle_finger_lost, handle_finger_cancelled, handle_finger_lifted};

// While a finger holds an X client's drag, no Wayland drag has one.
static void watch_finger(struct dwl_x11_bridge *bridge, bool is_watching) {
    dwl_tracker_watch_fingers(bridge->adapter->tracker, bridge, is_watching ? &finger_watch : NULL);
}

// --------------------------------------------------------------------------------------------- Callbacks of the bridge

static bool is_held_by_pointer(struct wlr_seat *seat) {
    const struct wlr_seat_pointer_state *pointer = &seat->pointer_state;
    return pointer->button_count > 0 && pointer->focused_surface != NULL &&
           dwl_surface_is_x11(pointer->focused_surface) && !wlr_seat_pointer_has_grab(seat);
}

// Returns the first finger that came down on an X11 window; NULL for none.
static struct wlr_touch_point *holding_finger(struct wlr_seat *seat) {
    struct wlr_touch_point *point;
    if (wlr_seat_touch_has_grab(seat)) return NULL;
    wl_list_for_each_reverse(point, &seat->touch_state.touch_points, link) {
        if (point->surface != NULL && dwl_surface_is_x11(point->surface)) return point;
    }
    return NULL;
}

static void hold(struct dwl_x11_bridge *bridge, struct wlr_surface *pressed) {
    bridge->is_used = true;
    bridge->pressed = pressed;
    wl_signal_add(&pressed->events.destroy, &bridge->pressed_destroyed);
    dwl_watch_devices(bridge->seat);
    dwl_watch_as_needed(bridge->adapter);
}

static int start_by_pointer(struct dwl_x11_bridge *bridge, struct dray_x11_start *start) {
    struct wlr_seat *seat = bridge->seat->seat;
    struct dwl_tracker *tracker = bridge->adapter->tracker;
    bridge->is_by_finger = false;
    bridge->button = seat->pointer_state.grab_button;
    hold(bridge, seat->pointer_state.focused_surface);
    bridge->pointer_grab = (struct wlr_seat_pointer_grab){.interface = &pointer_grab, .seat = seat, .data = bridge};
    wlr_seat_pointer_start_grab(seat, &bridge->pointer_grab);
    start->device = DRAY_DEVICE_POINTER;
    start->detail = bridge->button;
    start->x = tracker->press_x;
    start->y = tracker->press_y;
    return 1;
}

static int start_by_finger(struct dwl_x11_bridge *bridge, struct dray_x11_start *start) {
    struct wlr_seat *seat = bridge->seat->seat;
    struct wlr_touch_point *point = holding_finger(seat);
    const struct dwl_finger *finger =
        point != NULL ? dwl_tracker_finger(bridge->adapter->tracker, point->touch_id) : NULL;
    if (finger == NULL) return 0;
    bridge->is_by_finger = true;
    bridge->finger = point->touch_id;
    hold(bridge, point->surface);
    bridge->touch_grab = (struct wlr_seat_touch_grab){.interface = &touch_grab, .seat = seat, .data = bridge};
    wlr_seat_touch_start_grab(seat, &bridge->touch_grab);
    watch_finger(bridge, true);
    start->device = DRAY_DEVICE_FINGER;
    start->detail = bridge->finger;
    start->x = finger->down_x;
    start->y = finger->down_y;
    return 1;
}

static int start(void *data, struct dray_x11_start *start) {
    struct dwl_x11_bridge *bridge = data;
    struct wlr_seat *seat = bridge->seat->seat;
    end(bridge);
    if (bridge->adapter->tracker->cursor == NULL) return 0;
    if (!(is_held_by_pointer(seat) ? start_by_pointer(bridge, start) : start_by_finger(bridge, start))) return 0;
    start->modifiers = dwl_modifiers_of(seat);
    start->is_over_x11 = 1;
    return 1;
}

static void began(void *data, uint64_t drag) {
    struct dwl_x11_bridge *bridge = data;
    // The drag may have ended already; then it is over nothing.
    if (!bridge->is_used) return;
    bridge->drag = drag;
    look(bridge, kit_now());
}

static void gone(void *data) {
    struct dwl_x11_bridge *bridge = data;
    dwl_x11_bridge_close(bridge->adapter);
}

// -------------------------------------------------------------------------------------------------- Beginning and end

void dwl_x11_bridge_open(struct dray_wlroots *adapter, struct dwl_seat *seat, const char *display) {
    dwl_x11_bridge_close(adapter);
    struct dwl_x11_bridge *bridge = seat != NULL ? calloc(1, sizeof *bridge) : NULL;
    if (bridge == NULL) return;
    bridge->adapter = adapter;
    bridge->seat = seat;
    bridge->call_off = call_off;
    bridge->pressed_destroyed.notify = handle_pressed_destroyed;
    bridge->focus_destroyed.notify = handle_focus_destroyed;
    adapter->bridge = bridge;
    struct dray_x11_options options = {
        .size = sizeof options, .display = display, .data = bridge, .start = start, .began = began, .gone = gone};
    if (dray_x11_create(seat->dray, &options, &bridge->x11) != DRAY_OK) dwl_x11_bridge_close(adapter);
}

void dwl_x11_bridge_close(struct dray_wlroots *adapter) {
    struct dwl_x11_bridge *bridge = adapter->bridge;
    if (bridge == NULL) return;
    end(bridge);
    adapter->bridge = NULL;
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link) {
        if (seat->drag != NULL) seat->drag->place = NULL;
    }
    // The drop target is destroyed with it.
    dray_x11_destroy(bridge->x11);
    free(bridge);
}

void dwl_x11_bridge_released(struct dray_wlroots *adapter, uint64_t drag) {
    if (adapter->bridge != NULL && adapter->bridge->drag == drag) end(adapter->bridge);
}

void dwl_x11_bridge_forget_seat(struct dwl_seat *seat) {
    if (seat->adapter->bridge != NULL && seat->adapter->bridge->seat == seat) dwl_x11_bridge_close(seat->adapter);
}
