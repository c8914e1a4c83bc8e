// SPDX-License-Identifier: MIT
#include "pixels-server.h"

#include <stdlib.h>

#include "dray-weston.h"

struct dw_client_watch {
    struct wl_listener destroyed;
    void (*gone)(void *data);
    void *data;
};

struct wl_client *dw_server_add_client(struct dw_module *module, int fd) {
    return wl_client_create(module->compositor->wl_display, fd);
}

void dw_server_remove_client(struct wl_client *client) { wl_client_destroy(client); }

struct wl_event_source *dw_server_add_fd(struct dw_module *module, int fd, int (*ready)(int, uint32_t, void *),
                                         void *data) {
    return wl_event_loop_add_fd(wl_display_get_event_loop(module->compositor->wl_display), fd, WL_EVENT_READABLE,
                                ready, data);
}

struct weston_surface *dw_server_surface(struct wl_client *client, uint32_t id) {
    struct wl_resource *resource = wl_client_get_object(client, id);
    return resource != NULL ? wl_resource_get_user_data(resource) : NULL;
}

struct weston_seat *dw_server_seat(struct wl_client *client, uint32_t id) {
    struct wl_resource *resource = wl_client_get_object(client, id);
    return resource != NULL ? wl_resource_get_user_data(resource) : NULL;
}

void dw_server_focus_pointer(struct wl_client *client, uint32_t id, struct weston_seat *seat) {
    struct weston_surface *surface = dw_server_surface(client, id);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat);
    if (surface == NULL || pointer == NULL) return;
    // A view in no layer: it can be nothing but the focus. It goes with its surface.
    struct weston_view *view;
    if (wl_list_empty(&surface->views)) view = weston_view_create(surface);
    else view = wl_container_of(surface->views.next, view, surface_link);
    if (view != NULL) weston_pointer_set_focus(pointer, view, 0, 0);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dw_client_watch *watch = wl_container_of(listener, watch, destroyed);
    wl_list_remove(&watch->destroyed.link);
    wl_list_init(&watch->destroyed.link);
    weston_log("dray: the client inside this process is gone: drags go on without pictures\n");
    watch->gone(watch->data);
}

struct dw_client_watch *dw_watch_client(struct wl_client *client, void (*gone)(void *data), void *data) {
    struct dw_client_watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL) return NULL;
    watch->gone = gone;
    watch->data = data;
    watch->destroyed.notify = handle_destroyed;
    wl_client_add_destroy_listener(client, &watch->destroyed);
    return watch;
}

void dw_unwatch_client(struct dw_client_watch *watch) {
    if (watch == NULL) return;
    wl_list_remove(&watch->destroyed.link);
    free(watch);
}
