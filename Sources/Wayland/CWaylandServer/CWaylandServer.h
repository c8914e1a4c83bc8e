// SPDX-License-Identifier: MIT
// libwayland-server, and helpers that must be in C.
#ifndef DRAY_CWAYLAND_SERVER_H
#define DRAY_CWAYLAND_SERVER_H

// Without this the deprecated `struct wl_resource` becomes visible, and pointer types differ between headers.
#define WL_HIDE_DEPRECATED
#include <linux/sockios.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <wayland-server-core.h>

// A listener with a context from which Swift recovers its object; `wl_container_of` stays in C.
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

// May be called twice: the link is an empty list after the first call.
static inline void dray_listener_remove(struct dray_listener *listener) {
    wl_list_remove(&listener->base.link);
    wl_list_init(&listener->base.link);
}

// A listener that associates a Swift object with a client or a host's resource. libwayland looks up a destroy listener
// by its function, so this one has no other use. Every object file has its own copy; Swift reads it once, see
// `Identity`.
static inline void dray_peer_trampoline(struct wl_listener *base, void *data) {
    struct dray_listener *listener = wl_container_of(base, listener, base);
    listener->notify(listener->context, data);
}

static inline wl_notify_func_t dray_peer_function(void) { return dray_peer_trampoline; }

static inline void dray_peer_init(struct dray_listener *listener, wl_notify_func_t peer_function, void *context,
                                  void (*notify)(void *context, void *data)) {
    dray_listener_init(listener, context, notify);
    listener->base.notify = peer_function;
}

static inline void *dray_peer_context(struct wl_listener *base) {
    if (base == NULL) return NULL;
    struct dray_listener *listener = wl_container_of(base, listener, base);
    return listener->context;
}

// The Swift object of a host's resource, or NULL.
static inline void *dray_resource_peer(struct wl_resource *resource, wl_notify_func_t peer_function) {
    return dray_peer_context(wl_resource_get_destroy_listener(resource, peer_function));
}

// The Swift object of a client, or NULL.
static inline void *dray_client_peer(struct wl_client *client, wl_notify_func_t peer_function) {
    return dray_peer_context(wl_client_get_destroy_listener(client, peer_function));
}

// Variadic in libwayland, so unavailable in Swift. The text is passed as data, never as a format.
static inline void dray_resource_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
    wl_resource_post_error(resource, code, "%s", message);
}

// The number of a client's current objects. Owned by the client and by each counted object: it is freed with the last
// of them.
struct dray_object_count {
    struct wl_listener created;
    uint32_t living, owners, limit;
    void *context;
    void (*exceeded)(void *context);
};

struct dray_counted_object {
    struct wl_listener destroyed;
    struct dray_object_count *count;
};

static inline void dray_object_count_release(struct dray_object_count *count) {
    if (--count->owners == 0) free(count);
}

static inline void dray_object_destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    struct dray_counted_object *object = wl_container_of(listener, object, destroyed);
    object->count->living--;
    dray_object_count_release(object->count);
    free(object);
}

static inline void dray_object_created(struct wl_listener *listener, void *data) {
    struct dray_object_count *count = wl_container_of(listener, count, created);
    struct dray_counted_object *object = malloc(sizeof *object);
    if (object == NULL) return;
    object->count = count;
    object->destroyed.notify = dray_object_destroyed;
    wl_resource_add_destroy_listener(data, &object->destroyed);
    count->owners++;
    if (++count->living <= count->limit || count->exceeded == NULL) return;
    void (*exceeded)(void *context) = count->exceeded;
    count->exceeded = NULL;
    exceeded(count->context);
}

// Calls `exceeded` once, when the client has more than `limit` objects. Must be ended by `dray_object_count_end`.
// Returns NULL without memory.
static inline struct dray_object_count *dray_object_count_begin(struct wl_client *client, uint32_t limit, void *context,
                                                                void (*exceeded)(void *context)) {
    struct dray_object_count *count = calloc(1, sizeof *count);
    if (count == NULL) return NULL;
    // The client's wl_display exists already.
    *count = (struct dray_object_count){
        .created.notify = dray_object_created,
        .living = 1,
        .owners = 1,
        .limit = limit,
        .context = context,
        .exceeded = exceeded,
    };
    wl_client_add_resource_created_listener(client, &count->created);
    return count;
}

// Called when the client is destroyed, before its objects are.
static inline void dray_object_count_end(struct dray_object_count *count) {
    count->exceeded = NULL;
    wl_list_remove(&count->created.link);
    dray_object_count_release(count);
}

// Sends `wl_display.error` with the code `invalid_method`, for invalid arguments without an error code of their own.
static inline void dray_client_post_invalid_method(struct wl_client *client, const char *message) {
    struct wl_resource *display = wl_client_get_object(client, 1);
    if (display != NULL) wl_resource_post_error(display, 1, "%s", message);
}

static inline void dray_client_post_implementation_error(struct wl_client *client, const char *message) {
    wl_client_post_implementation_error(client, "%s", message);
}

// The identity of resources with the Swift dispatcher: only the address is used. Every object file has its own copy;
// Swift reads it once, see `Identity`.
static inline const void *dray_resource_marker(void) {
    static const char marker;
    return &marker;
}

// Returns how much of the data sent over a socket its peer has not read, in the kernel's accounting; 0 if unknown.
// `ioctl` is variadic, so unavailable in Swift.
static inline int dray_socket_unread(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}

#endif
