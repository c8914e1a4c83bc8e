// SPDX-License-Identifier: MIT
// Drags between X11 windows and others. What is dragged onto X11 windows is told to them by a place. An X client that drags follows
// pointer and button, or its finger, by itself, so these go on being told to the window that was pressed, as ever while something is
// held; beside that Dray hears what the content is over.
#include "border.h"

#include "drag.h"
#include "sight.h"

struct dwl_border {
    struct dray_wlroots *adapter;
    struct dwl_seat *seat;
    struct dray_x11 *x11;
    struct dray_place *place;  // NULL until X was reached
    // An X client drags, and its button or finger is down.
    bool is_used;
    uint64_t drag;  // 0 until the content has left the windows of X's
    bool is_by_finger;
    int32_t finger;
    struct wlr_seat_touch_grab touch_grab;
    uint32_t button;
    struct wlr_seat_pointer_grab pointer_grab;
    struct wlr_surface *pressed;
    struct wl_listener pressed_destroyed;
    struct wlr_surface *focus;  // what the content is over; NULL for nothing, and over windows of X's
    struct wl_listener focus_destroyed;
};

// -------------------------------------------------------------------------------------------------------------- Focus

static void set_focus(struct dwl_border *border, struct wlr_surface *surface) {
    if (border->focus != NULL) wl_list_remove(&border->focus_destroyed.link);
    border->focus = surface;
    if (surface != NULL) wl_signal_add(&surface->events.destroy, &border->focus_destroyed);
}

static void handle_focus_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_border *border = wl_container_of(listener, border, focus_destroyed);
    // Dray hears of it by itself.
    set_focus(border, NULL);
}

// Where the content is on the screen; false if nobody tells.
static bool find(const struct dwl_border *border, double *x, double *y) {
    struct dwl_sight *sight = border->adapter->sight;
    const struct dwl_finger *finger = border->is_by_finger ? dwl_sight_finger(sight, border->finger) : NULL;
    if (sight->cursor == NULL || (border->is_by_finger && finger == NULL)) return false;
    *x = finger != NULL ? finger->x : sight->cursor->x;
    *y = finger != NULL ? finger->y : sight->cursor->y;
    return true;
}

// Where that is on the window that was pressed: compositors differ in what the point is on that they tell.
static bool find_on_pressed(const struct dwl_border *border, double *x, double *y) {
    struct dray_bounds bounds = {.size = sizeof bounds};
    double on_screen_x, on_screen_y;
    if (!find(border, &on_screen_x, &on_screen_y)) return false;
    if (!dwl_sight_bounds(border->adapter->sight, border->pressed, &bounds)) return false;
    *x = on_screen_x - bounds.x;
    *y = on_screen_y - bounds.y;
    return true;
}

static void look(struct dwl_border *border, uint64_t time) {
    struct dwl_sight *sight = border->adapter->sight;
    double x, y, local_x = 0, local_y = 0;
    if (!border->is_used || !find(border, &x, &y)) return;
    struct wlr_surface *surface;
    // Until something was drawn it is where it was.
    if (!dwl_sight_pick(sight, x, y, &surface, &local_x, &local_y)) return;
    bool is_over_x11 = surface != NULL && dwl_surface_is_x11(surface);
    if (is_over_x11) surface = NULL;
    struct dray_seat *seat = border->seat->dray;
    dray_x11_pointer(border->x11, is_over_x11);
    if (border->drag == 0) return;
    dray_seat_modifiers(seat, dwl_modifiers_of(border->seat->seat));
    if (surface == border->focus) {
        dray_seat_motion(seat, x, y, local_x, local_y, time);
        return;
    }
    set_focus(border, surface);
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

void dwl_border_look(struct dray_wlroots *adapter) {
    if (adapter->border != NULL) look(adapter->border, kit_now());
}

// ---------------------------------------------------------------------------------------------------------------- End

static void watch_finger(struct dwl_border *border, bool is_watching);

static void end(struct dwl_border *border) {
    if (!border->is_used) return;
    border->is_used = false;
    border->drag = 0;
    set_focus(border, NULL);
    wl_list_remove(&border->pressed_destroyed.link);
    struct wlr_seat *seat = border->seat->seat;
    watch_finger(border, false);
    if (seat->pointer_state.grab == &border->pointer_grab) wlr_seat_pointer_end_grab(seat);
    if (seat->touch_state.grab == &border->touch_grab) wlr_seat_touch_end_grab(seat);
    dwl_watch_devices(border->seat);
    dwl_watch_as_needed(border->adapter);
}

// The drop is the X client's word, where the content is now.
static void let_go(struct dwl_border *border) {
    dray_x11_released(border->x11);
    end(border);
}

static void call_off(struct dwl_border *border) {
    if (!border->is_used) return;
    if (border->drag != 0) dray_seat_cancel(border->seat->dray, DRAY_INTERRUPTION_HOST);
    let_go(border);
}

static void handle_pressed_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_border *border = wl_container_of(listener, border, pressed_destroyed);
    // Nobody tells the X client of button or finger any more.
    let_go(border);
}

// ------------------------------------------------------------------------------------------------------------ Pointer

// As long as the button is down the pointer is that window's, whatever it goes over.
static void pointer_enter(struct wlr_seat_pointer_grab *grab, struct wlr_surface *surface, double sx, double sy) {}
static void pointer_clear_focus(struct wlr_seat_pointer_grab *grab) {}

static void pointer_motion(struct wlr_seat_pointer_grab *grab, uint32_t time, double sx, double sy) {
    struct dwl_border *border = grab->data;
    find_on_pressed(border, &sx, &sy);
    wlr_seat_pointer_send_motion(grab->seat, time, sx, sy);
    look(border, time * UINT64_C(1000));
}

static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_border *border = grab->data;
    uint32_t serial = wlr_seat_pointer_send_button(grab->seat, time, button, state);
    if (button == border->button && state == DWL_BUTTON_RELEASED) let_go(border);
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

static uint32_t lift(struct dwl_border *border, uint32_t time, int32_t id) {
    uint32_t serial = dwl_touch_send_up(border->seat->seat, time, id);
    if (id == border->finger) let_go(border);
    return serial;
}

static dwl_touch_up_result touch_up(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    DWL_TOUCH_UP(lift(grab->data, time, point->touch_id));
}

// sway 1.7 tells of a finger with the point on the window that it is over.
static void touch_motion(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {
    struct dwl_border *border = grab->data;
    double x = point->sx, y = point->sy;
    dwl_sight_tell_finger(border->adapter->sight, point->touch_id);
    bool is_held = point->touch_id == border->finger && find_on_pressed(border, &x, &y);
    if (is_held || point->focus_surface == NULL || point->focus_surface == point->surface)
        wlr_seat_touch_send_motion(grab->seat, time, point->touch_id, x, y);
    if (point->touch_id == border->finger) look(border, time * UINT64_C(1000));
}

static void touch_enter(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {}
#if DWL_HAS_TOUCH_CLEAR_FOCUS
static void touch_clear_focus(struct wlr_seat_touch_grab *grab, uint32_t time, struct wlr_touch_point *point) {}
#endif
static void touch_frame(struct wlr_seat_touch_grab *grab) { wlr_seat_touch_send_frame(grab->seat); }
static void touch_cancel(struct wlr_seat_touch_grab *grab) { call_off(grab->data); }

static void touch_wl_cancel(struct wlr_seat_touch_grab *grab, dwl_touch_owner *owner) {
    struct dwl_border *border = grab->data;
    struct wlr_touch_point *point = wlr_seat_touch_get_point(grab->seat, border->finger);
    bool is_over = point == NULL || dwl_touch_owner_of(point) == owner;
    wlr_seat_touch_send_cancel(grab->seat, owner);
    if (is_over) call_off(border);
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

// Over no window the compositor tells nobody where the finger is, and the X client follows it there as well.
static void handle_finger_lost(void *data, int32_t id) {
    struct dwl_border *border = data;
    double x, y;
    if (id != border->finger) return;
    uint64_t time = kit_now();
    if (find_on_pressed(border, &x, &y)) wlr_seat_touch_send_motion(border->seat->seat, time / 1000, id, x, y);
    look(border, time);
}

static void handle_finger_cancelled(void *data, int32_t id) {
    struct dwl_border *border = data;
    if (id == border->finger) call_off(border);
}

static void handle_finger_lifted(void *data, int32_t id) {
    struct dwl_border *border = data;
    if (id == border->finger) let_go(border);
}

static const struct dwl_finger_watch finger_watch = {handle_finger_lost, handle_finger_cancelled, handle_finger_lifted};

// While a finger is held by the border no drag of Wayland's has one.
static void watch_finger(struct dwl_border *border, bool is_watching) {
    dwl_sight_watch_fingers(border->adapter->sight, border, is_watching ? &finger_watch : NULL);
}

// ------------------------------------------------------------------------------------------------ What Dray asks, tells

static bool is_held_by_pointer(struct wlr_seat *seat) {
    const struct wlr_seat_pointer_state *pointer = &seat->pointer_state;
    return pointer->button_count > 0 && pointer->focused_surface != NULL && dwl_surface_is_x11(pointer->focused_surface) &&
           !wlr_seat_pointer_has_grab(seat);
}

// The first that went down of those on windows of X's; NULL for none.
static struct wlr_touch_point *holding_finger(struct wlr_seat *seat) {
    struct wlr_touch_point *point;
    if (wlr_seat_touch_has_grab(seat)) return NULL;
    wl_list_for_each_reverse(point, &seat->touch_state.touch_points, link) {
        if (point->surface != NULL && dwl_surface_is_x11(point->surface)) return point;
    }
    return NULL;
}

static void hold(struct dwl_border *border, struct wlr_surface *pressed) {
    border->is_used = true;
    border->pressed = pressed;
    wl_signal_add(&pressed->events.destroy, &border->pressed_destroyed);
    dwl_watch_devices(border->seat);
    dwl_watch_as_needed(border->adapter);
}

static int start_by_pointer(struct dwl_border *border, struct dray_x11_start *start) {
    struct wlr_seat *seat = border->seat->seat;
    struct dwl_sight *sight = border->adapter->sight;
    border->is_by_finger = false;
    border->button = seat->pointer_state.grab_button;
    hold(border, seat->pointer_state.focused_surface);
    border->pointer_grab = (struct wlr_seat_pointer_grab){.interface = &pointer_grab, .seat = seat, .data = border};
    wlr_seat_pointer_start_grab(seat, &border->pointer_grab);
    start->device = DRAY_DEVICE_POINTER;
    start->detail = border->button;
    start->x = sight->press_x;
    start->y = sight->press_y;
    return 1;
}

static int start_by_finger(struct dwl_border *border, struct dray_x11_start *start) {
    struct wlr_seat *seat = border->seat->seat;
    struct wlr_touch_point *point = holding_finger(seat);
    const struct dwl_finger *finger =
        point != NULL ? dwl_sight_finger(border->adapter->sight, point->touch_id) : NULL;
    if (finger == NULL) return 0;
    border->is_by_finger = true;
    border->finger = point->touch_id;
    hold(border, point->surface);
    border->touch_grab = (struct wlr_seat_touch_grab){.interface = &touch_grab, .seat = seat, .data = border};
    wlr_seat_touch_start_grab(seat, &border->touch_grab);
    watch_finger(border, true);
    start->device = DRAY_DEVICE_FINGER;
    start->detail = border->finger;
    start->x = finger->down_x;
    start->y = finger->down_y;
    return 1;
}

static int start(void *data, struct dray_x11_start *start) {
    struct dwl_border *border = data;
    struct wlr_seat *seat = border->seat->seat;
    end(border);
    if (border->adapter->sight->cursor == NULL) return 0;
    if (!(is_held_by_pointer(seat) ? start_by_pointer(border, start) : start_by_finger(border, start))) return 0;
    start->modifiers = dwl_modifiers_of(seat);
    start->is_over_x11 = 1;
    return 1;
}

static void began(void *data, uint64_t drag) {
    struct dwl_border *border = data;
    // It may be let go of already: then the content is over nothing.
    if (!border->is_used) return;
    border->drag = drag;
    look(border, kit_now());
}

static void gone(void *data) {
    struct dwl_border *border = data;
    dwl_border_close(border->adapter);
}

// -------------------------------------------------------------------------------------------------- Beginning and end

void dwl_border_open(struct dray_wlroots *adapter, struct wlr_seat *wlr_seat, const char *display) {
    dwl_border_close(adapter);
    struct dwl_seat *seat = wlr_seat != NULL ? dwl_seat_get(adapter, wlr_seat) : NULL;
    struct dwl_border *border = seat != NULL ? calloc(1, sizeof *border) : NULL;
    if (border == NULL) return;
    border->adapter = adapter;
    border->seat = seat;
    border->pressed_destroyed.notify = handle_pressed_destroyed;
    border->focus_destroyed.notify = handle_focus_destroyed;
    adapter->border = border;
    struct dray_x11_options options = {
        .size = sizeof options, .display = display, .data = border, .start = start, .began = began, .gone = gone};
    if (dray_x11_create(seat->dray, &options, &border->x11) != DRAY_OK) dwl_border_close(adapter);
}

void dwl_border_close(struct dray_wlroots *adapter) {
    struct dwl_border *border = adapter->border;
    if (border == NULL) return;
    end(border);
    adapter->border = NULL;
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link) {
        if (seat->drag != NULL) seat->drag->place = NULL;
    }
    // The place goes with it.
    dray_x11_destroy(border->x11);
    free(border);
}

struct dray_place *dwl_border_place(struct dray_wlroots *adapter) {
    struct dwl_border *border = adapter->border;
    if (border == NULL) return NULL;
    // X's windows are where the compositor has told X that it shows them; X itself finds the one at a point.
    if (border->place == NULL) dray_x11_place(border->x11, 0, &border->place);
    return border->place;
}

void dwl_border_call_off(struct dray_wlroots *adapter) {
    if (adapter->border != NULL) call_off(adapter->border);
}

static struct dwl_border *used_by(const struct dwl_seat *seat, bool is_by_finger) {
    struct dwl_border *border = seat->adapter->border;
    bool is_used = border != NULL && border->is_used && border->seat == seat && border->is_by_finger == is_by_finger;
    return is_used ? border : NULL;
}

struct wlr_seat_pointer_grab *dwl_border_pointer_grab(const struct dwl_seat *seat) {
    struct dwl_border *border = used_by(seat, false);
    return border != NULL ? &border->pointer_grab : NULL;
}

struct wlr_seat_touch_grab *dwl_border_touch_grab(const struct dwl_seat *seat) {
    struct dwl_border *border = used_by(seat, true);
    return border != NULL ? &border->touch_grab : NULL;
}

bool dwl_border_is_held(const struct dwl_seat *seat, uint32_t button) {
    const struct dwl_border *border = used_by(seat, false);
    return border != NULL && border->button == button;
}

bool dwl_border_is_used(const struct dray_wlroots *adapter) {
    return adapter->border != NULL && adapter->border->is_used;
}

void dwl_border_released(struct dray_wlroots *adapter, uint64_t drag) {
    if (adapter->border != NULL && adapter->border->drag == drag) end(adapter->border);
}

void dwl_border_forget_seat(struct dwl_seat *seat) {
    if (seat->adapter->border != NULL && seat->adapter->border->seat == seat) dwl_border_close(seat->adapter);
}
