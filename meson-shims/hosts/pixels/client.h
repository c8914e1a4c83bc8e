// SPDX-License-Identifier: MIT
// A Wayland client inside the process of its compositor, which shows what the client draws by its usual means. Both run
// on one thread, so no function here blocks.
#ifndef PIXELS_SHARED_CLIENT_H
#define PIXELS_SHARED_CLIENT_H

#include <stdint.h>

struct wl_compositor;
struct wl_display;
struct wl_registry;
struct wl_resource;
struct wl_shm;
struct wl_subcompositor;

// The callbacks to the owner of a client. Any may be NULL.
struct pixels_client_events {
    // The client can create surfaces.
    void (*ready)(void *data);
    // A global that the client does not use itself was added, or any global was removed.
    void (*global)(void *data, struct wl_registry *registry, uint32_t name, const char *interface);
    void (*global_removed)(void *data, uint32_t name);
};

struct pixels_client {
    struct wl_display *connection;  // the client's end
    struct wl_registry *registry;
    struct wl_compositor *compositor;  // NULL until the compositor has advertised it, like the next two
    struct wl_subcompositor *subcompositor;
    struct wl_shm *shm;
    struct pixels_peer *peer;  // the compositor's end; NULL after it has disconnected the client
    const struct pixels_client_events *events;
    void *data;
};

// Creates a client; `events` is borrowed. Returns NULL if there are no descriptors or memory. The client must be
// destroyed before the display, and after all objects that were created with it.
struct pixels_client *pixels_client_create(struct wl_display *server, const struct pixels_client_events *events,
                                           void *data);
void pixels_client_destroy(struct pixels_client *client);

// Sends pending requests. The compositor reads them in the next iteration of its event loop.
void pixels_client_flush(struct pixels_client *client);

// Returns the compositor's resource of a client's proxy; NULL if it does not exist yet or was destroyed.
struct wl_resource *pixels_client_resource(struct pixels_client *client, void *proxy);

// server.c: the compositor's end. The headers of libwayland-client and -server define the same names, so no file
// includes both.
struct pixels_peer *pixels_peer_create(struct wl_display *server, int server_end, int client_end,
                                       void (*readable)(void *data), void (*gone)(void *data), void *data);
void pixels_peer_destroy(struct pixels_peer *peer);
struct wl_resource *pixels_peer_resource(struct pixels_peer *peer, uint32_t id);

#endif
