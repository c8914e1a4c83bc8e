// SPDX-License-Identifier: MIT
#include "scroll.h"

#include <wayland-server-protocol.h>

static uint32_t next_serial(struct wl_resource *surface) {
    return wl_display_next_serial(wl_client_get_display(wl_resource_get_client(surface)));
}

static void send_frame(struct wl_resource *pointer) {
    if (wl_resource_get_version(pointer) >= WL_POINTER_FRAME_SINCE_VERSION) wl_pointer_send_frame(pointer);
}

static void forget(struct kit_scroll *scroll) {
    if (scroll->surface != NULL) wl_list_remove(&scroll->destroyed.link);
    scroll->surface = NULL;
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct kit_scroll *scroll = wl_container_of(listener, scroll, destroyed);
    forget(scroll);
}

void kit_scroll_enter(struct kit_scroll *scroll, struct wl_list *pointers, struct wl_resource *surface, double x,
                      double y) {
    struct wl_resource *pointer;
    forget(scroll);
    if (pointers == NULL) return;
    uint32_t serial = next_serial(surface);
    scroll->surface = surface;
    scroll->destroyed.notify = handle_destroyed;
    // The listener is on the resource, not on the compositor's surface, which a shell may keep after its client for a
    // fade.
    wl_resource_add_destroy_listener(surface, &scroll->destroyed);
    wl_resource_for_each(pointer, pointers) {
        if (wl_resource_get_user_data(pointer) == NULL) continue;
        wl_pointer_send_enter(pointer, serial, surface, wl_fixed_from_double(x), wl_fixed_from_double(y));
        send_frame(pointer);
    }
}

void kit_scroll_leave(struct kit_scroll *scroll, struct wl_list *pointers) {
    struct wl_resource *surface = scroll->surface, *pointer;
    forget(scroll);
    if (surface == NULL || pointers == NULL) return;
    uint32_t serial = next_serial(surface);
    wl_resource_for_each(pointer, pointers) {
        if (wl_resource_get_user_data(pointer) == NULL) continue;
        wl_pointer_send_leave(pointer, serial, surface);
        send_frame(pointer);
    }
}
