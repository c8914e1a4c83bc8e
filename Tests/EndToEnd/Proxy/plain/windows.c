// SPDX-License-Identifier: MIT
// wl_compositor, wl_subcompositor and xdg_wm_base: windows are rectangles, and their contents are never read. A popup
// or a subsurface is configured but never found under the pointer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "xdg-shell-protocol.h"

enum { FRAME = 16 };  // milliseconds

static void destroy(struct wl_client *client, struct wl_resource *resource) { wl_resource_destroy(resource); }
static void ignore_number(struct wl_client *client, struct wl_resource *resource, int32_t number) {}
static void ignore_object(struct wl_client *client, struct wl_resource *resource, struct wl_resource *object) {}
static void ignore_point(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y) {}
static void ignore_box(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width,
                       int32_t height) {}
static void ignore(struct wl_client *client, struct wl_resource *resource) {}

// ----------------------------------------------------------------------------------------------------------- Surfaces

static void forget_buffer(struct plain_window *window) {
    if (window->buffer != NULL) wl_list_remove(&window->buffer_destroyed.link);
    window->buffer = NULL;
}

static void handle_buffer_destroyed(struct wl_listener *listener, void *data) {
    struct plain_window *window = wl_container_of(listener, window, buffer_destroyed);
    forget_buffer(window);
}

static void attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x,
                   int32_t y) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    forget_buffer(window);
    window->has_attached = true;
    if (buffer == NULL) return;
    window->buffer = buffer;
    window->buffer_destroyed.notify = handle_buffer_destroyed;
    wl_resource_add_destroy_listener(buffer, &window->buffer_destroyed);
}

static void unlink_callback(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static void frame(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    struct wl_resource *callback = wl_resource_create(client, &wl_callback_interface, 1, id);
    wl_resource_set_implementation(callback, NULL, NULL, unlink_callback);
    wl_list_insert(window->frames.prev, wl_resource_get_link(callback));
    wl_event_source_timer_update(plain.frame, FRAME);
}

static int end_frame(void *data) {
    struct plain_window *window;
    wl_list_for_each(window, &plain.windows, link) {
        struct wl_resource *callback, *next;
        wl_resource_for_each_safe(callback, next, &window->frames) {
            wl_callback_send_done(callback, plain_time());
            wl_resource_destroy(callback);
        }
    }
    return 0;
}

static void configure(struct plain_window *window) {
    struct wl_array states;
    wl_array_init(&states);
    if (window->toplevel != NULL) {
        uint32_t *state = wl_array_add(&states, sizeof *state);
        *state = XDG_TOPLEVEL_STATE_ACTIVATED;
        xdg_toplevel_send_configure(window->toplevel, 0, 0, &states);
    }
    wl_array_release(&states);
    xdg_surface_send_configure(window->xdg_surface, wl_display_next_serial(plain.display));
    window->is_configured = true;
}

static void commit(struct wl_client *client, struct wl_resource *resource) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    if (window->xdg_surface != NULL && !window->is_configured) configure(window);
    if (!window->has_attached) return;
    window->has_attached = false;
    window->is_mapped = window->buffer != NULL && window->toplevel != NULL;
    if (window->buffer != NULL) {
        struct wl_shm_buffer *memory = wl_shm_buffer_get(window->buffer);
        window->width = memory != NULL ? wl_shm_buffer_get_width(memory) / window->scale : 0;
        window->height = memory != NULL ? wl_shm_buffer_get_height(memory) / window->scale : 0;
        wl_buffer_send_release(window->buffer);
        forget_buffer(window);
    }
    plain_seat_update_focus();
}

static void set_scale(struct wl_client *client, struct wl_resource *resource, int32_t scale) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    window->scale = scale > 0 ? scale : 1;
}

static const struct wl_surface_interface surface_interface = {
    .destroy = destroy,
    .attach = attach,
    .damage = ignore_box,
    .frame = frame,
    .set_opaque_region = ignore_object,
    .set_input_region = ignore_object,
    .commit = commit,
    .set_buffer_transform = ignore_number,
    .set_buffer_scale = set_scale,
    .damage_buffer = ignore_box,
};

static void forget_window(struct wl_resource *resource) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    window->is_mapped = false;
    plain_drag_forget(window);
    plain_seat_forget(window);
    forget_buffer(window);
    struct wl_resource *callback, *next;
    wl_resource_for_each_safe(callback, next, &window->frames) wl_resource_destroy(callback);
    if (window->xdg_surface != NULL) wl_resource_set_user_data(window->xdg_surface, NULL);
    if (window->toplevel != NULL) wl_resource_set_user_data(window->toplevel, NULL);
    wl_list_remove(&window->link);
    free(window);
}

static void create_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct plain_window *window = calloc(1, sizeof *window);
    window->surface = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(resource), id);
    window->scale = 1;
    wl_list_init(&window->frames);
    wl_list_insert(&plain.windows, &window->link);
    wl_resource_set_implementation(window->surface, &surface_interface, window, forget_window);
}

static const struct wl_region_interface region_interface = {
    .destroy = destroy, .add = ignore_box, .subtract = ignore_box};

static void create_region(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct wl_resource *region = wl_resource_create(client, &wl_region_interface, 1, id);
    wl_resource_set_implementation(region, &region_interface, NULL, NULL);
}

static const struct wl_compositor_interface compositor_interface = {.create_surface = create_surface,
                                                                    .create_region = create_region};

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_compositor_interface, version, id);
    wl_resource_set_implementation(resource, &compositor_interface, NULL, NULL);
}

static const struct wl_subsurface_interface subsurface_interface = {
    .destroy = destroy,
    .set_position = ignore_point,
    .place_above = ignore_object,
    .place_below = ignore_object,
    .set_sync = ignore,
    .set_desync = ignore,
};

static void get_subsurface(struct wl_client *client, struct wl_resource *resource, uint32_t id,
                           struct wl_resource *surface, struct wl_resource *parent) {
    struct wl_resource *subsurface = wl_resource_create(client, &wl_subsurface_interface, 1, id);
    wl_resource_set_implementation(subsurface, &subsurface_interface, NULL, NULL);
}

static const struct wl_subcompositor_interface subcompositor_interface = {.destroy = destroy,
                                                                          .get_subsurface = get_subsurface};

static void bind_subcompositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &wl_subcompositor_interface, version, id);
    wl_resource_set_implementation(resource, &subcompositor_interface, NULL, NULL);
}

// -------------------------------------------------------------------------------------------------------------- Shell

static void set_title(struct wl_client *client, struct wl_resource *resource, const char *title) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    if (window != NULL) snprintf(window->title, sizeof window->title, "%s", title);
}

static void ignore_text(struct wl_client *client, struct wl_resource *resource, const char *text) {}
static void ignore_move(struct wl_client *client, struct wl_resource *resource, struct wl_resource *seat,
                        uint32_t serial) {}
static void ignore_resize(struct wl_client *client, struct wl_resource *resource, struct wl_resource *seat,
                          uint32_t serial, uint32_t edges) {}
static void ignore_menu(struct wl_client *client, struct wl_resource *resource, struct wl_resource *seat,
                        uint32_t serial, int32_t x, int32_t y) {}

static const struct xdg_toplevel_interface toplevel_interface = {
    .destroy = destroy,
    .set_parent = ignore_object,
    .set_title = set_title,
    .set_app_id = ignore_text,
    .show_window_menu = ignore_menu,
    .move = ignore_move,
    .resize = ignore_resize,
    .set_max_size = ignore_point,
    .set_min_size = ignore_point,
    .set_maximized = ignore,
    .unset_maximized = ignore,
    .set_fullscreen = ignore_object,
    .unset_fullscreen = ignore,
    .set_minimized = ignore,
};

static void forget_toplevel(struct wl_resource *resource) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    if (window == NULL) return;
    window->toplevel = NULL;
    window->is_mapped = false;
    plain_drag_forget(window);
    plain_seat_forget(window);
}

static void get_toplevel(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    struct wl_resource *toplevel =
        wl_resource_create(client, &xdg_toplevel_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(toplevel, &toplevel_interface, window, forget_toplevel);
    if (window != NULL) window->toplevel = toplevel;
}

static void grab_popup(struct wl_client *client, struct wl_resource *resource, struct wl_resource *seat,
                       uint32_t serial) {}
static void reposition(struct wl_client *client, struct wl_resource *resource, struct wl_resource *positioner,
                       uint32_t token) {}

static const struct xdg_popup_interface popup_interface = {
    .destroy = destroy, .grab = grab_popup, .reposition = reposition};

static void get_popup(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *parent,
                      struct wl_resource *positioner) {
    struct wl_resource *popup = wl_resource_create(client, &xdg_popup_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(popup, &popup_interface, NULL, NULL);
    xdg_popup_send_configure(popup, 0, 0, 1, 1);
}

static void acknowledge(struct wl_client *client, struct wl_resource *resource, uint32_t serial) {}

static const struct xdg_surface_interface xdg_surface_interface_ = {
    .destroy = destroy,
    .get_toplevel = get_toplevel,
    .get_popup = get_popup,
    .set_window_geometry = ignore_box,
    .ack_configure = acknowledge,
};

static void forget_xdg_surface(struct wl_resource *resource) {
    struct plain_window *window = wl_resource_get_user_data(resource);
    if (window != NULL) window->xdg_surface = NULL;
}

static void get_xdg_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id,
                            struct wl_resource *surface) {
    struct plain_window *window = wl_resource_get_user_data(surface);
    window->xdg_surface = wl_resource_create(client, &xdg_surface_interface, wl_resource_get_version(resource), id);
    window->is_configured = false;
    wl_resource_set_implementation(window->xdg_surface, &xdg_surface_interface_, window, forget_xdg_surface);
}

static void ignore_edge(struct wl_client *client, struct wl_resource *resource, uint32_t edge) {}

static const struct xdg_positioner_interface positioner_interface = {
    .destroy = destroy,
    .set_size = ignore_point,
    .set_anchor_rect = ignore_box,
    .set_anchor = ignore_edge,
    .set_gravity = ignore_edge,
    .set_constraint_adjustment = ignore_edge,
    .set_offset = ignore_point,
    .set_reactive = ignore,
    .set_parent_size = ignore_point,
    .set_parent_configure = ignore_edge,
};

static void create_positioner(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct wl_resource *positioner =
        wl_resource_create(client, &xdg_positioner_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(positioner, &positioner_interface, NULL, NULL);
}

static void pong(struct wl_client *client, struct wl_resource *resource, uint32_t serial) {}

static const struct xdg_wm_base_interface shell_interface = {
    .destroy = destroy, .create_positioner = create_positioner, .get_xdg_surface = get_xdg_surface, .pong = pong};

static void bind_shell(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct wl_resource *resource = wl_resource_create(client, &xdg_wm_base_interface, version, id);
    wl_resource_set_implementation(resource, &shell_interface, NULL, NULL);
}

// ------------------------------------------------------------------------------------------------------------ Windows

void plain_windows_init(void) {
    wl_list_init(&plain.windows);
    plain.frame = wl_event_loop_add_timer(wl_display_get_event_loop(plain.display), end_frame, NULL);
    wl_global_create(plain.display, &wl_compositor_interface, 4, NULL, bind_compositor);
    wl_global_create(plain.display, &wl_subcompositor_interface, 1, NULL, bind_subcompositor);
    wl_global_create(plain.display, &xdg_wm_base_interface, 3, NULL, bind_shell);
}

struct plain_window *plain_window_at(double x, double y) {
    struct plain_window *window;
    wl_list_for_each(window, &plain.windows, link) {
        if (!window->is_mapped || x < window->x || y < window->y) continue;
        if (x < window->x + window->width && y < window->y + window->height) return window;
    }
    return NULL;
}

struct plain_window *plain_window_titled(const char *title) {
    struct plain_window *window;
    wl_list_for_each(window, &plain.windows, link) {
        if (window->is_mapped && strcmp(window->title, title) == 0) return window;
    }
    return NULL;
}

void plain_window_raise(struct plain_window *window) {
    wl_list_remove(&window->link);
    wl_list_insert(&plain.windows, &window->link);
}
