// SPDX-License-Identifier: MIT
// Sets the cursor shape during a drag. The client inside this process has pointer focus meanwhile, and sets the cursor
// as any client does. After the drag, the next focused client sets its own cursor.
#include <stdlib.h>
#include <string.h>
#include <wayland-client-core.h>
#include <wayland-client-protocol.h>
#include <wayland-cursor.h>

#include "pixels-client.h"

struct dw_cursor {
    struct wl_list link;  // struct dw_pixels.cursors
    struct dw_pixels *pixels;
    uint32_t name;  // name of the seat's global
    struct wl_seat *seat;
    struct wl_pointer *pointer;  // NULL if the seat has none
    struct wl_surface *stage;    // has pointer focus, and is never shown
    struct wl_surface *picture;
    enum dray_shape shape;
    int32_t scale;  // scale of the output with the highest scale
    bool is_dragging, has_focus, is_stale;
    uint32_t serial;               // serial of the enter event
    struct wl_event_source *soon;  // shows a pending shape; NULL for none
};

static struct wl_cursor_image *look_for_image(struct dw_pixels *pixels, enum dray_shape shape) {
    const char *name;
    for (size_t index = 0; (name = dray_pointer_name(shape, index)) != NULL; index++) {
        struct wl_cursor *cursor = wl_cursor_theme_get_cursor(pixels->theme, name);
        if (cursor != NULL && cursor->image_count > 0) return cursor->images[0];
    }
    // A wrong but visible pointer is better than none.
    return shape == DRAY_SHAPE_DEFAULT ? NULL : look_for_image(pixels, DRAY_SHAPE_DEFAULT);
}

// Looks each shape up once: a theme has about two hundred names, and libwayland-cursor compares them one by one.
static struct wl_cursor_image *find_image(struct dw_pixels *pixels, enum dray_shape shape) {
    if (pixels->theme == NULL) return NULL;
    // A shape of a newer library.
    if ((size_t)shape >= DW_SHAPES) return look_for_image(pixels, shape);
    if (pixels->images[shape] == NULL) pixels->images[shape] = look_for_image(pixels, shape);
    return pixels->images[shape];
}

static void show(struct dw_cursor *cursor) {
    struct wl_cursor_image *image = find_image(cursor->pixels, cursor->shape);
    if (!cursor->has_focus || image == NULL) return;
    cursor->is_stale = !dw_pixels_may_send(cursor->pixels);
    if (cursor->is_stale) return;
    int32_t scale = cursor->pixels->theme_scale;
    wl_surface_set_buffer_scale(cursor->picture, scale);
    wl_surface_attach(cursor->picture, wl_cursor_image_get_buffer(image), 0, 0);
    wl_surface_damage_buffer(cursor->picture, 0, 0, image->width, image->height);
    wl_surface_commit(cursor->picture);
    wl_pointer_set_cursor(cursor->pointer, cursor->serial, cursor->picture, image->hotspot_x / scale,
                          image->hotspot_y / scale);
    dw_pixels_send(cursor->pixels);
}

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
    struct dw_cursor *cursor = data;
    cursor->has_focus = true;
    cursor->serial = serial;
    show(cursor);
}

static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    struct dw_cursor *cursor = data;
    cursor->has_focus = false;
}

static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {}
static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {}
static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {}

#define SEAT_VERSION 3 /* the first version with wl_pointer.release; later events are not needed */
static const struct wl_pointer_listener pointer_events = {
    .enter = pointer_enter,
    .leave = pointer_leave,
    .motion = pointer_motion,
    .button = pointer_button,
    .axis = pointer_axis,
};

// Loads the whole theme: before the first drag, and again if an output needs a higher scale.
static void load_theme(struct dw_pixels *pixels, int32_t scale) {
    if (pixels->theme != NULL && pixels->theme_scale == scale) return;
    if (pixels->theme != NULL) wl_cursor_theme_destroy(pixels->theme);
    memset(pixels->images, 0, sizeof pixels->images);
    pixels->theme = wl_cursor_theme_load(pixels->theme_name, pixels->theme_size * scale, pixels->client->shm);
    pixels->theme_scale = scale;
}

// Shows the pending shape. A drag that ends releases the pointer without showing its last shape. The pointer focus is
// taken with the first shape, which comes with the first frame, so a drag that is over by then does not take it.
static void show_if_seen(void *data) {
    struct dw_cursor *cursor = data;
    struct pixels_client *client = cursor->pixels->client;
    struct wl_resource *stage = pixels_client_resource(client, cursor->stage);
    struct weston_seat *seat = dw_server_seat(pixels_client_resource(client, cursor->seat));
    cursor->soon = NULL;
    if (dw_server_has_pointer(stage, seat)) return show(cursor);
    if (!cursor->is_dragging || cursor->pointer == NULL) return;
    load_theme(cursor->pixels, cursor->scale);
    if (find_image(cursor->pixels, cursor->shape) != NULL) dw_server_focus_pointer(stage, seat);
}

static void drop_pointer(struct dw_cursor *cursor) {
    if (cursor->pointer != NULL) wl_pointer_release(cursor->pointer);
    cursor->pointer = NULL;
    cursor->has_focus = false;
}

static void seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
    struct dw_cursor *cursor = data;
    bool has_pointer = capabilities & WL_SEAT_CAPABILITY_POINTER;
    if (!has_pointer) drop_pointer(cursor);
    if (!has_pointer || cursor->pointer != NULL) return;
    cursor->pointer = wl_seat_get_pointer(seat);
    wl_pointer_add_listener(cursor->pointer, &pointer_events, cursor);
    if (cursor->stage == NULL) cursor->stage = wl_compositor_create_surface(cursor->pixels->client->compositor);
    if (cursor->picture == NULL) cursor->picture = wl_compositor_create_surface(cursor->pixels->client->compositor);
    if (cursor->pixels->theme == NULL) load_theme(cursor->pixels, 1);
    pixels_client_flush(cursor->pixels->client);
}

static void seat_name(void *data, struct wl_seat *seat, const char *name) {}

static const struct wl_seat_listener seat_events = {.capabilities = seat_capabilities, .name = seat_name};

void dw_cursor_add_seat(struct dw_pixels *pixels, struct wl_registry *registry, uint32_t name) {
    struct dw_cursor *cursor = calloc(1, sizeof *cursor);
    if (cursor == NULL) return;
    cursor->pixels = pixels;
    cursor->name = name;
    cursor->seat = wl_registry_bind(registry, name, &wl_seat_interface, SEAT_VERSION);
    wl_seat_add_listener(cursor->seat, &seat_events, cursor);
    wl_list_insert(&pixels->cursors, &cursor->link);
}

static void cursor_destroy(struct dw_cursor *cursor) {
    drop_pointer(cursor);
    if (cursor->soon != NULL) dw_server_forget(cursor->soon);
    if (cursor->stage != NULL) wl_surface_destroy(cursor->stage);
    if (cursor->picture != NULL) wl_surface_destroy(cursor->picture);
    wl_seat_destroy(cursor->seat);
    wl_list_remove(&cursor->link);
    free(cursor);
}

void dw_cursor_remove_seat(struct dw_pixels *pixels, uint32_t name) {
    struct dw_cursor *cursor, *next;
    wl_list_for_each_safe(cursor, next, &pixels->cursors, link)
        if (cursor->name == name) cursor_destroy(cursor);
}

void dw_cursors_catch_up(struct dw_pixels *pixels) {
    struct dw_cursor *cursor;
    wl_list_for_each(cursor, &pixels->cursors, link)
        if (cursor->is_stale) show(cursor);
}

void dw_cursors_finish(struct dw_pixels *pixels) {
    struct dw_cursor *cursor, *next;
    wl_list_for_each_safe(cursor, next, &pixels->cursors, link) cursor_destroy(cursor);
    if (pixels->theme != NULL) wl_cursor_theme_destroy(pixels->theme);
}

static struct dw_cursor *find_cursor(struct dw_pixels *pixels, struct weston_seat *seat) {
    struct dw_cursor *cursor;
    if (pixels == NULL || pixels->client->peer == NULL) return NULL;
    wl_list_for_each(cursor, &pixels->cursors, link) {
        if (dw_server_seat(pixels_client_resource(pixels->client, cursor->seat)) == seat) return cursor;
    }
    return NULL;
}

void dw_cursor_begin(struct dw_pixels *pixels, struct weston_seat *seat, int32_t scale) {
    struct dw_cursor *cursor = find_cursor(pixels, seat);
    if (cursor == NULL) return;
    cursor->is_dragging = true;
    cursor->scale = scale;
}

void dw_cursor_shape(struct dw_pixels *pixels, struct weston_seat *seat, enum dray_shape shape) {
    struct dw_cursor *cursor = find_cursor(pixels, seat);
    if (cursor == NULL) return;
    cursor->shape = shape;
    if (cursor->soon == NULL && cursor->stage != NULL)
        cursor->soon = dw_server_when_idle(pixels->module, show_if_seen, cursor);
}

void dw_cursor_regain(struct dw_pixels *pixels, struct weston_seat *seat) {
    struct dw_cursor *cursor = find_cursor(pixels, seat);
    if (cursor != NULL) dw_cursor_shape(pixels, seat, cursor->shape);
}

void dw_cursor_end(struct dw_pixels *pixels, struct weston_seat *seat) {
    struct dw_cursor *cursor = find_cursor(pixels, seat);
    if (cursor != NULL) cursor->is_dragging = false;
}
