// SPDX-License-Identifier: MIT
// What differs between the versions of Weston that weston-input.c is built for.
#ifndef WESTON_VERSIONS_H
#define WESTON_VERSIONS_H

#include <libweston/version.h>
#include <stdio.h>

#if WESTON_VERSION_MAJOR >= 14
#include <libweston/config-parser.h>
#include <libweston/libweston.h>

int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]);
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, struct weston_coord_global at);
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id,
                             const struct weston_coord_global *at, const void *normalized, int type);

static inline struct weston_coord_global point_at(double x, double y) {
    return (struct weston_coord_global){.c = weston_coord(x, y)};
}
static inline void set_position(struct weston_view *view, double x, double y) {
    weston_view_set_position(view, point_at(x, y));
}
static inline void move_pointer(struct weston_seat *seat, const struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, point_at(x, y));
}
static inline void move_finger(struct weston_touch_device *device, const struct timespec *time, int id, double x, double y,
                               int type) {
    struct weston_coord_global at = point_at(x, y);
    notify_touch_normalized(device, time, id, type == WL_TOUCH_UP ? NULL : &at, NULL, type);
}
static inline void put_into(struct weston_view *view, struct weston_layer *layer) {
    weston_view_move_to_layer(view, &layer->view_list);
}
static inline int hotspot_x(const struct weston_pointer *pointer) { return (int)pointer->hotspot.c.x; }
static inline int hotspot_y(const struct weston_pointer *pointer) { return (int)pointer->hotspot.c.y; }
// The renderer is Weston's own matter since 11.
static inline int read_screen(struct weston_compositor *compositor, struct weston_output *output, uint32_t *pixels, int x,
                              int y, int width, int height) {
    return -1;
}
// There is more than one backend, and no picture of a second output.
static inline int plug_output(struct weston_compositor *compositor) { return -1; }
#else
#include <libweston/libweston.h>
#include <libweston/windowed-output-api.h>
#include <weston.h>

void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id, double x,
                             double y, const void *normalized, int type);

static inline void set_position(struct weston_view *view, double x, double y) { weston_view_set_position(view, x, y); }
static inline void move_pointer(struct weston_seat *seat, const struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, x, y);
}
static inline void move_finger(struct weston_touch_device *device, const struct timespec *time, int id, double x, double y,
                               int type) {
    notify_touch_normalized(device, time, id, x, y, NULL, type);
}
static inline void put_into(struct weston_view *view, struct weston_layer *layer) {
    weston_layer_entry_remove(&view->layer_link);
    weston_layer_entry_insert(&layer->view_list, &view->layer_link);
}
static inline int hotspot_x(const struct weston_pointer *pointer) { return pointer->hotspot_x; }
static inline int hotspot_y(const struct weston_pointer *pointer) { return pointer->hotspot_y; }
static inline int read_screen(struct weston_compositor *compositor, struct weston_output *output, uint32_t *pixels, int x,
                              int y, int width, int height) {
    return compositor->renderer->read_pixels(output, PIXMAN_a8r8g8b8, pixels, x, y, width, height);
}
static inline int plug_output(struct weston_compositor *compositor) {
    const struct weston_windowed_output_api *api = weston_windowed_output_get_api(compositor);
    if (api == NULL || api->create_head(compositor, "second") != 0) return -1;
    weston_compositor_flush_heads_changed(compositor);
    return 0;
}
#endif

#endif
