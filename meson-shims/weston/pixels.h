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

// The picture of a layer: that of before, if it has been shown before and is still kept. To be let go when no layer
// shows it any more. NULL if it cannot be made.
struct dw_picture *dw_picture_take(struct dw_pixels *pixels, const struct dray_layer *layer);
void dw_picture_let_go(struct dw_picture *picture);
// NULL until Weston has the pixels; then it is told by dw_pictures_ready.
struct weston_surface *dw_picture_surface(const struct dw_picture *picture);
// Sends what was made. To be called once after the pictures of a frame.
void dw_pictures_send(struct dw_pixels *pixels);

// cursor.c: the pointer during a drag, by meaning.
// From here on the first shape takes the focus of the seat's pointer, if nobody has it. The scale is that of the output
// which needs the most pixels.
void dw_cursor_begin(struct dw_pixels *pixels, struct weston_seat *seat, int32_t scale);
// Without a theme, the cursor stays as it is.
void dw_cursor_shape(struct dw_pixels *pixels, struct weston_seat *seat, enum dray_shape shape);
// Takes the focus back from a client that had it meanwhile, with the same shape.
void dw_cursor_regain(struct dw_pixels *pixels, struct weston_seat *seat);
// The drag releases the pointer's focus; the next focused client sets its own cursor.
void dw_cursor_end(struct dw_pixels *pixels, struct weston_seat *seat);

// layers.c: shows what was waited for.
void dw_pictures_ready(struct dw_module *module);

#endif
