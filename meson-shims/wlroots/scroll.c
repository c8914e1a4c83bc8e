// SPDX-License-Identifier: MIT
// The wheel during a drag: the client below the content gets the pointer for it, from when Dray says so until it says that
// somebody has stopped.
#include "../kit/pointer.h"
#include "adapter.h"

static struct wlr_seat_client *client_of(struct dwl_seat *seat) {
    if (seat->scrolled == NULL) return NULL;
    return wlr_seat_client_for_wl_client(seat->seat, wl_resource_get_client(seat->scrolled));
}

void dwl_scroll_forget(struct dwl_seat *seat) {
    if (seat->scrolled != NULL) wl_list_remove(&seat->scrolled_destroyed.link);
    seat->scrolled = NULL;
}

static void handle_scrolled_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_seat *seat = wl_container_of(listener, seat, scrolled_destroyed);
    dwl_scroll_forget(seat);
}

void dwl_scroll_enter(struct dwl_seat *seat, struct wl_resource *surface, double x, double y) {
    dwl_scroll_forget(seat);
    seat->scrolled = surface;
    seat->scrolled_destroyed.notify = handle_scrolled_destroyed;
    wl_resource_add_destroy_listener(surface, &seat->scrolled_destroyed);
    struct wlr_seat_client *client = client_of(seat);
    if (client != NULL) kit_pointer_enter(&client->pointers, surface, x, y);
}

void dwl_scroll_leave(struct dwl_seat *seat) {
    struct wlr_seat_client *client = client_of(seat);
    struct wl_resource *surface = seat->scrolled;
    dwl_scroll_forget(seat);
    if (client != NULL) kit_pointer_leave(&client->pointers, surface);
}

// What wlroots sends goes to the client that it takes for the pointer's; during a drag that is nobody.
static bool lend(struct dwl_seat *seat) {
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    if (pointer->focused_surface != NULL) return false;
    pointer->focused_client = client_of(seat);
    return pointer->focused_client != NULL;
}

bool dwl_scroll_begin(struct dwl_seat *seat) {
    dray_seat_scrolled(seat->dray, kit_now());
    return lend(seat);
}

void dwl_scroll_end(struct dwl_seat *seat) {
    struct wlr_seat_pointer_state *pointer = &seat->seat->pointer_state;
    if (pointer->focused_surface == NULL) pointer->focused_client = NULL;
}

void dwl_scroll_frame(struct dwl_seat *seat) {
    if (lend(seat)) wlr_seat_pointer_send_frame(seat->seat);
    dwl_scroll_end(seat);
}
