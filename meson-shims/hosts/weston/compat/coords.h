// SPDX-License-Identifier: MIT
// What libweston 14 and 16 share: everything but device events. 10.h has the same definitions, with their
// documentation.
#ifndef DRAY_WESTON_COMPAT_COORDS_H
#define DRAY_WESTON_COMPAT_COORDS_H

#include <stdio.h>

#include <libweston/config-parser.h>
#include <libweston/desktop.h>
#include <libweston/libweston.h>
#include <stdbool.h>
#include <stddef.h>

// Exported by libweston and by Weston itself but not declared in an installed header.
void notify_pointer_frame(struct weston_seat *seat);
int weston_seat_init_pointer(struct weston_seat *seat);
void weston_seat_release_pointer(struct weston_seat *seat);
struct weston_config *wet_get_config(struct weston_compositor *compositor);

// ------------------------------------------------------------------------------------------------------------- Points

#define DW_OFFSET struct weston_coord_surface offset
#define DW_OFFSET_X ((int32_t)offset.c.x)
#define DW_OFFSET_Y ((int32_t)offset.c.y)

static inline struct weston_coord_global dw_global(double x, double y) {
    return (struct weston_coord_global){.c = weston_coord(x, y)};
}

static inline void dw_pointer_at(const struct weston_pointer *pointer, double *x, double *y) {
    *x = pointer->pos.c.x;
    *y = pointer->pos.c.y;
}

static inline void dw_pointer_pressed_at(const struct weston_pointer *pointer, double *x, double *y) {
    *x = pointer->grab_pos.c.x;
    *y = pointer->grab_pos.c.y;
}

static inline void dw_pointer_set_pressed_at(struct weston_pointer *pointer, const struct weston_pointer *before) {
    pointer->grab_pos = before->grab_pos;
}

static inline void dw_finger_at(const struct weston_touch *touch, double *x, double *y) {
    *x = touch->grab_pos.c.x;
    *y = touch->grab_pos.c.y;
}

static inline void dw_view_to_local(struct weston_view *view, double x, double y, double *local_x, double *local_y) {
    if (view->transform.enabled || view->transform.dirty) {
        weston_view_update_transform(view);
        struct weston_coord_surface local = weston_coord_global_to_surface(view, dw_global(x, y));
        *local_x = local.c.x;
        *local_y = local.c.y;
    } else {
        *local_x = x - view->geometry.pos_offset.x;
        *local_y = y - view->geometry.pos_offset.y;
    }
}

static inline void dw_view_to_global(struct weston_view *view, double local_x, double local_y, double *x, double *y) {
    weston_view_update_transform(view);
    struct weston_coord_global point =
        weston_coord_surface_to_global(view, weston_coord_surface(local_x, local_y, view->surface));
    *x = point.c.x;
    *y = point.c.y;
}

static inline void dw_surface_to_buffer(struct weston_surface *surface, double x, double y, double *bx, double *by) {
    struct weston_coord_buffer point = weston_coord_surface_to_buffer(surface, weston_coord_surface(x, y, surface));
    *bx = point.c.x;
    *by = point.c.y;
}

// -------------------------------------------------------------------------------------------------------------- Views

static inline void dw_view_position(const struct weston_view *view, double *x, double *y) {
    *x = view->geometry.pos_offset.x;
    *y = view->geometry.pos_offset.y;
}

static inline void dw_view_move(struct weston_view *view, double x, double y) {
    weston_view_set_position(view, dw_global(x, y));
}

// The view itself is mapped when it is inserted into a layer.
static inline void dw_view_map(struct weston_view *view) {
    if (!weston_surface_is_mapped(view->surface)) weston_surface_map(view->surface);
}

static inline void dw_surface_unmap(struct weston_surface *surface) {
    if (weston_surface_is_mapped(surface)) weston_surface_unmap(surface);
}

static inline void dw_view_set_opacity(struct weston_view *view, float opacity) {
    weston_view_set_alpha(view, opacity);
}

static inline void dw_view_add_transform(struct weston_view *view, struct weston_transform *transform) {
    // weston_view_add_transform removes it from a list first.
    wl_list_init(&transform->link);
    weston_view_add_transform(view, &view->geometry.transformation_list, transform);
}

static inline void dw_view_remove_transform(struct weston_view *view, struct weston_transform *transform) {
    weston_view_remove_transform(view, transform);
}

static inline void dw_surface_ref(struct weston_surface *surface) { weston_surface_ref(surface); }
static inline void dw_surface_unref(struct weston_surface *surface) { weston_surface_unref(surface); }

static inline void dw_view_put_on_top(struct weston_view *view, struct weston_layer *layer) {
    weston_view_move_to_layer(view, &layer->view_list);
}

static inline void dw_pointer_focus(struct weston_pointer *pointer, struct weston_view *view) {
    weston_pointer_set_focus(pointer, view);
}

// ------------------------------------------------------------------------------------------------------------ Buffers

static inline struct wl_shm_buffer *dw_buffer_memory(struct weston_buffer *buffer) {
    return buffer->type == WESTON_BUFFER_SHM ? buffer->shm_buffer : NULL;
}

// Weston clears the memory before its own signal. The memory stays valid until the resource is destroyed.
static inline void dw_buffer_watch(struct weston_buffer *buffer, struct wl_listener *listener) {
    wl_resource_add_destroy_listener(buffer->resource, listener);
}

static inline struct wl_shm_buffer *dw_buffer_last_memory(struct weston_surface *surface, struct weston_buffer *buffer,
                                                          void *data) {
    // The surface keeps the buffer in that case; otherwise it may be freed.
    bool is_kept = surface != NULL && surface->buffer_ref.buffer == buffer;
    return is_kept && buffer->busy_count > 0 ? wl_shm_buffer_get(data) : NULL;
}

// Since libweston 11 the renderer's part of the state is private.
#define DW_RESTORES_CONTENT 0

// ---------------------------------------------------------------------------------------------------------------- X11

#define DW_X11_LAYER (WESTON_LAYER_POSITION_TOP_UI - 1)
#define DW_X11_TELLS_PLACES 0

static inline struct weston_surface *dw_activated_surface(void *data) {
    struct weston_surface_activation_data *activation = data;
    return activation->view != NULL ? activation->view->surface : NULL;
}

// ------------------------------------------------------------------------------------------------------------ Windows

// Part of libweston since 12.
static inline bool dw_window_geometry(struct weston_surface *surface, struct weston_geometry *geometry) {
    struct weston_desktop_surface *window =
        weston_surface_is_desktop_surface(surface) ? weston_surface_get_desktop_surface(surface) : NULL;
    if (window == NULL) return false;
    *geometry = weston_desktop_surface_get_geometry(window);
    return geometry->width > 0 && geometry->height > 0;
}

static inline struct weston_surface *dw_surface_of_toplevel(struct wl_resource *toplevel) {
    return weston_desktop_surface_get_surface(wl_resource_get_user_data(toplevel));
}

static inline bool dw_window_is_floating(struct weston_surface *surface) {
    if (!weston_surface_is_desktop_surface(surface)) return false;
    struct weston_desktop_surface *window = weston_surface_get_desktop_surface(surface);
    return !weston_desktop_surface_get_maximized(window) && !weston_desktop_surface_get_fullscreen(window);
}

static inline const char *dw_window_title(struct weston_surface *surface) {
    bool is_window = weston_surface_is_desktop_surface(surface);
    return is_window ? weston_desktop_surface_get_title(weston_surface_get_desktop_surface(surface)) : NULL;
}

#endif
