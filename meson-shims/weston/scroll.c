// SPDX-License-Identifier: MIT
// The wheel during a drag: the client below the content gets the pointer for it, from when Dray says so until it says that
// somebody has stopped.
#include "../kit/pointer.h"
#include "dray-weston.h"

static struct weston_pointer_client *client_of(struct weston_pointer *pointer, struct wl_resource *surface) {
    struct weston_pointer_client *client;
    struct wl_client *owner = wl_resource_get_client(surface);
    wl_list_for_each(client, &pointer->pointer_clients, link) if (client->client == owner) return client;
    return NULL;
}

void dw_scroll_forget(struct dw_seat *seat) {
    if (seat->scrolled != NULL) wl_list_remove(&seat->scrolled_destroyed.link);
    seat->scrolled = NULL;
}

static void handle_scrolled_destroyed(struct wl_listener *listener, void *data) {
    struct dw_seat *seat = wl_container_of(listener, seat, scrolled_destroyed);
    dw_scroll_forget(seat);
}

void dw_scroll_enter(struct dw_seat *seat, struct wl_resource *surface, double x, double y) {
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_pointer_client *client = pointer != NULL ? client_of(pointer, surface) : NULL;
    dw_scroll_forget(seat);
    if (client == NULL) return;
    seat->scrolled = surface;
    seat->scrolled_destroyed.notify = handle_scrolled_destroyed;
    // Not that of the weston_surface, which a shell keeps for a while, without its client, so that it can fade.
    wl_resource_add_destroy_listener(surface, &seat->scrolled_destroyed);
    kit_pointer_enter(&client->pointer_resources, surface, x, y);
}

void dw_scroll_leave(struct dw_seat *seat) {
    struct weston_pointer *pointer = seat->is_gone ? NULL : weston_seat_get_pointer(seat->seat);
    struct wl_resource *surface = seat->scrolled;
    struct weston_pointer_client *client = pointer != NULL && surface != NULL ? client_of(pointer, surface) : NULL;
    dw_scroll_forget(seat);
    if (client != NULL) kit_pointer_leave(&client->pointer_resources, surface);
}

// What Weston sends goes to the client that it takes for the pointer's. During a drag that is this module's own, which
// shows the shapes of the pointer: it has it back right after.
static struct weston_pointer_client *lend(struct dw_seat *seat, struct weston_pointer *pointer) {
    struct weston_pointer_client *owner = pointer->focus_client;
    struct weston_pointer_client *client = seat->scrolled != NULL ? client_of(pointer, seat->scrolled) : NULL;
    pointer->focus_client = client;
    return owner;
}

void dw_scroll_axis(struct dw_seat *seat, struct weston_pointer *pointer, DW_AXIS) {
    dray_seat_scrolled(seat->dray, kit_now());
    struct weston_pointer_client *owner = lend(seat, pointer);
    weston_pointer_send_axis(pointer, DW_SAME_AXIS);
    pointer->focus_client = owner;
}

void dw_scroll_source(struct dw_seat *seat, struct weston_pointer *pointer, uint32_t source) {
    dray_seat_scrolled(seat->dray, kit_now());
    struct weston_pointer_client *owner = lend(seat, pointer);
    weston_pointer_send_axis_source(pointer, source);
    pointer->focus_client = owner;
}

void dw_scroll_frame(struct dw_seat *seat, struct weston_pointer *pointer) {
    struct weston_pointer_client *owner = lend(seat, pointer);
    weston_pointer_send_frame(pointer);
    pointer->focus_client = owner;
}
