// SPDX-License-Identifier: MIT
// Drags out of X11 windows. An X client follows pointer and button by itself, so these go on being told to the window that was
// pressed, as ever while a button is held; beside that Dray hears what the pointer is over.
#include "border.h"

#include "sight.h"

struct dwl_border {
    struct dray_wlroots *adapter;
    struct dwl_seat *seat;
    struct dray_x11 *x11;
    // An X client drags, and its button is down.
    bool is_used;
    uint64_t drag;  // 0 until the content has left the windows of X's
    struct wlr_seat_pointer_grab grab;
    uint32_t button;
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

static void look(struct dwl_border *border, uint64_t time) {
    struct dwl_sight *sight = border->adapter->sight;
    if (!border->is_used || sight->cursor == NULL) return;
    double x = sight->cursor->x, y = sight->cursor->y, local_x = 0, local_y = 0;
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

// --------------------------------------------------------------------------------------------------------------- Grab

static void end(struct dwl_border *border) {
    if (!border->is_used) return;
    border->is_used = false;
    border->drag = 0;
    set_focus(border, NULL);
    wl_list_remove(&border->pressed_destroyed.link);
    struct wlr_seat *seat = border->seat->seat;
    if (seat->pointer_state.grab == &border->grab) wlr_seat_pointer_end_grab(seat);
    dwl_watch_as_needed(border->adapter);
}

static void handle_pressed_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_border *border = wl_container_of(listener, border, pressed_destroyed);
    // Nobody tells the X client of the button any more.
    dray_x11_released(border->x11);
    end(border);
}

// As long as the button is down the pointer is that window's, whatever it goes over.
static void pointer_enter(struct wlr_seat_pointer_grab *grab, struct wlr_surface *surface, double sx, double sy) {}
static void pointer_clear_focus(struct wlr_seat_pointer_grab *grab) {}

static void pointer_motion(struct wlr_seat_pointer_grab *grab, uint32_t time, double sx, double sy) {
    struct dwl_border *border = grab->data;
    struct dwl_sight *sight = border->adapter->sight;
    struct dray_bounds bounds = {.size = sizeof bounds};
    // Compositors differ in what the point is on.
    if (sight->cursor != NULL && dwl_sight_bounds(sight, border->pressed, &bounds)) {
        sx = sight->cursor->x - bounds.x;
        sy = sight->cursor->y - bounds.y;
    }
    wlr_seat_pointer_send_motion(grab->seat, time, sx, sy);
    look(border, time * UINT64_C(1000));
}

static uint32_t pointer_button(struct wlr_seat_pointer_grab *grab, uint32_t time, uint32_t button,
                               dwl_button_state state) {
    struct dwl_border *border = grab->data;
    uint32_t serial = wlr_seat_pointer_send_button(grab->seat, time, button, state);
    if (button == border->button && state == DWL_BUTTON_RELEASED) {
        // The drop is the X client's word, where the content is now.
        dray_x11_released(border->x11);
        end(border);
    }
    return serial;
}

static void pointer_axis(struct wlr_seat_pointer_grab *grab, uint32_t time, dwl_axis orientation, double value,
                         int32_t discrete, dwl_axis_source source DWL_AXIS_REST) {
    wlr_seat_pointer_send_axis(grab->seat, time, orientation, value, discrete, source DWL_AXIS_SAME);
}

static void pointer_frame(struct wlr_seat_pointer_grab *grab) { wlr_seat_pointer_send_frame(grab->seat); }

static void pointer_cancel(struct wlr_seat_pointer_grab *grab) {
    struct dwl_border *border = grab->data;
    if (!border->is_used) return;
    if (border->drag != 0) dray_seat_cancel(border->seat->dray, DRAY_INTERRUPTION_HOST);
    end(border);
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

// ------------------------------------------------------------------------------------------------ What Dray asks, tells

static int start(void *data, struct dray_x11_start *start) {
    struct dwl_border *border = data;
    struct dwl_sight *sight = border->adapter->sight;
    struct wlr_seat *seat = border->seat->seat;
    struct wlr_seat_pointer_state *pointer = &seat->pointer_state;
    end(border);
    if (pointer->button_count == 0 || pointer->focused_surface == NULL || !dwl_surface_is_x11(pointer->focused_surface) ||
        wlr_seat_pointer_has_grab(seat) || sight->cursor == NULL)
        return 0;
    border->is_used = true;
    border->button = pointer->grab_button;
    border->pressed = pointer->focused_surface;
    wl_signal_add(&border->pressed->events.destroy, &border->pressed_destroyed);
    border->grab = (struct wlr_seat_pointer_grab){.interface = &pointer_grab, .seat = seat, .data = border};
    wlr_seat_pointer_start_grab(seat, &border->grab);
    dwl_watch_as_needed(border->adapter);
    start->device = DRAY_DEVICE_POINTER;
    start->detail = border->button;
    start->x = sight->press_x;
    start->y = sight->press_y;
    start->modifiers = dwl_modifiers_of(seat);
    start->is_over_x11 = 1;
    return 1;
}

static void began(void *data, uint64_t drag) {
    struct dwl_border *border = data;
    // The button may be up already: then the content is over nothing.
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
    dray_x11_destroy(border->x11);
    free(border);
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
