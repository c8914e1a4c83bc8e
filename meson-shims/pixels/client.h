// SPDX-License-Identifier: MIT
// A Wayland client inside the compositor that it is a client of: what it draws is shown by the compositor's own means,
// whatever those are. One thread does both, so nothing here ever waits for an answer.
#ifndef PIXELS_SHARED_CLIENT_H
#define PIXELS_SHARED_CLIENT_H

#include <stdint.h>

struct wl_compositor;
struct wl_display;
struct wl_registry;
struct wl_resource;
struct wl_shm;
struct wl_subcompositor;

// What the owner of a client hears. Any may be NULL.
struct pixels_client_events {
    // The client can make surfaces.
    void (*ready)(void *data);
    // A global that the client itself has no use for came, or any went.
    void (*global)(void *data, struct wl_registry *registry, uint32_t name, const char *interface);
    void (*global_removed)(void *data, uint32_t name);
};

struct pixels_client {
    struct wl_display *connection;  // the client's end
    struct wl_registry *registry;
    struct wl_compositor *compositor;  // NULL until the compositor has answered, as are the next two
    struct wl_subcompositor *subcompositor;
    struct wl_shm *shm;
    struct pixels_peer *peer;  // the compositor's end; NULL once it has disconnected the client
    const struct pixels_client_events *events;
    void *data;
};

// The events are kept. NULL if there are no descriptors or memory. To be destroyed before the display is, and after all that
// was made with it.
struct pixels_client *pixels_client_create(struct wl_display *server, const struct pixels_client_events *events,
                                           void *data);
void pixels_client_destroy(struct pixels_client *client);

// Sends what was requested. The compositor reads it with the next turn of its loop.
void pixels_client_flush(struct pixels_client *client);

// The compositor's object for one of the client's; NULL if it has not heard of it, or has none any more.
struct wl_resource *pixels_client_resource(struct pixels_client *client, void *proxy);

// server.c: the compositor's end. The headers of the two ends share their names, so neither file sees both.
struct pixels_peer *pixels_peer_create(struct wl_display *server, int server_end, int client_end,
                                       void (*readable)(void *data), void (*gone)(void *data), void *data);
void pixels_peer_destroy(struct pixels_peer *peer);
struct wl_resource *pixels_peer_resource(struct pixels_peer *peer, uint32_t id);

#endif
