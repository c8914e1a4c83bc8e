// SPDX-License-Identifier: MIT
#include "pointer.h"

#include <wayland-server-protocol.h>

static uint32_t next_serial(struct wl_resource *surface) {
    return wl_display_next_serial(wl_client_get_display(wl_resource_get_client(surface)));
}

static void send_frame(struct wl_resource *pointer) {
    if (wl_resource_get_version(pointer) >= WL_POINTER_FRAME_SINCE_VERSION) wl_pointer_send_frame(pointer);
}

void kit_pointer_enter(struct wl_list *pointers, struct wl_resource *surface, double x, double y) {
    uint32_t serial = next_serial(surface);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, pointers) {
        if (wl_resource_get_user_data(pointer) == NULL) continue;
        wl_pointer_send_enter(pointer, serial, surface, wl_fixed_from_double(x), wl_fixed_from_double(y));
        send_frame(pointer);
    }
}

void kit_pointer_leave(struct wl_list *pointers, struct wl_resource *surface) {
    uint32_t serial = next_serial(surface);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, pointers) {
        if (wl_resource_get_user_data(pointer) == NULL) continue;
        wl_pointer_send_leave(pointer, serial, surface);
        send_frame(pointer);
    }
}
