// SPDX-License-Identifier: MIT
// libweston 10. Coordinates are global unless they are called local, in points, with fractions.
#ifndef DRAY_WESTON_COMPAT_10_H
#define DRAY_WESTON_COMPAT_10_H

#include <dlfcn.h>
#include <libweston/libweston.h>
#include <stdbool.h>
#include <stddef.h>
#include <weston.h>

// Exported by libweston but not declared in its installed headers.
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
void notify_pointer_frame(struct weston_seat *seat);
int weston_seat_init_pointer(struct weston_seat *seat);
void weston_seat_release_pointer(struct weston_seat *seat);
void weston_surface_to_buffer_float(struct weston_surface *surface, float x, float y, float *bx, float *by);
void weston_buffer_reference(struct weston_buffer_reference *reference, struct weston_buffer *buffer);

// ------------------------------------------------------------------------------------------------------------- Points

// A point among the parameters of a grab's functions, as arguments for forwarding, and as numbers.
#define DW_POINT wl_fixed_t point_x, wl_fixed_t point_y
#define DW_SAME_POINT point_x, point_y
#define DW_POINT_X wl_fixed_to_double(point_x)
#define DW_POINT_Y wl_fixed_to_double(point_y)

#include "numbers.h"

// The offset among the parameters of a surface's `committed`.
#define DW_OFFSET int32_t offset_x, int32_t offset_y
#define DW_OFFSET_X offset_x
#define DW_OFFSET_Y offset_y

// Moves the pointer to a point.
static inline void dw_notify_motion(struct weston_seat *seat, struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, x, y);
}

static inline void dw_pointer_at(const struct weston_pointer *pointer, double *x, double *y) {
    *x = wl_fixed_to_double(pointer->x);
    *y = wl_fixed_to_double(pointer->y);
}

// Returns the position of the first button's press.
static inline void dw_pointer_pressed_at(const struct weston_pointer *pointer, double *x, double *y) {
    *x = wl_fixed_to_double(pointer->grab_x);
    *y = wl_fixed_to_double(pointer->grab_y);
}

static inline void dw_pointer_set_pressed_at(struct weston_pointer *pointer, const struct weston_pointer *before) {
    pointer->grab_x = before->grab_x;
    pointer->grab_y = before->grab_y;
}

// Returns the current position of the first finger.
static inline void dw_finger_at(const struct weston_touch *touch, double *x, double *y) {
    *x = wl_fixed_to_double(touch->grab_x);
    *y = wl_fixed_to_double(touch->grab_y);
}

// Equals weston_view_from_global_fixed, which multiplies by a matrix that few views need.
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

// Must precede the insertion into a layer.
static inline void dw_view_map(struct weston_view *view) {
    view->surface->is_mapped = true;
    view->is_mapped = true;
}

static inline void dw_surface_unmap(struct weston_surface *surface) { surface->is_mapped = false; }

static inline void dw_view_set_opacity(struct weston_view *view, float opacity) { view->alpha = opacity; }

// Adds a transform that is applied before the view's position.
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

// Observes the destruction of the buffer while its memory is still valid.
static inline void dw_buffer_watch(struct weston_buffer *buffer, struct wl_listener *listener) {
    wl_signal_add(&buffer->destroy_signal, listener);
}

// In such a listener: returns the memory if something still reads it. A renderer that has made a texture has released
// it.
static inline struct wl_shm_buffer *dw_buffer_last_memory(struct weston_surface *surface, struct weston_buffer *buffer,
                                                          void *data) {
    return buffer->busy_count > 0 ? wl_shm_buffer_get(buffer->resource) : NULL;
}

// Whether the content of a surface can be restored after its client has attached no buffer.
#define DW_RESTORES_CONTENT 1

// The state of a surface that attaching no buffer resets.
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

// The layer of libweston-desktop for X11 windows that position themselves: menus, tooltips, drag images.
#define DW_X11_LAYER (WESTON_LAYER_POSITION_NORMAL + 1)

// Whether Dray must send X clients the positions of moved windows, because the window manager does not.
#define DW_X11_TELLS_PLACES 1

// Returns the surface from the data of weston_compositor.activate_signal.
static inline struct weston_surface *dw_activated_surface(void *data) {
    struct weston_surface_activation_data *activation = data;
    return activation->surface;
}

// ------------------------------------------------------------------------------------------------------------ Windows

// The functions of libweston-desktop, which is loaded only if the shell uses it.
struct dw_desktop {
    void *(*surface_of)(struct weston_surface *surface);
    struct weston_geometry (*geometry_of)(void *desktop_surface);
    const char *(*title_of)(void *desktop_surface);
    struct weston_surface *(*surface_in)(void *desktop_surface);
    bool (*is_maximized)(void *desktop_surface);
    bool (*is_fullscreen)(void *desktop_surface);
};

// Returns NULL without those functions; then there are no such windows.
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

// Returns NULL if the surface is not a window of the shell.
static inline void *dw_desktop_surface(struct weston_surface *surface, const struct dw_desktop **desktop) {
    *desktop = dw_desktop();
    return *desktop != NULL ? (*desktop)->surface_of(surface) : NULL;
}

// Returns the window geometry in surface-local coordinates; false if the surface is not a window of the shell.
static inline bool dw_window_geometry(struct weston_surface *surface, struct weston_geometry *geometry) {
    const struct dw_desktop *desktop;
    void *window = dw_desktop_surface(surface, &desktop);
    if (window == NULL) return false;
    *geometry = desktop->geometry_of(window);
    return geometry->width > 0 && geometry->height > 0;
}

// Returns the surface of an xdg_toplevel, which only libweston-desktop implements; NULL if it cannot be found.
static inline struct weston_surface *dw_surface_of_toplevel(struct wl_resource *toplevel) {
    const struct dw_desktop *desktop = dw_desktop();
    return desktop != NULL ? desktop->surface_in(wl_resource_get_user_data(toplevel)) : NULL;
}

// Whether the surface is a window that is neither maximised nor fullscreen.
static inline bool dw_window_is_floating(struct weston_surface *surface) {
    const struct dw_desktop *desktop;
    void *window = dw_desktop_surface(surface, &desktop);
    return window != NULL && !desktop->is_maximized(window) && !desktop->is_fullscreen(window);
}

// Returns the title of the window; NULL if the surface is not a window or has no title.
static inline const char *dw_window_title(struct weston_surface *surface) {
    const struct dw_desktop *desktop;
    void *window = dw_desktop_surface(surface, &desktop);
    return window != NULL ? desktop->title_of(window) : NULL;
}

#endif
