// SPDX-License-Identifier: MIT
#include "compositor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wayland-server-protocol.h>

static void tell(struct compositor *compositor, const char *format, ...) {
    if (compositor->tell == NULL) return;
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    compositor->tell(compositor->tell_data, line);
}

// ---------------------------------------------------------------------------------------------------------- Surfaces

static struct surface *window_at(struct compositor *compositor, double x, double y) {
    struct surface *surface;
    wl_list_for_each(surface, &compositor->surfaces, link) {
        double left = surface->window * WINDOW_SIZE;
        if (surface->window >= 0 && x >= left && x < left + WINDOW_SIZE && y >= 0 && y < WINDOW_SIZE) return surface;
    }
    return NULL;
}

static double local_x(const struct surface *surface, double x) { return x - surface->window * WINDOW_SIZE; }

static void surface_destroyed(struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    struct compositor *compositor = surface->compositor;
    if (compositor->focus == surface) compositor->focus = NULL;
    if (compositor->press_focus == surface) compositor->press_focus = NULL;
    wl_list_remove(&surface->link);
    free(surface);
}

static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }

static void surface_attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer,
                           int32_t x, int32_t y) {
    struct surface *surface = wl_resource_get_user_data(resource);
    surface->has_buffer = buffer != NULL;
}

static void surface_commit(struct wl_client *client, struct wl_resource *resource) {
    struct surface *surface = wl_resource_get_user_data(resource);
    if (surface->has_buffer && !surface->is_icon && surface->window < 0)
        surface->window = surface->compositor->windows++;
}

static void ignore_region(struct wl_client *client, struct wl_resource *resource, struct wl_resource *region) {}
static void ignore_rectangle(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y,
                             int32_t width, int32_t height) {}
static void ignore_number(struct wl_client *client, struct wl_resource *resource, int32_t number) {}
static void ignore_point(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y) {}

static void surface_frame(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct wl_resource *callback = wl_resource_create(client, &wl_callback_interface, 1, id);
    if (callback == NULL) return wl_client_post_no_memory(client);
    wl_callback_send_done(callback, 0);
    wl_resource_destroy(callback);
}

static const struct wl_surface_interface surface_requests = {
    .destroy = destroy,
    .attach = surface_attach,
    .damage = ignore_rectangle,
    .frame = surface_frame,
    .set_opaque_region = ignore_region,
    .set_input_region = ignore_region,
    .commit = surface_commit,
    .set_buffer_transform = ignore_number,
    .set_buffer_scale = ignore_number,
    .damage_buffer = ignore_rectangle,
    .offset = ignore_point,
};

static void create_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct compositor *compositor = wl_resource_get_user_data(resource);
    struct surface *surface = calloc(1, sizeof *surface);
    if (surface == NULL) return wl_client_post_no_memory(client);
    surface->resource = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(resource), id);
    if (surface->resource == NULL) {
        free(surface);
        return wl_client_post_no_memory(client);
    }
    surface->compositor = compositor;
    surface->window = -1;
    wl_list_insert(&compositor->surfaces, &surface->link);
    wl_resource_set_implementation(surface->resource, &surface_requests, surface, surface_destroyed);
}

static const struct wl_region_interface region_requests = {destroy, ignore_rectangle, ignore_rectangle};

static void create_region(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct wl_resource *region = wl_resource_create(client, &wl_region_interface, 1, id);
    if (region == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(region, &region_requests, NULL, NULL);
}

static const struct wl_compositor_interface compositor_requests = {create_surface, create_region};

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_compositor_interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &compositor_requests, data, NULL);
}

// -------------------------------------------------------------------------------------------------------------- Seat

static void set_cursor(struct wl_client *client, struct wl_resource *resource, uint32_t serial,
                       struct wl_resource *surface, int32_t x, int32_t y) {
    if (surface != NULL) ((struct surface *)wl_resource_get_user_data(surface))->is_icon = 1;
}

static const struct wl_pointer_interface pointer_requests = {set_cursor, destroy};

static void pointer_destroyed(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static void get_pointer(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct compositor *compositor = wl_resource_get_user_data(resource);
    struct wl_resource *pointer = wl_resource_create(client, &wl_pointer_interface, 1, id);
    if (pointer == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(pointer, &pointer_requests, compositor, pointer_destroyed);
    wl_list_insert(&compositor->pointers, wl_resource_get_link(pointer));
}

static void get_nothing(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    wl_resource_post_error(resource, WL_SEAT_ERROR_MISSING_CAPABILITY, "this seat has a pointer only");
}

static const struct wl_seat_interface seat_requests = {get_pointer, get_nothing, get_nothing, destroy};

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_seat_interface, version, id);
    if (resource == NULL) return wl_client_post_no_memory(client);
    wl_resource_set_implementation(resource, &seat_requests, data, NULL);
    wl_seat_send_capabilities(resource, WL_SEAT_CAPABILITY_POINTER);
}

static void set_focus(struct compositor *compositor, struct surface *surface) {
    if (surface == compositor->focus) return;
    uint32_t serial = wl_display_next_serial(compositor->display);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &compositor->pointers) {
        struct wl_client *client = wl_resource_get_client(pointer);
        struct surface *old = compositor->focus;
        if (old != NULL && wl_resource_get_client(old->resource) == client)
            wl_pointer_send_leave(pointer, serial, old->resource);
        if (surface != NULL && wl_resource_get_client(surface->resource) == client)
            wl_pointer_send_enter(pointer, serial, surface->resource,
                                  wl_fixed_from_double(local_x(surface, compositor->x)),
                                  wl_fixed_from_double(compositor->y));
    }
    compositor->focus = surface;
}

// --------------------------------------------------------------------------------------------- What Dray asks and says

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct compositor *compositor = wl_resource_get_user_data(wl_seat);
    return compositor->dray_seat;
}

static int may_take_selection(void *data, void *seat, struct wl_client *client, uint32_t serial) {
    struct compositor *compositor = data;
    return compositor->focus != NULL && wl_resource_get_client(compositor->focus->resource) == client;
}

static int allow_drag(void *data, void *seat, const struct dray_start_request *request, struct dray_permit *permit) {
    struct compositor *compositor = data;
    if (!compositor->is_pressed || request->serial != compositor->press_serial) return 0;
    if (compositor->press_focus == NULL || compositor->press_focus->resource != request->origin) return 0;
    if (request->icon != NULL) {
        struct surface *icon = wl_resource_get_user_data(request->icon);
        if (icon->window >= 0) {
            wl_resource_post_error(request->device, WL_DATA_DEVICE_ERROR_ROLE, "the icon is a window already");
            return 0;
        }
        icon->is_icon = 1;
    }
    permit->x = compositor->x;
    permit->y = compositor->y;
    return 1;
}

static int pick(void *data, void *seat, double x, double y, struct dray_pick *pick) {
    struct surface *surface = window_at(data, x, y);
    if (surface == NULL) return 0;
    pick->surface = surface->resource;
    pick->local_x = local_x(surface, x);
    pick->local_y = y;
    return 1;
}

static void drag_began(void *data, void *seat, const struct dray_drag_info *info) {
    struct compositor *compositor = data;
    tell(compositor, "began %zu", info->type_count);
    set_focus(compositor, NULL);
    struct dray_presentation_options options = {
        .size = sizeof options,
        .types = info->types,
        .type_count = info->type_count,
        .x = compositor->x,
        .y = compositor->y,
        .time = compositor->now,
    };
    dray_presentation_destroy(compositor->image);
    dray_presentation_create(&options, &compositor->image);
}

static void drag_released(void *data, void *seat, uint64_t drag) {
    struct compositor *compositor = data;
    tell(compositor, "released");
    set_focus(compositor, window_at(compositor, compositor->x, compositor->y));
}

static void drag_ended(void *data, void *seat, uint64_t drag, const struct dray_result *result) {
    tell(data, "ended %d %d", result->end, result->action);
}

static void image_appears(void *data, void *seat, uint64_t drag, double x, double y) {
    struct compositor *compositor = data;
    dray_presentation_move(compositor->image, x, y);
}

static void feedback_changed(void *data, void *seat, uint64_t drag, const struct dray_feedback *feedback) {
    struct compositor *compositor = data;
    tell(compositor, "feedback %d", feedback->outcome);
    dray_presentation_feedback(compositor->image, feedback);
}

static void image_ends(void *data, void *seat, uint64_t drag, enum dray_image_ending ending, double x, double y) {
    struct compositor *compositor = data;
    tell(compositor, "image ends %d", ending);
    dray_presentation_end(compositor->image, ending, x, y, compositor->now);
}

static void selection_changed(void *data, void *seat, const char *const *types, size_t type_count) {
    tell(data, "selection %s", type_count > 0 ? types[0] : "none");
}

static const struct dray_host_interface host = {
    .size = sizeof host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .allow_drag = allow_drag,
    .pick = pick,
    .drag_began = drag_began,
    .drag_released = drag_released,
    .drag_ended = drag_ended,
    .image_appears = image_appears,
    .feedback_changed = feedback_changed,
    .image_ends = image_ends,
    .selection_changed = selection_changed,
};

// ------------------------------------------------------------------------------------------------------------- Public

int compositor_init(struct compositor *compositor, struct wl_display *display) {
    compositor->display = display;
    wl_list_init(&compositor->surfaces);
    wl_list_init(&compositor->pointers);
    if (wl_global_create(display, &wl_compositor_interface, 4, compositor, bind_compositor) == NULL ||
        wl_global_create(display, &wl_seat_interface, 5, compositor, bind_seat) == NULL ||
        wl_display_init_shm(display) != 0)
        return -1;

    struct dray_engine_options options = {.size = sizeof options, .host = &host, .host_data = compositor};
    if (dray_engine_create(display, &options, &compositor->dray) != DRAY_OK) return -1;
    return dray_seat_create(compositor->dray, compositor, &compositor->dray_seat) == DRAY_OK ? 0 : -1;
}

void compositor_finish(struct compositor *compositor) {
    wl_display_destroy_clients(compositor->display);
    dray_presentation_destroy(compositor->image);
    dray_engine_destroy(compositor->dray);
}

void compositor_pointer(struct compositor *compositor, double x, double y, uint64_t time) {
    compositor->x = x;
    compositor->y = y;
    compositor->now = time;
    if (dray_seat_is_dragging(compositor->dray_seat)) {
        // Without a callback image_moves: where the pointer is, is known here.
        dray_presentation_move(compositor->image, x, y);
        dray_seat_pointer_moved(compositor->dray_seat, x, y, time);
        return;
    }
    struct surface *surface = window_at(compositor, x, y);
    struct surface *before = compositor->focus;
    if (!compositor->is_pressed) set_focus(compositor, surface);
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &compositor->pointers) {
        if (before == NULL || before != compositor->focus) continue;
        if (wl_resource_get_client(pointer) == wl_resource_get_client(before->resource))
            wl_pointer_send_motion(pointer, time / 1000, wl_fixed_from_double(local_x(before, x)),
                                   wl_fixed_from_double(y));
    }
}

void compositor_button(struct compositor *compositor, int is_pressed, uint64_t time) {
    compositor->now = time;
    compositor->is_pressed = is_pressed;
    if (dray_seat_is_dragging(compositor->dray_seat)) {
        if (!is_pressed) dray_seat_drop(compositor->dray_seat);
        return;
    }
    uint32_t serial = wl_display_next_serial(compositor->display);
    if (is_pressed) {
        compositor->press_serial = serial;
        compositor->press_focus = compositor->focus;
    }
    struct wl_resource *pointer;
    wl_resource_for_each(pointer, &compositor->pointers) {
        if (compositor->focus != NULL &&
            wl_resource_get_client(pointer) == wl_resource_get_client(compositor->focus->resource))
            wl_pointer_send_button(pointer, serial, time / 1000, 0x110 /* BTN_LEFT */,
                                   is_pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
    }
}
