// SPDX-License-Identifier: MIT
// libweston 10. Points are global unless they are called local, in points, with fractions.
#ifndef DRAY_WESTON_COMPAT_10_H
#define DRAY_WESTON_COMPAT_10_H

#include <dlfcn.h>
#include <libweston/libweston.h>
#include <stdbool.h>
#include <stddef.h>
#include <weston.h>

// Exported by libweston, and declared in none of its installed headers.
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
void notify_pointer_frame(struct weston_seat *seat);
int weston_seat_init_pointer(struct weston_seat *seat);
void weston_seat_release_pointer(struct weston_seat *seat);
void weston_surface_to_buffer_float(struct weston_surface *surface, float x, float y, float *bx, float *by);
void weston_buffer_reference(struct weston_buffer_reference *reference, struct weston_buffer *buffer);

// ------------------------------------------------------------------------------------------------------------- Points

// A point among the parameters of a grab's functions, handed on as it is, and as numbers.
#define DW_POINT wl_fixed_t point_x, wl_fixed_t point_y
#define DW_SAME_POINT point_x, point_y
#define DW_POINT_X wl_fixed_to_double(point_x)
#define DW_POINT_Y wl_fixed_to_double(point_y)

#include "numbers.h"

// Offsets among the parameters of a surface's `committed`.
#define DW_OFFSET int32_t offset_x, int32_t offset_y
#define DW_OFFSET_X offset_x
#define DW_OFFSET_Y offset_y

// The pointer moves to a point.
static inline void dw_notify_motion(struct weston_seat *seat, struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, x, y);
}

static inline void dw_pointer_at(const struct weston_pointer *pointer, double *x, double *y) {
    *x = wl_fixed_to_double(pointer->x);
    *y = wl_fixed_to_double(pointer->y);
}

// Where the first button went down.
static inline void dw_pointer_pressed_at(const struct weston_pointer *pointer, double *x, double *y) {
    *x = wl_fixed_to_double(pointer->grab_x);
    *y = wl_fixed_to_double(pointer->grab_y);
}

static inline void dw_pointer_set_pressed_at(struct weston_pointer *pointer, const struct weston_pointer *before) {
    pointer->grab_x = before->grab_x;
    pointer->grab_y = before->grab_y;
}

// Where the first finger is, or went down if it has not moved since.
static inline void dw_finger_at(const struct weston_touch *touch, double *x, double *y) {
    *x = wl_fixed_to_double(touch->grab_x);
    *y = wl_fixed_to_double(touch->grab_y);
}

// As weston_view_from_global_fixed, which goes by way of a matrix that few views have.
static inline void dw_view_to_local(struct weston_view *view, double x, double y, double *local_x, double *local_y) {
    if (view->transform.enabled || view->transform.dirty) {
        wl_fixed_t sx, sy;
        weston_view_from_global_fixed(view, wl_fixed_from_double(x), wl_fixed_from_double(y), &sx, &sy);
        *local_x = wl_fixed_to_double(sx);
        *local_y = wl_fixed_to_double(sy);
    } else {
        *local_x = x - view->geometry.x;
        *local_y = y - view->geometry.y;
    }
}

static inline void dw_view_to_global(struct weston_view *view, double local_x, double local_y, double *x, double *y) {
    float global_x, global_y;
    weston_view_to_global_float(view, local_x, local_y, &global_x, &global_y);
    *x = global_x;
    *y = global_y;
}

static inline void dw_surface_to_buffer(struct weston_surface *surface, double x, double y, double *bx, double *by) {
    float buffer_x, buffer_y;
    weston_surface_to_buffer_float(surface, x, y, &buffer_x, &buffer_y);
    *bx = buffer_x;
    *by = buffer_y;
}

// -------------------------------------------------------------------------------------------------------------- Views

static inline void dw_view_position(const struct weston_view *view, double *x, double *y) {
    *x = view->geometry.x;
    *y = view->geometry.y;
}

static inline void dw_view_move(struct weston_view *view, double x, double y) { weston_view_set_position(view, x, y); }

// Before it is put into a layer.
static inline void dw_view_map(struct weston_view *view) {
    view->surface->is_mapped = true;
    view->is_mapped = true;
}

static inline void dw_surface_unmap(struct weston_surface *surface) { surface->is_mapped = false; }

static inline void dw_view_set_opacity(struct weston_view *view, float opacity) { view->alpha = opacity; }

// Applied before the view's position.
static inline void dw_view_add_transform(struct weston_view *view, struct weston_transform *transform) {
    wl_list_insert(&view->geometry.transformation_list, &transform->link);
}

static inline void dw_view_remove_transform(struct weston_view *view, struct weston_transform *transform) {
    wl_list_remove(&transform->link);
}

static inline void dw_surface_ref(struct weston_surface *surface) { surface->ref_count++; }
static inline void dw_surface_unref(struct weston_surface *surface) { weston_surface_destroy(surface); }

static inline void dw_view_put_on_top(struct weston_view *view, struct weston_layer *layer) {
    if (view->layer_link.layer != NULL) weston_layer_entry_remove(&view->layer_link);
    weston_layer_entry_insert(&layer->view_list, &view->layer_link);
}

static inline void dw_pointer_focus(struct weston_pointer *pointer, struct weston_view *view) {
    weston_pointer_set_focus(pointer, view, 0, 0);
}

// ------------------------------------------------------------------------------------------------------------ Buffers

static inline struct wl_shm_buffer *dw_buffer_memory(struct weston_buffer *buffer) {
    return wl_shm_buffer_get(buffer->resource);
}

// To be told as the buffer goes, while its memory is still there.
static inline void dw_buffer_watch(struct weston_buffer *buffer, struct wl_listener *listener) {
    wl_signal_add(&buffer->destroy_signal, listener);
}

// In such a listener: the memory that something still reads. A renderer that has a copy of its own (a texture) has let it go.
static inline struct wl_shm_buffer *dw_buffer_last_memory(struct weston_surface *surface, struct weston_buffer *buffer,
                                                          void *data) {
    return buffer->busy_count > 0 ? wl_shm_buffer_get(buffer->resource) : NULL;
}

// Whether what a commit of nothing takes away can be put back.
#define DW_RESTORES_CONTENT 1

// What a commit of nothing takes away from a surface.
struct dw_content {
    int32_t width, height, width_from_buffer, height_from_buffer;
    struct weston_matrix surface_to_buffer, buffer_to_surface;
};

static inline void dw_content_save(struct dw_content *content, const struct weston_surface *surface) {
    content->width = surface->width;
    content->height = surface->height;
    content->width_from_buffer = surface->width_from_buffer;
    content->height_from_buffer = surface->height_from_buffer;
    content->surface_to_buffer = surface->surface_to_buffer_matrix;
    content->buffer_to_surface = surface->buffer_to_surface_matrix;
}

static inline void dw_content_restore(const struct dw_content *content, struct weston_surface *surface,
                                      struct weston_buffer *buffer) {
    surface->compositor->renderer->attach(surface, buffer);
    weston_buffer_reference(&surface->buffer_ref, buffer);
    surface->width = content->width;
    surface->height = content->height;
    surface->width_from_buffer = content->width_from_buffer;
    surface->height_from_buffer = content->height_from_buffer;
    surface->surface_to_buffer_matrix = content->surface_to_buffer;
    surface->buffer_to_surface_matrix = content->buffer_to_surface;
    weston_surface_damage(surface);
    struct weston_view *view;
    wl_list_for_each(view, &surface->views, surface_link) weston_view_geometry_dirty(view);
}

// ---------------------------------------------------------------------------------------------------------------- X11

// Where libweston-desktop puts what X clients place themselves: menus, tooltips, what they drag.
#define DW_X11_LAYER (WESTON_LAYER_POSITION_NORMAL + 1)

// Whether the window manager leaves it to others to tell X clients where their windows were moved to.
#define DW_X11_TELLS_PLACES 1

// What weston_compositor.activate_signal tells of.
static inline struct weston_surface *dw_activated_surface(void *data) {
    struct weston_surface_activation_data *activation = data;
    return activation->surface;
}

// ------------------------------------------------------------------------------------------------------------ Windows

// libweston-desktop is there only if the shell has brought it in.
struct dw_desktop {
    void *(*surface_of)(struct weston_surface *surface);
    struct weston_geometry (*geometry_of)(void *desktop_surface);
    const char *(*title_of)(void *desktop_surface);
    struct weston_surface *(*surface_in)(void *desktop_surface);
    bool (*is_maximized)(void *desktop_surface);
    bool (*is_fullscreen)(void *desktop_surface);
};

// Without those functions nobody has such windows.
static inline const struct dw_desktop *dw_desktop(void) {
    static bool was_looked_for;
    static struct dw_desktop found;
    if (!was_looked_for) {
        void *library = dlopen("libweston-desktop-10.so.0", RTLD_LAZY | RTLD_NOLOAD);
        was_looked_for = true;
        if (library != NULL) {
            found.surface_of = dlsym(library, "weston_surface_get_desktop_surface");
            found.geometry_of = dlsym(library, "weston_desktop_surface_get_geometry");
            found.title_of = dlsym(library, "weston_desktop_surface_get_title");
            found.surface_in = dlsym(library, "weston_desktop_surface_get_surface");
            found.is_maximized = dlsym(library, "weston_desktop_surface_get_maximized");
            found.is_fullscreen = dlsym(library, "weston_desktop_surface_get_fullscreen");
        }
    }
    bool is_whole = found.surface_of != NULL && found.geometry_of != NULL && found.title_of != NULL &&
                    found.surface_in != NULL && found.is_maximized != NULL && found.is_fullscreen != NULL;
    return is_whole ? &found : NULL;
}

// NULL for what is no window of the shell's.
static inline void *dw_desktop_surface(struct weston_surface *surface, const struct dw_desktop **desktop) {
    *desktop = dw_desktop();
    return *desktop != NULL ? (*desktop)->surface_of(surface) : NULL;
}

// The window geometry of a surface, local to it; false for what is no window of the shell's.
static inline bool dw_window_geometry(struct weston_surface *surface, struct weston_geometry *geometry) {
    const struct dw_desktop *desktop;
    void *window = dw_desktop_surface(surface, &desktop);
    if (window == NULL) return false;
    *geometry = desktop->geometry_of(window);
    return geometry->width > 0 && geometry->height > 0;
}

// What is in an xdg_toplevel, which libweston-desktop alone makes; NULL where that cannot be found out.
static inline struct weston_surface *dw_surface_of_toplevel(struct wl_resource *toplevel) {
    const struct dw_desktop *desktop = dw_desktop();
    return desktop != NULL ? desktop->surface_in(wl_resource_get_user_data(toplevel)) : NULL;
}

// Whether it is a window that has a place of its own.
static inline bool dw_window_is_floating(struct weston_surface *surface) {
    const struct dw_desktop *desktop;
    void *window = dw_desktop_surface(surface, &desktop);
    return window != NULL && !desktop->is_maximized(window) && !desktop->is_fullscreen(window);
}

// What its client calls the window; NULL for what is none, and for one without a title.
static inline const char *dw_window_title(struct weston_surface *surface) {
    const struct dw_desktop *desktop;
    void *window = dw_desktop_surface(surface, &desktop);
    return window != NULL ? desktop->title_of(window) : NULL;
}

#endif
