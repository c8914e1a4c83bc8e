// SPDX-License-Identifier: MIT
// Scrolling during a drag: the surface under the content temporarily gets the pointer. mutter gives it to no client
// while a drag has the devices, so the events are sent here, to all of the client's wl_pointers.
#include <wayland-server-protocol.h>

#include "dray-gnome.h"

// A step of a wheel, in the units of wl_pointer.
#define STEP 10

struct scroll {
    struct wl_resource *surface;
    uint32_t serial;
    double x, y;
    const ClutterEvent *event;
};

static enum wl_iterator_result for_pointer(struct wl_resource *resource, void *data,
                                           void (*send)(struct wl_resource *pointer, const struct scroll *scroll)) {
    bool is_pointer = strcmp(wl_resource_get_class(resource), "wl_pointer") == 0;
    // One without user data belongs to a seat without a pointer.
    if (!is_pointer || wl_resource_get_user_data(resource) == NULL) return WL_ITERATOR_CONTINUE;
    send(resource, data);
    if (wl_resource_get_version(resource) >= WL_POINTER_FRAME_SINCE_VERSION) wl_pointer_send_frame(resource);
    return WL_ITERATOR_CONTINUE;
}

static void send_enter(struct wl_resource *pointer, const struct scroll *scroll) {
    wl_pointer_send_enter(pointer, scroll->serial, scroll->surface, wl_fixed_from_double(scroll->x),
                          wl_fixed_from_double(scroll->y));
}

static void send_leave(struct wl_resource *pointer, const struct scroll *scroll) {
    wl_pointer_send_leave(pointer, scroll->serial, scroll->surface);
}

static void send_axis(struct wl_resource *pointer, uint32_t time, enum wl_pointer_axis axis, double value,
                      int32_t steps) {
    int version = wl_resource_get_version(pointer);
    if (value == 0) return;
    if (steps != 0 && version >= WL_POINTER_AXIS_VALUE120_SINCE_VERSION)
        wl_pointer_send_axis_value120(pointer, axis, steps * 120);
    else if (steps != 0 && version >= WL_POINTER_AXIS_DISCRETE_SINCE_VERSION)
        wl_pointer_send_axis_discrete(pointer, axis, steps);
    wl_pointer_send_axis(pointer, time, axis, wl_fixed_from_double(value));
}

static void send_scroll(struct wl_resource *pointer, const struct scroll *scroll) {
    const ClutterEvent *event = scroll->event;
    uint32_t time = clutter_event_get_time(event);
    bool is_wheel = clutter_event_get_scroll_source(event) == CLUTTER_SCROLL_SOURCE_WHEEL;
    double x = 0, y = 0;
    if (wl_resource_get_version(pointer) >= WL_POINTER_AXIS_SOURCE_SINCE_VERSION)
        wl_pointer_send_axis_source(pointer, is_wheel ? WL_POINTER_AXIS_SOURCE_WHEEL : WL_POINTER_AXIS_SOURCE_FINGER);
    switch (clutter_event_get_scroll_direction(event)) {
    case CLUTTER_SCROLL_UP: send_axis(pointer, time, WL_POINTER_AXIS_VERTICAL_SCROLL, -STEP, -1); break;
    case CLUTTER_SCROLL_DOWN: send_axis(pointer, time, WL_POINTER_AXIS_VERTICAL_SCROLL, STEP, 1); break;
    case CLUTTER_SCROLL_LEFT: send_axis(pointer, time, WL_POINTER_AXIS_HORIZONTAL_SCROLL, -STEP, -1); break;
    case CLUTTER_SCROLL_RIGHT: send_axis(pointer, time, WL_POINTER_AXIS_HORIZONTAL_SCROLL, STEP, 1); break;
    case CLUTTER_SCROLL_SMOOTH:
        clutter_event_get_scroll_delta(event, &x, &y);
        send_axis(pointer, time, WL_POINTER_AXIS_HORIZONTAL_SCROLL, x * STEP, 0);
        send_axis(pointer, time, WL_POINTER_AXIS_VERTICAL_SCROLL, y * STEP, 0);
        break;
    }
}

static enum wl_iterator_result enter(struct wl_resource *resource, void *data) {
    return for_pointer(resource, data, send_enter);
}
static enum wl_iterator_result leave(struct wl_resource *resource, void *data) {
    return for_pointer(resource, data, send_leave);
}
static enum wl_iterator_result scroll(struct wl_resource *resource, void *data) {
    return for_pointer(resource, data, send_scroll);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dg_host *host = wl_container_of(listener, host, scrolled_destroyed);
    wl_list_remove(&host->scrolled_destroyed.link);
    host->scrolled = NULL;
}

void dg_scroll_enter(struct dg_host *host, struct wl_resource *surface, double x, double y) {
    dg_scroll_leave(host);
    struct scroll with = {.surface = surface, .serial = wl_display_next_serial(host->display), .x = x, .y = y};
    host->scrolled = surface;
    host->scrolled_destroyed.notify = handle_destroyed;
    wl_resource_add_destroy_listener(surface, &host->scrolled_destroyed);
    wl_client_for_each_resource(wl_resource_get_client(surface), enter, &with);
}

void dg_scroll_leave(struct dg_host *host) {
    struct wl_resource *surface = host->scrolled;
    if (surface == NULL) return;
    struct scroll with = {.surface = surface, .serial = wl_display_next_serial(host->display)};
    wl_client_for_each_resource(wl_resource_get_client(surface), leave, &with);
    wl_list_remove(&host->scrolled_destroyed.link);
    host->scrolled = NULL;
}

void dg_scroll(struct dg_host *host, const ClutterEvent *event) {
    if (host->scrolled == NULL) return;
    struct scroll with = {.surface = host->scrolled, .event = event};
    wl_client_for_each_resource(wl_resource_get_client(host->scrolled), scroll, &with);
}
