// SPDX-License-Identifier: MIT
// The differences between the versions of Weston for which weston-input.c is built.
#ifndef WESTON_VERSIONS_H
#define WESTON_VERSIONS_H

#include <libweston/version.h>
#include <stdbool.h>
#include <stdio.h>

#if WESTON_VERSION_MAJOR >= 14
#include <libweston/config-parser.h>
#include <libweston/libweston.h>

int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]);
static inline struct weston_coord_global point_at(double x, double y) {
    return (struct weston_coord_global){.c = weston_coord(x, y)};
}
static inline void set_position(struct weston_view *view, double x, double y) {
    weston_view_set_position(view, point_at(x, y));
}
static inline void get_position(const struct weston_view *view, double *x, double *y) {
    *x = view->geometry.pos_offset.x;
    *y = view->geometry.pos_offset.y;
}
static inline void put_into(struct weston_view *view, struct weston_layer *layer) {
    weston_view_move_to_layer(view, &layer->view_list);
}
static inline int hotspot_x(const struct weston_pointer *pointer) { return (int)pointer->hotspot.c.x; }
static inline int hotspot_y(const struct weston_pointer *pointer) { return (int)pointer->hotspot.c.y; }
// Copies the content of a surface as bytes of red, green, blue and alpha; returns false if it cannot be read.
// weston_surface_copy_content is not used: its renderer reads at the address of the attach, and the mapping of a pool
// that has grown since may have moved (libwayland-cursor grows its pool).
static inline bool copy_content(struct weston_surface *surface, unsigned char *bytes, int width, int height) {
    struct weston_buffer *buffer = surface->buffer_ref.buffer;
    struct wl_shm_buffer *memory =
        buffer != NULL && buffer->resource != NULL ? wl_shm_buffer_get(buffer->resource) : NULL;
    if (memory == NULL || wl_shm_buffer_get_format(memory) != WL_SHM_FORMAT_ARGB8888 ||
        wl_shm_buffer_get_width(memory) != width || wl_shm_buffer_get_height(memory) != height)
        return false;
    wl_shm_buffer_begin_access(memory);
    for (int y = 0; y < height; y++) {
        const uint32_t *row = (const uint32_t *)((const char *)wl_shm_buffer_get_data(memory) +
                                                 (size_t)y * wl_shm_buffer_get_stride(memory));
        for (int x = 0; x < width; x++, bytes += 4) {
            bytes[0] = row[x] >> 16;
            bytes[1] = row[x] >> 8;
            bytes[2] = row[x];
            bytes[3] = row[x] >> 24;
        }
    }
    wl_shm_buffer_end_access(memory);
    return true;
}
// The renderer is private since Weston 11.
static inline int read_screen(struct weston_compositor *compositor, struct weston_output *output, uint32_t *pixels,
                              int x, int y, int width, int height) {
    return -1;
}
// There is more than one backend, and screenshots have no second output.
static inline int plug_output(struct weston_compositor *compositor) { return -1; }
#if WESTON_VERSION_MAJOR >= 16
// Device functions receive an event.
void notify_motion(const struct weston_pointer_motion_event *event);
void notify_button(const struct weston_pointer_button_event *event);
void notify_axis(const struct weston_pointer_axis_event *event);
void notify_key(const struct weston_key_event *event);
void notify_touch_normalized(const struct weston_touch_event *event, const void *normalized);
struct weston_touch_device *weston_touch_create_touch_device(struct weston_touch *touch, const char *path,
                                                             void *backend_data, const void *operations,
                                                             const void *set_output);

static inline struct weston_touch_device *create_touch_device(struct weston_touch *touch) {
    return weston_touch_create_touch_device(touch, "tests", NULL, NULL, NULL);
}
static inline void move_pointer(struct weston_seat *seat, struct timespec *time, double x, double y) {
    struct weston_pointer_motion_event event;
    struct weston_coord_global at = point_at(x, y);
    struct weston_coord none = weston_coord(0, 0);
    weston_pointer_motion_event_init(&event, time, seat, WESTON_POINTER_MOTION_ABS, &at, &none, &none);
    notify_motion(&event);
}
static inline void press_button(struct weston_seat *seat, struct timespec *time, int button, int state) {
    struct weston_pointer_button_event event;
    weston_pointer_button_event_init(&event, time, seat, button, state);
    notify_button(&event);
}
static inline void turn_wheel(struct weston_seat *seat, struct timespec *time, double value) {
    struct weston_pointer_axis_event event;
    weston_pointer_axis_event_init(&event, time, seat, WL_POINTER_AXIS_VERTICAL_SCROLL, value, false, 0);
    notify_axis(&event);
}
static inline void press_key(struct weston_seat *seat, struct timespec *time, int key, int state) {
    struct weston_key_event event;
    weston_key_event_init(&event, time, seat, key, state, STATE_UPDATE_AUTOMATIC);
    notify_key(&event);
}
static inline void move_finger(struct weston_seat *seat, struct weston_touch_device *device, struct timespec *time,
                               int id, double x, double y, int type) {
    struct weston_touch_event event;
    struct weston_coord_global at = point_at(x, y);
    weston_touch_event_init(&event, time, seat, device, type, id, type == WL_TOUCH_UP ? NULL : &at);
    notify_touch_normalized(&event, NULL);
}
#else
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, struct weston_coord_global at);
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id,
                             const struct weston_coord_global *at, const void *normalized, int type);

static inline void move_pointer(struct weston_seat *seat, struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, point_at(x, y));
}
static inline void move_finger(struct weston_seat *seat, struct weston_touch_device *device, struct timespec *time,
                               int id, double x, double y, int type) {
    struct weston_coord_global at = point_at(x, y);
    notify_touch_normalized(device, time, id, type == WL_TOUCH_UP ? NULL : &at, NULL, type);
}
#endif
#else
#include <libweston/libweston.h>
#include <libweston/windowed-output-api.h>
#include <weston.h>

void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id, double x,
                             double y, const void *normalized, int type);

static inline void set_position(struct weston_view *view, double x, double y) { weston_view_set_position(view, x, y); }
static inline void get_position(const struct weston_view *view, double *x, double *y) {
    *x = view->geometry.x;
    *y = view->geometry.y;
}
static inline void move_pointer(struct weston_seat *seat, struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, x, y);
}
static inline void move_finger(struct weston_seat *seat, struct weston_touch_device *device, struct timespec *time,
                               int id, double x, double y, int type) {
    notify_touch_normalized(device, time, id, x, y, NULL, type);
}
static inline void put_into(struct weston_view *view, struct weston_layer *layer) {
    weston_layer_entry_remove(&view->layer_link);
    weston_layer_entry_insert(&layer->view_list, &view->layer_link);
}
static inline bool copy_content(struct weston_surface *surface, unsigned char *bytes, int width, int height) {
    return weston_surface_copy_content(surface, bytes, (size_t)width * height * 4, 0, 0, width, height) == 0;
}
static inline int hotspot_x(const struct weston_pointer *pointer) { return pointer->hotspot_x; }
static inline int hotspot_y(const struct weston_pointer *pointer) { return pointer->hotspot_y; }
static inline int read_screen(struct weston_compositor *compositor, struct weston_output *output, uint32_t *pixels,
                              int x, int y, int width, int height) {
    return compositor->renderer->read_pixels(output, PIXMAN_a8r8g8b8, pixels, x, y, width, height);
}
static inline int plug_output(struct weston_compositor *compositor) {
    const struct weston_windowed_output_api *api = weston_windowed_output_get_api(compositor);
    if (api == NULL || api->create_head(compositor, "second") != 0) return -1;
    weston_compositor_flush_heads_changed(compositor);
    return 0;
}
#endif

#if WESTON_VERSION_MAJOR >= 16
static inline void copy_label(struct weston_surface *surface, char *label, size_t size) {
    snprintf(label, size, "%s", surface->label != NULL ? surface->label : "");
}
// The area under a view that changes layers is repainted automatically.
static inline void damage_below(struct weston_view *view) {}
#else
static inline void copy_label(struct weston_surface *surface, char *label, size_t size) {
    label[0] = '\0';
    if (surface->get_label != NULL) surface->get_label(surface, label, size);
}
static inline void damage_below(struct weston_view *view) { weston_view_damage_below(view); }

// Device functions receive times and numbers.
void notify_button(struct weston_seat *seat, const struct timespec *time, int32_t button,
                   enum wl_pointer_button_state state);
void notify_axis(struct weston_seat *seat, const struct timespec *time, struct weston_pointer_axis_event *event);
void notify_key(struct weston_seat *seat, const struct timespec *time, uint32_t key, enum wl_keyboard_key_state state,
                enum weston_key_state_update update);
struct weston_touch_device *weston_touch_create_touch_device(struct weston_touch *touch, const char *path,
                                                             void *backend_data, const void *operations);

static inline struct weston_touch_device *create_touch_device(struct weston_touch *touch) {
    return weston_touch_create_touch_device(touch, "tests", NULL, NULL);
}
static inline void press_button(struct weston_seat *seat, struct timespec *time, int button, int state) {
    notify_button(seat, time, button, state);
}
static inline void turn_wheel(struct weston_seat *seat, struct timespec *time, double value) {
    struct weston_pointer_axis_event event = {.axis = WL_POINTER_AXIS_VERTICAL_SCROLL, .value = value};
    notify_axis(seat, time, &event);
}
static inline void press_key(struct weston_seat *seat, struct timespec *time, int key, int state) {
    notify_key(seat, time, key, state, STATE_UPDATE_AUTOMATIC);
}
#endif

#endif
