// SPDX-License-Identifier: MIT
// The compositor's end, which uses libwayland-server only.
#include <stdlib.h>
#include <unistd.h>
#include <wayland-server-core.h>

#include "client.h"

struct pixels_peer {
    struct wl_client *client;  // NULL after it is destroyed
    struct wl_listener destroyed;
    struct wl_event_source *source;
    void (*readable)(void *data);
    void (*gone)(void *data);
    void *data;
};

static int handle_readable(int fd, uint32_t mask, void *data) {
    struct pixels_peer *peer = data;
    peer->readable(peer->data);
    return 0;
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct pixels_peer *peer = wl_container_of(listener, peer, destroyed);
    wl_list_remove(&peer->destroyed.link);
    peer->client = NULL;
    peer->gone(peer->data);
}

struct pixels_peer *pixels_peer_create(struct wl_display *server, int server_end, int client_end,
                                       void (*readable)(void *data), void (*gone)(void *data), void *data) {
    struct pixels_peer *peer = calloc(1, sizeof *peer);
    if (peer != NULL) peer->client = wl_client_create(server, server_end);
    if (peer == NULL || peer->client == NULL) {
        close(server_end);
        free(peer);
        return NULL;
    }
    peer->readable = readable;
    peer->gone = gone;
    peer->data = data;
    peer->destroyed.notify = handle_destroyed;
    wl_client_add_destroy_listener(peer->client, &peer->destroyed);
    peer->source =
        wl_event_loop_add_fd(wl_display_get_event_loop(server), client_end, WL_EVENT_READABLE, handle_readable, peer);
    return peer;
}

void pixels_peer_destroy(struct pixels_peer *peer) {
    if (peer == NULL) return;
    if (peer->source != NULL) wl_event_source_remove(peer->source);
    if (peer->client != NULL) {
        wl_list_remove(&peer->destroyed.link);
        wl_client_destroy(peer->client);
    }
    free(peer);
}

struct wl_resource *pixels_peer_resource(struct pixels_peer *peer, uint32_t id) {
    return peer->client != NULL ? wl_client_get_object(peer->client, id) : NULL;
}
