// SPDX-License-Identifier: MIT
// Scrolling during a drag: the client under the drag receives the axis events. Dray says when that begins, and when the
// user has stopped.
#include "dray-weston.h"
#include "dray-input.h"

static struct weston_pointer_client *client_of(struct weston_pointer *pointer, struct wl_resource *surface) {
    struct weston_pointer_client *client;
    struct wl_client *owner = surface != NULL ? wl_resource_get_client(surface) : NULL;
    if (pointer == NULL || surface == NULL) return NULL;
    wl_list_for_each(client, &pointer->pointer_clients, link)
        if (client->client == owner) return client;
    return NULL;
}

void dw_scroll_enter(void *module, void *data, struct wl_resource *surface, double x, double y) {
    struct dw_seat *seat = data;
    struct weston_pointer_client *client = client_of(weston_seat_get_pointer(seat->seat), surface);
    kit_scroll_enter(&seat->scroll, client != NULL ? &client->pointer_resources : NULL, surface, x, y);
}

void dw_scroll_leave(void *module, void *data, struct wl_resource *surface) {
    struct dw_seat *seat = data;
    struct weston_pointer *pointer = seat->is_gone ? NULL : weston_seat_get_pointer(seat->seat);
    struct weston_pointer_client *client = client_of(pointer, seat->scroll.surface);
    kit_scroll_leave(&seat->scroll, client != NULL ? &client->pointer_resources : NULL);
}

// Weston sends axis events to the client with pointer focus. During a drag that is this module's own client, which sets
// the cursor. The focus is switched for one event and restored right after.
static struct weston_pointer_client *lend(struct dw_seat *seat, struct weston_pointer *pointer) {
    struct weston_pointer_client *owner = pointer->focus_client;
    pointer->focus_client = client_of(pointer, seat->scroll.surface);
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
