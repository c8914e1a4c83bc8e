// SPDX-License-Identifier: MIT
// What pixels.c and cursor.c share: the client inside this process.
#ifndef PIXELS_CLIENT_H
#define PIXELS_CLIENT_H

#include <wayland-util.h>

#include "../pixels/client.h"
#include "pixels-server.h"

#define DW_SHAPES (DRAY_SHAPE_NOT_ALLOWED + 1)

struct dw_pixels {
    struct dw_module *module;
    struct pixels_client *client;

    // What is sent while this thread is not back in its event loop piles up: nobody reads it.
    size_t sent;                  // pictures since the answer to `settled`
    struct wl_callback *settled;  // NULL if nothing is under way

    struct wl_list pictures;  // struct dw_picture.link
    size_t kept_count, kept_bytes;
    struct wl_list spare;  // struct block.link
    size_t spare_count;

    struct wl_list cursors;  // struct dw_cursor.link
    struct wl_cursor_theme *theme;
    struct wl_cursor_image *images[DW_SHAPES];  // of the theme; NULL as long as it was not looked for
    char *theme_name;  // NULL for the default one
    int32_t theme_size, theme_scale;
};

// Whether a picture may be sent now; if not, it is asked for again once Weston has read the others.
bool dw_pixels_may_send(struct dw_pixels *pixels);
// Sends them, and asks for an answer if none is under way.
void dw_pixels_send(struct dw_pixels *pixels);

void dw_cursor_add_seat(struct dw_pixels *pixels, struct wl_registry *registry, uint32_t name);
void dw_cursor_remove_seat(struct dw_pixels *pixels, uint32_t name);
// Shows what could not be shown before.
void dw_cursors_catch_up(struct dw_pixels *pixels);
void dw_cursors_finish(struct dw_pixels *pixels);

#endif
