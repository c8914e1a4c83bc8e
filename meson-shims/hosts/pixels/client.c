// SPDX-License-Identifier: MIT
// The client's end: binds globals, and reads without blocking.
#include "client.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-client.h>

static bool is_ready(const struct pixels_client *client) {
    return client->compositor != NULL && client->subcompositor != NULL && client->shm != NULL;
}

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct pixels_client *client = data;
    bool was_ready = is_ready(client);
    // Version 4 has wl_surface.damage_buffer.
    if (strcmp(interface, wl_compositor_interface.name) == 0 && version >= 4)
        client->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, wl_subcompositor_interface.name) == 0)
        client->subcompositor = wl_registry_bind(registry, name, &wl_subcompositor_interface, 1);
    else if (strcmp(interface, wl_shm_interface.name) == 0)
        client->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (client->events->global != NULL) client->events->global(client->data, registry, name, interface);
    if (!was_ready && is_ready(client) && client->events->ready != NULL) client->events->ready(client->data);
}

static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {
    struct pixels_client *client = data;
    if (client->events->global_removed != NULL) client->events->global_removed(client->data, name);
}

static const struct wl_registry_listener registry_events = {global, global_removed};

static void disconnect(struct pixels_client *client) {
    pixels_peer_destroy(client->peer);
    client->peer = NULL;
}

static void handle_readable(void *data) {
    struct pixels_client *client = data;
    while (wl_display_prepare_read(client->connection) != 0)
        if (wl_display_dispatch_pending(client->connection) < 0) return disconnect(client);
    int failed = wl_display_read_events(client->connection) < 0 && errno != EAGAIN;
    if (failed || wl_display_dispatch_pending(client->connection) < 0) return disconnect(client);
    wl_display_flush(client->connection);
}

struct pixels_client *pixels_client_create(struct wl_display *server, const struct pixels_client_events *events,
                                           void *data) {
    struct pixels_client *client = calloc(1, sizeof *client);
    int ends[2];
    if (client == NULL) return NULL;
    client->events = events;
    client->data = data;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        free(client);
        return NULL;
    }
    client->connection = wl_display_connect_to_fd(ends[1]);
    if (client->connection == NULL) {
        close(ends[0]);
        free(client);
        return NULL;
    }
    client->peer = pixels_peer_create(server, ends[0], ends[1], handle_readable, (void (*)(void *))disconnect, client);
    if (client->peer == NULL) {
        pixels_client_destroy(client);
        return NULL;
    }
    client->registry = wl_display_get_registry(client->connection);
    wl_registry_add_listener(client->registry, &registry_events, client);
    wl_display_flush(client->connection);
    return client;
}

void pixels_client_destroy(struct pixels_client *client) {
    if (client == NULL) return;
    disconnect(client);
    if (client->shm != NULL) wl_shm_destroy(client->shm);
    if (client->subcompositor != NULL) wl_subcompositor_destroy(client->subcompositor);
    if (client->compositor != NULL) wl_compositor_destroy(client->compositor);
    if (client->registry != NULL) wl_registry_destroy(client->registry);
    wl_display_disconnect(client->connection);
    free(client);
}

void pixels_client_flush(struct pixels_client *client) { wl_display_flush(client->connection); }

struct wl_resource *pixels_client_resource(struct pixels_client *client, void *proxy) {
    return client->peer != NULL ? pixels_peer_resource(client->peer, wl_proxy_get_id(proxy)) : NULL;
}
