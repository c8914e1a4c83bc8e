// SPDX-License-Identifier: MIT
// The functions of Weston that pixels.c needs but cannot call, since it cannot include Weston's headers.
#include "pixels-server.h"

#include "dray-weston.h"

struct wl_display *dw_server_display(struct dw_module *module) {
    return module->compositor->wl_display;
}

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
    // The view is in no layer, so it can only hold the focus. It is destroyed with its surface.
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

struct wl_event_source *dw_server_when_idle(struct dw_module *module, void (*call)(void *data), void *data) {
    return wl_event_loop_add_idle(wl_display_get_event_loop(dw_server_display(module)), call, data);
}

void dw_server_forget(struct wl_event_source *idle) { wl_event_source_remove(idle); }
