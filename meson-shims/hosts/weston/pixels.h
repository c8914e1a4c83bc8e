// SPDX-License-Identifier: MIT
// Pictures and cursor shapes of the module, as surfaces of a client inside this process: Weston shows only surfaces of
// clients. Both halves of that client include this file, so it includes no header of libwayland.
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

// pixels.c. If the cursor theme is NULL, the default one is used. The size is in points. `pictures_ready` is called
// when Weston has the pixels of pictures.
struct dw_pixels *dw_pixels_create(struct dw_module *module, const char *cursor_theme, int32_t cursor_size,
                                   void (*pictures_ready)(struct dw_module *module));
void dw_pixels_destroy(struct dw_pixels *pixels);

// Returns a reference to the picture of a layer, reusing a kept one with the same number. The caller releases it when
// no layer shows it any more. Returns NULL if it cannot be created.
struct dw_picture *dw_picture_take(struct dw_pixels *pixels, const struct dray_layer *layer);
void dw_picture_let_go(struct dw_picture *picture);
// Returns NULL until Weston has the pixels; then `pictures_ready` is called.
struct weston_surface *dw_picture_surface(const struct dw_picture *picture);
// Sends new pictures. Called once after the pictures of a frame.
void dw_pictures_send(struct dw_pixels *pixels);

// cursor.c: the cursor during a drag, by shape.
// From here on the first shape takes pointer focus, unless another surface has it. `scale` is that of the output with
// the highest scale.
void dw_cursor_begin(struct dw_pixels *pixels, struct weston_seat *seat, int32_t scale);
// Without a theme, the cursor does not change.
void dw_cursor_shape(struct dw_pixels *pixels, struct weston_seat *seat, enum dray_shape shape);
// Takes pointer focus back from a client that had it meanwhile, with the same shape.
void dw_cursor_regain(struct dw_pixels *pixels, struct weston_seat *seat);
// The drag releases the pointer's focus; the next focused client sets its own cursor.
void dw_cursor_end(struct dw_pixels *pixels, struct weston_seat *seat);

#endif
