// SPDX-License-Identifier: MIT
// libwayland-server, and the few lines around it that must be C.
#ifndef DRAY_CWAYLAND_SERVER_H
#define DRAY_CWAYLAND_SERVER_H

// Without this the deprecated `struct wl_resource` becomes visible and pointer types differ between headers.
#define WL_HIDE_DEPRECATED
#include <wayland-server-core.h>

// A listener with a context: Swift recovers its object from `context`, `wl_container_of` stays in C.
struct dray_listener {
    struct wl_listener base;
    void *context;
    void (*notify)(void *context, void *data);
};

static inline void dray_listener_trampoline(struct wl_listener *base, void *data) {
    struct dray_listener *listener = wl_container_of(base, listener, base);
    listener->notify(listener->context, data);
}

static inline void dray_listener_init(struct dray_listener *listener, void *context,
                                      void (*notify)(void *context, void *data)) {
    wl_list_init(&listener->base.link);
    listener->base.notify = dray_listener_trampoline;
    listener->context = context;
    listener->notify = notify;
}

// Safe to call twice: the link is a list of one after the first call.
static inline void dray_listener_remove(struct dray_listener *listener) {
    wl_list_remove(&listener->base.link);
    wl_list_init(&listener->base.link);
}

// The context of the listener that `dray_listener_trampoline` serves, found on a resource, or NULL.
// libwayland finds a destroy listener by its function; `notify` tells ours apart from each other.
static inline void *dray_resource_listener_context(struct wl_resource *resource,
                                                   void (*notify)(void *context, void *data)) {
    struct wl_listener *base = wl_resource_get_destroy_listener(resource, dray_listener_trampoline);
    if (base == NULL) return NULL;
    struct dray_listener *listener = wl_container_of(base, listener, base);
    return listener->notify == notify ? listener->context : NULL;
}

static inline void *dray_client_listener_context(struct wl_client *client,
                                                 void (*notify)(void *context, void *data)) {
    struct wl_listener *base = wl_client_get_destroy_listener(client, dray_listener_trampoline);
    if (base == NULL) return NULL;
    struct dray_listener *listener = wl_container_of(base, listener, base);
    return listener->notify == notify ? listener->context : NULL;
}

// Variadic in libwayland, unavailable in Swift. The text is passed as data, never as a format.
static inline void dray_resource_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
    wl_resource_post_error(resource, code, "%s", message);
}

static inline void dray_client_post_implementation_error(struct wl_client *client, const char *message) {
    wl_client_post_implementation_error(client, "%s", message);
}

// The identity that tells resources with our dispatcher from a host's: only the address is used.
static inline const void *dray_resource_marker(void) {
    static const char marker;
    return &marker;
}

#endif
