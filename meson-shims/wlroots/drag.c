// SPDX-License-Identifier: MIT
// A drag of Dray's in the shape of a wlr_drag, so that the compositor sees what it knows: it checks the serial, shows the
// icon, follows the seat. Inside, the grabs are ours.
#include "drag.h"

#include <wayland-server-protocol.h>

#include "border.h"
#include "hand.h"
#include "reader.h"
#include "sight.h"

// The wlr_drag is gone, by us or by the compositor.
static void handle_drag_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_drag *drag = wl_container_of(listener, drag, drag_destroyed);
    wl_list_remove(&drag->drag_destroyed.link);
    wl_list_init(&drag->drag_destroyed.link);
    drag->drag = NULL;
    if (!drag->is_ending && drag->number != 0)
        dray_engine_cancel(drag->seat->adapter->dray, drag->number, DRAY_INTERRUPTION_HOST);
}

static int is_locked(void *data, void *seat) {
    struct dray_wlroots *adapter = data;
    return adapter->is_locked != NULL && adapter->is_locked(adapter->data);
}

// The pointer is the clients' again, and who is below it may be clicked though it does not move: not every compositor looks.
static void enter_below(struct dwl_drag *drag) {
    struct wlr_seat *seat = drag->seat->seat;
    struct dray_wlroots *adapter = drag->seat->adapter;
    if (drag->focus == NULL || drag->seat->is_going || seat->pointer_state.focused_surface != NULL) return;
    // Where it may have no focus, or the compositor tells of the pointer as if it were elsewhere.
    if (is_locked(adapter, NULL) || (adapter->sight != NULL && adapter->sight->finger_count > 0)) return;
    wlr_seat_pointer_notify_enter(seat, drag->focus, drag->sx, drag->sy);
    wlr_seat_pointer_notify_frame(seat);
}

// Ends the wlr_drag and gives the seat back. What was dropped on an X11 window goes on to be read.
void dwl_drag_destroy(struct dwl_seat *seat) {
    struct dwl_drag *drag = seat->drag;
    struct dwl_sight *sight = seat->adapter->sight;
    if (drag == NULL || drag->is_ending) return;
    drag->is_ending = true;
    seat->drag = NULL;
    dwl_watch_devices(seat);
    bool is_dropped = drag->source != NULL && drag->source->taker != NULL;
    double x = drag->is_touch && sight != NULL ? sight->newest_x : drag->x;
    double y = drag->is_touch && sight != NULL ? sight->newest_y : drag->y;
    dwl_image_let_go(drag->image, drag->drag, x, y);
    dwl_drag_show_focus(drag);
    if (drag->drag != NULL) {
        if (!is_dropped && drag->drag->focus != NULL) {
            drag->drag->focus = NULL;
            wl_signal_emit_mutable(&drag->drag->events.focus, drag->drag);
        }
        struct wlr_seat_pointer_grab *grab = &drag->drag->pointer_grab;
        grab->interface = drag->wlroots_grab;
        grab->data = drag->wlroots_data;
        // Calls the cancel of the grabs that are in place, ours among them.
        seat->is_ending_touch = true;
        dwl_takeover_end_drag(seat, drag->drag);
        seat->is_ending_touch = false;
    }
    if (drag->drag != NULL) wl_list_remove(&drag->drag_destroyed.link);
    if (drag->has_begun && !drag->is_touch) enter_below(drag);
    dwl_drag_forget_focus(drag);
    if (!is_dropped) dwl_source_destroy(drag->source);
    bool had_begun = drag->has_begun, was_touch = drag->is_touch;
    free(drag);
    if (had_begun && !was_touch) dwl_pointer_rests(seat, !seat->is_going);
    if (had_begun || was_touch) dwl_touch_settle(seat);
    dwl_watch_as_needed(seat->adapter);
}

void dwl_watch_as_needed(struct dray_wlroots *adapter) {
    if (adapter->sight == NULL) return;
    bool is_needed = !wl_list_empty(&adapter->images) || dwl_border_is_used(adapter) || adapter->looks_around;
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link) {
        if (seat->drag != NULL || !wl_list_empty(&seat->beside) || seat->hand.is_used) is_needed = true;
    }
    dwl_sight_watch(adapter->sight, is_needed);
}

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct wlr_seat_client *client = wlr_seat_client_from_resource(wl_seat);
    struct dwl_seat *seat = client != NULL ? dwl_seat_get(data, client->seat) : NULL;
    return seat != NULL ? seat->dray : NULL;
}

static int may_take_selection(void *data, void *seat_data, struct wl_client *wl_client, uint32_t serial) {
    struct dwl_seat *seat = seat_data;
    struct wlr_seat_client *client = wlr_seat_client_for_wl_client(seat->seat, wl_client);
    // wlroots' own rule.
    if (client == NULL || !wlr_seat_client_validate_event_serial(client, serial)) return 0;
    seat->selection_serial = serial;
    seat->selection_client = wl_client;
    return 1;
}

// --------------------------------------------------------------------------------------------------------- Beginning

// Where the button or finger went down, as far as anybody knows.
static void find_beginning(struct dwl_drag *drag, struct dray_begin *begin) {
    struct dwl_sight *sight = drag->seat->adapter->sight;
    struct dwl_finger *finger =
        drag->is_touch && sight != NULL ? dwl_sight_finger(sight, drag->drag->touch_id) : NULL;
    drag->is_global = sight != NULL && sight->cursor != NULL && (!drag->is_touch || finger != NULL);
    if (!drag->is_global) return;
    begin->x = drag->is_touch ? finger->down_x : sight->press_x;
    begin->y = drag->is_touch ? finger->down_y : sight->press_y;
}

// As wlroots begins a drag by touch it focuses a surface by itself.
static void forget_wlroots_focus(struct wlr_drag *drag) {
    if (drag->focus_client != NULL) wl_list_remove(&drag->seat_client_destroy.link);
    drag->focus_client = NULL;
    drag->focus = NULL;
}

// Whether the window of a surface has the keyboard, as the compositor knows it, and lies behind no other: sway redraws
// all of an output also where an activation changes nothing.
static bool is_active(struct dwl_seat *seat, struct wlr_surface *surface) {
    struct wlr_surface *focus =
        seat->keyboard.is_taken ? seat->keyboard.focus : seat->seat->keyboard_state.focused_surface;
    if (focus == NULL || wlr_surface_get_root_surface(focus) != wlr_surface_get_root_surface(surface)) return false;
    struct dwl_sight *sight = seat->adapter->sight;
    return sight != NULL && !dwl_sight_is_behind(sight, surface);
}

void dwl_activate(struct dwl_seat *seat, struct wlr_surface *surface) {
    struct dray_wlroots *adapter = seat->adapter;
    if (adapter->activate != NULL && !is_active(seat, surface)) adapter->activate(adapter->data, seat->seat, surface);
}

// Dragging out of a background window leaves the keyboard where it was: sway 1.7 has given it to the window on the press.
static void keep_background(struct dwl_drag *drag, struct wlr_surface *origin) {
    struct dwl_sight *sight = drag->seat->adapter->sight;
    if (sight == NULL || sight->focus_before == NULL) return;
    if (sight->focus_before != wlr_surface_get_root_surface(origin))
        dwl_activate(drag->seat, sight->focus_before);
}

static bool begin(struct dwl_drag *drag, const struct dray_start_request *request, struct wlr_surface *origin,
                  struct wlr_surface *focus, double sx, double sy) {
    struct dwl_seat *seat = drag->seat;
    struct dray_begin begin = {
        .size = sizeof begin,
        .request = request->request,
        .device = drag->is_touch ? DRAY_DEVICE_FINGER : DRAY_DEVICE_POINTER,
        .detail = drag->is_touch ? (uint32_t)drag->drag->touch_id : seat->seat->pointer_state.grab_button,
        .modifiers = dwl_modifiers_of(seat->seat),
        .window = wlr_surface_get_root_surface(origin)->resource,
    };
    find_beginning(drag, &begin);
    uint64_t number;
    drag->has_begun = true;
    enum dray_status status = dray_seat_begin(seat->dray, &begin, &number);
    if (seat->drag != drag) return true;  // over already
    drag->has_begun = status == DRAY_OK;
    if (!drag->has_begun) return false;
    drag->number = number;
    drag->source->drag = drag->number;
    forget_wlroots_focus(drag->drag);
    dwl_keyboard_take(seat);
    dwl_watch_devices(seat);
    if (drag->image != NULL) dwl_image_begins(drag->image, drag->number);
    dwl_drag_set_focus(drag, focus, sx, sy);
    keep_background(drag, origin);
    return true;
}

// Whether this is the serial of what is left of a drag: it goes up for nobody, and begins nothing.
static bool is_left(const struct dwl_seat *seat, uint32_t serial) {
    const struct wlr_seat *wlr_seat = seat->seat;
    bool is_finger = seat->adapter->serials != NULL && serial == wlr_seat->touch_state.grab_serial;
    return is_finger || wlr_seat->pointer_state.grab == &seat->pointer_rest;
}

// A drag of the pointer the compositor begins, or does not.
static int drag_requested(void *data, void *seat_data, const struct dray_start_request *request) {
    struct dwl_seat *seat = seat_data;
    // Between X11 and Wayland there is one drag at a time, and Dray may not know of it yet.
    if (dwl_border_is_used(seat->adapter)) return 0;
    dwl_forget_left_fingers(seat);
    if (dray_seat_is_dragging(seat->dray)) return dwl_beside_requested(seat, request);
    struct wl_client *wl_client = wl_resource_get_client(request->origin);
    struct wlr_seat_client *client = wlr_seat_client_for_wl_client(seat->seat, wl_client);
    struct wlr_surface *origin = wlr_surface_from_resource(request->origin);
    struct wlr_surface *icon = request->icon != NULL ? wlr_surface_from_resource(request->icon) : NULL;
    if (client == NULL || seat->drag != NULL || seat->seat->drag != NULL) return 0;
    struct wlr_touch_point *finger = dwl_touched_by(seat, request->serial, origin);
    if (finger == NULL && is_left(seat, request->serial)) return 0;
    if (icon != NULL && !dwl_surface_become_icon(icon, request->device, WL_DATA_DEVICE_ERROR_ROLE)) return 0;
    struct dwl_drag *drag = calloc(1, sizeof *drag);
    if (drag == NULL) return 0;
    drag->seat = seat;
    drag->has_source = request->has_source;
    drag->source = dwl_source_create(seat, request);
    drag->image = dwl_image_create(seat, icon, origin);
    struct wlr_surface *shown = drag->image != NULL ? dwl_image_surface(drag->image) : NULL;
    struct wlr_drag *wlr_drag = drag->source != NULL ? dwl_drag_create(client, &drag->source->base, shown) : NULL;
    if (wlr_drag == NULL) {
        dwl_image_destroy(drag->image);
        dwl_source_destroy(drag->source);
        free(drag);
        return 0;
    }
    drag->drag = wlr_drag;
    drag->drag_destroyed.notify = handle_drag_destroyed;
    wl_signal_add(&wlr_drag->events.destroy, &drag->drag_destroyed);
    if (wlr_drag->icon != NULL) dwl_image_is_icon(drag->image, wlr_drag->icon);
    dwl_drag_take_grabs(drag);

    // wlroots takes the focus away as it begins, and returns it with the next motion only.
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    struct wlr_surface *focus = pointer->focused_surface;
    double sx = pointer->sx, sy = pointer->sy;
    struct dwl_source *source = drag->source;
    seat->drag = drag;
    dwl_watch_as_needed(seat->adapter);
    // A compositor would ask wlroots, which takes no finger while another rests on the screen; and labwc takes none at all. One that
    // links the adapter is asked as long as wlroots can tell.
    if (finger != NULL && (seat->adapter->sight != NULL || wlr_seat_touch_num_points(seat->seat) > 1))
        wlr_seat_start_touch_drag(seat->seat, wlr_drag, request->serial, finger);
    else wlr_seat_request_start_drag(seat->seat, wlr_drag, origin, request->serial);
    if (drag->drag == NULL || !drag->drag->started) {
        // Refused; the compositor may have destroyed the source, and the wlr_drag with it.
        dwl_drag_destroy(seat);
        return 0;
    }
    seat->source = source;
    drag->is_touch = wlr_drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH;
    drag->touch_id = wlr_drag->touch_id;
    drag->button = pointer->grab_button;
    drag->is_held = !drag->is_touch;
    if (drag->is_touch) {
        dwl_finger_taken(seat, drag->touch_id);
        struct wlr_touch_point *point = wlr_seat_touch_get_point(seat->seat, wlr_drag->touch_id);
        focus = point == NULL ? NULL : point->focus_surface != NULL ? point->focus_surface : point->surface;
        sx = point != NULL ? point->sx : 0;
        sy = point != NULL ? point->sy : 0;
    }
    if (begin(drag, request, origin, focus, sx, sy)) return 1;
    dwl_drag_destroy(seat);
    return 0;
}

// ------------------------------------------------------------------------------------------------------ What is told

static void drag_released(void *data, void *seat, uint64_t drag) {
    if (dwl_beside_released(seat, drag)) return;
    dwl_border_released(data, drag);
    dwl_drag_destroy(seat);
}

static void drag_ended(void *data, void *seat_data, uint64_t drag, const struct dray_result *result) {
    struct dwl_seat *seat = seat_data;
    // Only what was dropped on an X11 window is still there.
    struct dwl_source *source = seat->source;
    if (source == NULL || source->drag != drag || seat->drag != NULL) return;
    dwl_source_forget(source);
    dwl_source_destroy(source);
}

static int bounds_of(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds) {
    struct dray_wlroots *adapter = data;
    return adapter->sight != NULL && dwl_sight_bounds(adapter->sight, wlr_surface_from_resource(surface), bounds);
}

static const char *name_of(void *data, struct wl_resource *surface) {
    return dwl_window_title(wlr_surface_get_root_surface(wlr_surface_from_resource(surface)));
}

static int confinement_of(void *data, struct wl_client *client, const char **application) {
    struct dray_wlroots *adapter = data;
    if (adapter->confinement_of == NULL) return DRAY_CONFINEMENT_UNKNOWN;
    return adapter->confinement_of(adapter->data, client, application);
}

static double scale_at(void *data, void *seat_data, double x, double y) {
    struct dray_wlroots *adapter = data;
    struct dwl_seat *seat = seat_data;
    if (adapter->sight != NULL && adapter->sight->layout != NULL) return dwl_sight_scale(adapter->sight, x, y);
    return seat->drag != NULL && seat->drag->image != NULL ? dwl_image_scale(seat->drag->image) : 1;
}

static void show_frame(void *data, void *seat, uint64_t drag, const struct dray_frame *frame) {
    struct dwl_image *image = dwl_image_of(data, drag);
    if (image != NULL) dwl_image_show(image, frame);
}

static void pointer_shape(void *data, void *seat, enum dray_shape shape) {
    struct dray_wlroots *adapter = data;
    // An X client's pointer is its own.
    if (dwl_border_is_used(adapter)) return;
    if (adapter->sight != NULL && adapter->sight->set_shape != NULL) adapter->sight->set_shape(shape);
}

static void activate(void *data, void *seat, struct wl_resource *surface) {
    dwl_activate(seat, wlr_surface_from_resource(surface));
}

static int is_behind(void *data, void *seat, struct wl_resource *surface) {
    struct dray_wlroots *adapter = data;
    return adapter->sight != NULL && dwl_sight_is_behind(adapter->sight, wlr_surface_from_resource(surface));
}

// Nobody but the compositor can raise a window, and it does so with those that it gives the keyboard.
static void raise_window(void *data, void *seat, uint64_t drag, struct wl_resource *surface) {
    dwl_keyboard_springs(seat);
    dwl_activate(seat, wlr_surface_from_resource(surface));
}

// What lies at any point, though the compositor says what the content is over: for near misses, and where Tab goes.
static int pick(void *data, void *seat_data, double x, double y, struct dray_pick *pick) {
    struct dray_wlroots *adapter = data;
    struct dwl_seat *seat = seat_data;
    struct wlr_surface *surface;
    // Of more than one seat it is not known where their pointers are.
    if (adapter->sight->layout == NULL || (seat->drag != NULL && !seat->drag->is_global)) return 0;
    if (!dwl_sight_pick(adapter->sight, x, y, &surface, &pick->local_x, &pick->local_y) || surface == NULL) return 0;
    pick->surface = surface->resource;
    pick->window = wlr_surface_get_root_surface(surface)->resource;
    return 1;
}

// In milliseconds; longer than it takes to ask what is in windows.
#define LOOK_TIME 2000

static int look_no_more(void *data) {
    struct dray_wlroots *adapter = data;
    adapter->looks_around = false;
    dwl_watch_as_needed(adapter);
    return 0;
}

// Where windows are is known from their being drawn: who asks for them wants to know that a moment later.
static void look_around(struct dray_wlroots *adapter) {
    if (adapter->sight == NULL || adapter->sight->scene != NULL) return;
    if (adapter->look_timer == NULL)
        adapter->look_timer = wl_event_loop_add_timer(wl_display_get_event_loop(adapter->display), look_no_more, adapter);
    if (adapter->look_timer == NULL) return;
    wl_event_source_timer_update(adapter->look_timer, LOOK_TIME);
    adapter->looks_around = true;
    dwl_watch_as_needed(adapter);
}

static size_t windows(void *data, void *seat, struct wl_resource **surfaces, size_t capacity) {
    look_around(data);
    return dwl_hand_windows(seat, surfaces, capacity);
}

static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    struct dray_wlroots *adapter = data;
    kit_log_early_reads(&adapter->log, drag, count);
}

static int may_be_preview(void *data, struct wl_resource *resource) {
    struct dray_wlroots *adapter = data;
    struct wlr_surface *surface = wlr_surface_from_resource(resource);
    if (!dwl_surface_become_preview(surface)) return 0;
    kit_previews_add(&adapter->previews, adapter->dray, resource, &surface->events.commit);
    return 1;
}

const struct dray_host_interface dwl_host = {
    .size = sizeof dwl_host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .drag_requested = drag_requested,
    .drag_released = drag_released,
    .keyboard_released = dwl_keyboard_give_back,
    .drag_ended = drag_ended,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .show = show_frame,
    .pointer_shape = pointer_shape,
    .activate = activate,
    .is_behind = is_behind,
    .raise = raise_window,
    .pick = pick,
    .scroll_enter = dwl_scroll_enter,
    .scroll_leave = dwl_scroll_leave,
    .selection_changed = dwl_clipboard_changed,
    .early_reads = early_reads,
    .keyboard_drag = dwl_hand_use,
    .pointer_move = dwl_hand_move,
    .pointer_button = dwl_hand_press,
    .windows = windows,
    .name_of = name_of,
    .is_locked = is_locked,
    .confinement_of = confinement_of,
    .may_be_preview = may_be_preview,
    .picture_of = dwl_preview_read,
};
