// SPDX-License-Identifier: MIT
// Sends the requests of the client inside this process, and waits until Weston has read them.
#include <stdbool.h>
#include <wayland-client-core.h>
#include <wayland-client-protocol.h>

#include "pixels-client.h"

#define MOST_AT_ONCE 256 /* requests for pictures that a socket's buffer is sure to hold */

static void handle_settled(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dw_pixels *pixels = data;
    wl_callback_destroy(callback);
    pixels->settled = NULL;
    pixels->sent = 0;
    if (pixels->client->peer != NULL) pixels->arrived(pixels);
}

static const struct wl_callback_listener settled_events = {handle_settled};

bool dw_pixels_may_send(struct dw_pixels *pixels) {
    if (pixels->sent == MOST_AT_ONCE || wl_display_get_error(pixels->client->connection) != 0) return false;
    pixels->sent++;
    return true;
}

void dw_pixels_send(struct dw_pixels *pixels) {
    if (pixels->settled == NULL) {
        pixels->settled = wl_display_sync(pixels->client->connection);
        wl_callback_add_listener(pixels->settled, &settled_events, pixels);
    }
    pixels_client_flush(pixels->client);
}
