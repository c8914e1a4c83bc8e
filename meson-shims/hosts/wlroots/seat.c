// SPDX-License-Identifier: MIT
// A wlroots seat and its Dray seat: created when a client first uses the seat, destroyed with it; and the
// changes of its focus.
#include "adapter.h"

#include <wlr/types/wlr_primary_selection_v1.h>

#include "xwayland-bridge.h"
#include "drag.h"
#include "virtual-pointer.h"
#include "tracker.h"

static void tell_keyboard_focus(struct dwl_seat *seat, struct wlr_surface *surface) {
    dray_seat_keyboard_focus(seat->dray, surface != NULL ? wl_resource_get_client(surface->resource) : NULL);
}

// Ends a client's offers of the primary selection when the keyboard focus moves to another client. wlroots leaves them
// valid and would serve later content through them. They are treated as on a change of the content: nothing can be
// received through them.
static void retire_primary_offers(struct dwl_seat *seat, struct wl_client *focused) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    struct wlr_primary_selection_v1_device *device;
    struct wl_resource *offer, *next;
    if (tracker == NULL || tracker->primary_selections == NULL) return;
    wl_list_for_each(device, &tracker->primary_selections->devices, link) {
        if (device->seat != seat->seat) continue;
        wl_resource_for_each_safe(offer, next, &device->offers) {
            if (wl_resource_get_client(offer) == focused) continue;
            wl_resource_set_user_data(offer, NULL);
            wl_list_remove(wl_resource_get_link(offer));
            wl_list_init(wl_resource_get_link(offer));
        }
    }
}

static void handle_keyboard_focus(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, keyboard_focus);
    struct wlr_seat_keyboard_focus_change_event *event = data;
    retire_primary_offers(seat,
                          event->new_surface != NULL ? wl_resource_get_client(event->new_surface->resource) : NULL);
    tell_keyboard_focus(seat, event->new_surface);
}

// A compositor that clears the focus by wlr_seat_pointer_clear_focus calls no grab.
static void handle_pointer_focus(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, pointer_focus);
    const struct wlr_seat_pointer_focus_change_event *event = data;
    if (event->new_surface == NULL) dwl_drag_focus_cleared(seat);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, destroyed);
    dwl_seat_destroy(seat);
}

// Returns the Dray seat. wlroots emits no signal for a new seat, so it is created when a client first uses it.
struct dwl_seat *dwl_seat_get(struct dray_wlroots *adapter, struct wlr_seat *wlr_seat) {
    struct dwl_seat *seat;
    wl_list_for_each(seat, &adapter->seats, link)
        if (seat->seat == wlr_seat) return seat;
    seat = calloc(1, sizeof *seat);
    if (seat == NULL) return NULL;
    seat->adapter = adapter;
    seat->seat = wlr_seat;
    wl_list_init(&seat->concurrent);
    if (dray_seat_create(adapter->dray, seat, &seat->dray) != DRAY_OK) {
        free(seat);
        return NULL;
    }
    wl_list_insert(&adapter->seats, &seat->link);
    seat->destroyed.notify = handle_destroyed;
    wl_signal_add(&wlr_seat->events.destroy, &seat->destroyed);
    seat->keyboard_focus.notify = handle_keyboard_focus;
    wl_signal_add(&wlr_seat->keyboard_state.events.focus_change, &seat->keyboard_focus);
    seat->pointer_focus.notify = handle_pointer_focus;
    wl_signal_add(&wlr_seat->pointer_state.events.focus_change, &seat->pointer_focus);
    dwl_takeover_watch(seat);
    dwl_clipboard_init(seat);
    dwl_virtual_pointer_watch_keys(seat);
    if (adapter->tracker != NULL) adapter->tracker->seat = wlr_seat;
    tell_keyboard_focus(seat, wlr_seat->keyboard_state.focused_surface);
    return seat;
}

void dwl_seat_destroy(struct dwl_seat *seat) {
    struct dwl_tracker *tracker = seat->adapter->tracker;
    seat->is_going = true;
    dwl_x11_bridge_forget_seat(seat);
    // This emits the last callbacks.
    dray_seat_destroy(seat->dray);
    dwl_drag_destroy(seat);
    dwl_concurrent_forget_seat(seat);
    dwl_touch_forget_seat(seat);
    dwl_leftover_grab(seat, false);
    dwl_virtual_pointer_use(seat->adapter, seat, false);
    dwl_virtual_pointer_forget_keys(seat);
    if (seat->adapter->serials != NULL) kit_serials_forget_seat(seat->adapter->serials, seat->seat);
    kit_scroll_leave(&seat->scroll, NULL);
    dwl_keyboard_give_back(seat->adapter, seat);
    if (seat->source != NULL) dwl_source_forget(seat->source);
    if (tracker != NULL && tracker->seat == seat->seat) tracker->seat = NULL;
    dwl_images_forget_seat(seat);
    dwl_clipboard_finish(seat);
    wl_list_remove(&seat->destroyed.link);
    wl_list_remove(&seat->keyboard_focus.link);
    wl_list_remove(&seat->pointer_focus.link);
    dwl_takeover_forget(seat);
    wl_list_remove(&seat->link);
    free(seat);
}
