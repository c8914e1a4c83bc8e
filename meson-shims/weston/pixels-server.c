// SPDX-License-Identifier: MIT
// What pixels.c wants of Weston, whose structures it cannot see.
#include "pixels-server.h"

#include <stdlib.h>

#include "dray-weston.h"

struct wl_display *dw_server_display(struct dw_module *module) { return module->compositor->wl_display; }

struct weston_surface *dw_server_surface(struct wl_resource *resource) {
    return resource != NULL ? wl_resource_get_user_data(resource) : NULL;
}

struct weston_seat *dw_server_seat(struct wl_resource *resource) {
    return resource != NULL ? wl_resource_get_user_data(resource) : NULL;
}

void dw_server_focus_pointer(struct wl_resource *resource, struct weston_seat *seat) {
    struct weston_surface *surface = dw_server_surface(resource);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat);
    if (surface == NULL || pointer == NULL || pointer->focus != NULL) return;
    // A view in no layer: it can be nothing but the focus. It goes with its surface.
    struct weston_view *view;
    if (wl_list_empty(&surface->views)) view = weston_view_create(surface);
    else view = wl_container_of(surface->views.next, view, surface_link);
    if (view != NULL) dw_pointer_focus(pointer, view);
}

bool dw_server_has_pointer(struct wl_resource *resource, struct weston_seat *seat) {
    struct weston_surface *surface = dw_server_surface(resource);
    struct weston_pointer *pointer = seat != NULL ? weston_seat_get_pointer(seat) : NULL;
    return surface != NULL && pointer != NULL && pointer->focus != NULL && pointer->focus->surface == surface;
}

struct dw_timer {
    struct wl_event_source *source;
    void (*call)(void *data);
    void *data;
};

static int handle_timer(void *data) {
    struct dw_timer *timer = data;
    timer->call(timer->data);
    return 0;
}

struct dw_timer *dw_server_timer(struct dw_module *module, void (*call)(void *data), void *data) {
    struct dw_timer *timer = calloc(1, sizeof *timer);
    if (timer == NULL) return NULL;
    timer->call = call;
    timer->data = data;
    timer->source =
        wl_event_loop_add_timer(wl_display_get_event_loop(dw_server_display(module)), handle_timer, timer);
    if (timer->source != NULL) return timer;
    free(timer);
    return NULL;
}

void dw_server_timer_start(struct dw_timer *timer, int milliseconds) {
    wl_event_source_timer_update(timer->source, milliseconds);
}

void dw_server_timer_free(struct dw_timer *timer) {
    wl_event_source_remove(timer->source);
    free(timer);
}
