// SPDX-License-Identifier: MIT
// Scrolling during a drag: the client under the drag receives the axis events. Dray says when that begins, and when the
// user has stopped.
#include "adapter.h"
#include "dray-input.h"

static struct wlr_seat_client *client_of(struct dwl_seat *seat, struct wl_resource *surface) {
    return surface != NULL ? wlr_seat_client_for_wl_client(seat->seat, wl_resource_get_client(surface)) : NULL;
}

void dwl_scroll_enter(void *adapter, void *data, struct wl_resource *surface, double x, double y) {
    struct dwl_seat *seat = data;
    struct wlr_seat_client *client = client_of(seat, surface);
    kit_scroll_enter(&seat->scroll, client != NULL ? &client->pointers : NULL, surface, x, y);
}

void dwl_scroll_leave(void *adapter, void *data, struct wl_resource *surface) {
    struct dwl_seat *seat = data;
    struct wlr_seat_client *client = client_of(seat, seat->scroll.surface);
    kit_scroll_leave(&seat->scroll, client != NULL ? &client->pointers : NULL);
}

// Sets the scrolled client as the pointer focus: wlroots sends axis events to the focused client, and during a drag
// there is none.
static bool lend(struct dwl_seat *seat) {
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    if (pointer->focused_client != NULL) return false;
    pointer->focused_client = client_of(seat, seat->scroll.surface);
    seat->is_pointer_lent = pointer->focused_client != NULL;
    return seat->is_pointer_lent;
}

bool dwl_scroll_begin(struct dwl_seat *seat) {
    dray_seat_scrolled(seat->dray, kit_now());
    return lend(seat);
}

void dwl_scroll_end(struct dwl_seat *seat) {
    if (seat->is_pointer_lent) seat->seat->pointer_state.focused_client = NULL;
    seat->is_pointer_lent = false;
}

void dwl_scroll_frame(struct dwl_seat *seat) {
    if (lend(seat)) wlr_seat_pointer_send_frame(seat->seat);
    dwl_scroll_end(seat);
}
