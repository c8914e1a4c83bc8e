// SPDX-License-Identifier: MIT
// Pictures and pointer shapes of the module's own, as surfaces of a client inside this process: Weston shows surfaces
// of clients and nothing else. Known to both halves of that client, so nothing of libwayland is in here.
#ifndef PIXELS_H
#define PIXELS_H

#include <stdbool.h>
#include <stdint.h>

#include "dray.h"

struct dw_module;
struct dw_picture;
struct dw_pixels;
struct weston_seat;
struct weston_surface;

// pixels.c. The cursor theme may be NULL: the default one. Its size is in points.
struct dw_pixels *dw_pixels_create(struct dw_module *module, const char *cursor_theme, int32_t cursor_size);
void dw_pixels_destroy(struct dw_pixels *pixels);
struct dw_picture *dw_picture_create(struct dw_pixels *pixels, const struct dray_layer *layer);
uint64_t dw_picture_number(const struct dw_picture *picture);
bool dw_picture_shows(const struct dw_picture *picture, const struct dray_layer *layer);
uint32_t dw_picture_width(const struct dw_picture *picture);
uint32_t dw_picture_height(const struct dw_picture *picture);
// NULL until Weston has the pixels; then the images are told by dw_images_tick.
struct weston_surface *dw_picture_surface(const struct dw_picture *picture);
void dw_picture_destroy(struct dw_picture *picture);

// cursor.c: the pointer during a drag, by meaning.
enum dw_shape {
    DW_SHAPE_ARROW,
    DW_SHAPE_HOLDING,
    DW_SHAPE_COPY,
    DW_SHAPE_MOVE,
    DW_SHAPE_ASK,
    DW_SHAPE_NOT_ALLOWED,
};
// Takes the focus of the seat's pointer, and shows that something is held. Without a theme, the cursor stays as it is.
// The scale is that of the output which needs the most pixels.
void dw_cursor_begin(struct dw_pixels *pixels, struct weston_seat *seat, int32_t scale);
void dw_cursor_shape(struct dw_pixels *pixels, struct weston_seat *seat, enum dw_shape shape);

// image.c: shows what there is to show now.
void dw_images_tick(struct dw_module *module);

#endif
