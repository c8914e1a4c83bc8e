// SPDX-License-Identifier: MIT
// Represents a drag of Dray as a wlr_drag, so that the compositor handles it as usual: it verifies the serial, shows
// the icon and follows the seat. The grabs are Dray's.
#include "drag.h"

#include <wayland-server-protocol.h>

#include "xwayland-bridge.h"
#include "tracker.h"
#include "dray-content.h"

// The wlr_drag is destroyed, by Dray or by the compositor.
static void handle_drag_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_drag *drag = wl_container_of(listener, drag, drag_destroyed);
    wl_list_remove(&drag->drag_destroyed.link);
    wl_list_init(&drag->drag_destroyed.link);
    drag->drag = NULL;
    if (!drag->is_ending && drag->number != 0)
        dray_drag_cancel(drag->seat->adapter->dray, drag->number, DRAY_INTERRUPTION_HOST);
}

int dwl_is_locked(void *data, void *seat) {
    struct dray_wlroots *adapter = data;
    return adapter->is_locked != NULL && adapter->is_locked(adapter->data);
}

// Returns the pointer to the clients: the surface under it may be clicked without a motion, and not every compositor
// picks again.
static void enter_below(struct dwl_drag *drag) {
    struct wlr_seat *seat = drag->seat->seat;
    struct dray_wlroots *adapter = drag->seat->adapter;
    if (drag->focus == NULL || drag->seat->is_going || seat->pointer_state.focused_surface != NULL) return;
    // Not behind a lock screen, and not where the compositor reports another position for the pointer.
    if (dwl_is_locked(adapter, NULL) || (adapter->tracker != NULL && adapter->tracker->finger_count > 0)) return;
    wlr_seat_pointer_notify_enter(seat, drag->focus, drag->sx, drag->sy);
    wlr_seat_pointer_notify_frame(seat);
}

// Ends the wlr_drag and releases the seat's grabs. Content that was dropped on an X11 window can still be read.
void dwl_drag_destroy(struct dwl_seat *seat) {
    struct dwl_drag *drag = seat->drag;
    struct dwl_tracker *tracker = seat->adapter->tracker;
    if (drag == NULL || drag->is_ending) return;
    drag->is_ending = true;
    seat->drag = NULL;
    dwl_watch_devices(seat);
    bool is_dropped = drag->source != NULL && drag->source->taker != NULL;
    double x = drag->is_touch && tracker != NULL ? tracker->newest_x : drag->x;
    double y = drag->is_touch && tracker != NULL ? tracker->newest_y : drag->y;
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
        // Calls the cancel functions of the active grabs, including Dray's.
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
    if (had_begun && !was_touch) dwl_leftover_grab(seat, !seat->is_going);
    if (had_begun || was_touch) dwl_touch_settle(seat);
    dwl_watch_as_needed(seat->adapter);
}

// --------------------------------------------------------------------------------------------------------- Beginning

// Sets the position of the press or touch down, as far as it is known.
static void find_beginning(struct dwl_drag *drag, struct dray_begin *begin) {
    struct dwl_tracker *tracker = drag->seat->adapter->tracker;
    struct dwl_finger *finger =
        drag->is_touch && tracker != NULL ? dwl_tracker_finger(tracker, drag->drag->touch_id) : NULL;
    drag->is_global = tracker != NULL && tracker->cursor != NULL && (!drag->is_touch || finger != NULL);
    if (!drag->is_global) return;
    begin->x = drag->is_touch ? finger->down_x : tracker->press_x;
    begin->y = drag->is_touch ? finger->down_y : tracker->press_y;
}

// Clears the focus that wlroots sets when it begins a drag by touch.
static void forget_wlroots_focus(struct wlr_drag *drag) {
    if (drag->focus_client != NULL) wl_list_remove(&drag->seat_client_destroy.link);
    drag->focus_client = NULL;
    drag->focus = NULL;
}

// Restores the keyboard focus when a drag begins in a background window: sway 1.7 has focused the window on the press.
static void keep_background(struct dwl_drag *drag, struct wlr_surface *origin) {
    struct dwl_tracker *tracker = drag->seat->adapter->tracker;
    if (tracker == NULL || tracker->focus_before == NULL) return;
    if (tracker->focus_before != wlr_surface_get_root_surface(origin)) dwl_activate(drag->seat, tracker->focus_before);
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
    if (seat->drag != drag) return true;  // already over
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

// Whether the serial belongs to a button or finger left over from a drag. Its release is sent to no client, and it
// begins no drag.
static bool is_left(const struct dwl_seat *seat, uint32_t serial) {
    const struct wlr_seat *wlr_seat = seat->seat;
    bool is_finger = seat->adapter->serials != NULL && serial == wlr_seat->touch_state.grab_serial;
    return is_finger || wlr_seat->pointer_state.grab == &seat->leftover_grab;
}

static void forget_client(struct wl_listener *listener, void *data) {
    wl_list_remove(&listener->link);
    free(listener);
}

// Logs once for each client that the compositor has no code for drags, which wlroots leaves to it.
static void report_missing_handler(struct dwl_seat *seat, struct wl_client *client) {
    if (wl_client_get_destroy_listener(client, forget_client) != NULL) return;
    struct wl_listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL) return;
    listener->notify = forget_client;
    wl_client_add_destroy_listener(client, listener);
    kit_log_write(
        &seat->adapter->log, DRAY_BLAME_HOST, client,
        "a drag was refused: the compositor does not listen to request_start_drag of its wlr_seat, where it calls "
        "wlr_seat_start_pointer_drag or wlr_seat_start_touch_drag");
}

// For a drag by pointer, the compositor decides whether it begins.
int dwl_drag_requested(void *data, void *seat_data, const struct dray_start_request *request) {
    struct dwl_seat *seat = seat_data;
    // Between X11 and Wayland there is one drag at a time, and Dray may not know about it yet.
    if (dwl_x11_bridge_is_used(seat->adapter)) return 0;
    dwl_forget_left_fingers(seat);
    if (dray_seat_is_dragging(seat->dray)) return dwl_concurrent_requested(seat, request);
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

    // wlroots clears the focus when it begins, and restores it only with the next motion.
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    struct wlr_surface *focus = pointer->focused_surface;
    double sx = pointer->sx, sy = pointer->sy;
    struct dwl_source *source = drag->source;
    seat->drag = drag;
    dwl_watch_as_needed(seat->adapter);
    // A compositor would ask wlroots, which accepts no finger while another one is down; labwc accepts none at all. A
    // compositor that links the adapter is asked as long as wlroots can verify the serial.
    if (finger != NULL && (seat->adapter->tracker != NULL || wlr_seat_touch_num_points(seat->seat) > 1))
        wlr_seat_start_touch_drag(seat->seat, wlr_drag, request->serial, finger);
    else wlr_seat_request_start_drag(seat->seat, wlr_drag, origin, request->serial);
    if (drag->drag == NULL || !drag->drag->started) {
        if (wl_list_empty(&seat->seat->events.request_start_drag.listener_list))
            report_missing_handler(seat, wl_client);
        // Rejected; the compositor may have destroyed the source, and the wlr_drag with it.
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
