// SPDX-License-Identifier: MIT
// The client inside this process, shared by pixels.c and cursor.c.
#ifndef PIXELS_CLIENT_H
#define PIXELS_CLIENT_H

#include <wayland-util.h>

#include "../pixels/client.h"
#include "pixels-server.h"

#define DW_SHAPES (DRAY_SHAPE_NOT_ALLOWED + 1)

struct dw_pixels {
    struct dw_module *module;
    struct pixels_client *client;
    void (*arrived)(struct dw_pixels *pixels);  // Weston has read what was sent.
    void (*pictures_ready)(struct dw_module *module);

    // Requests pile up until this thread returns to its event loop, which reads them.
    size_t sent;                  // pictures sent since the last answer to `settled`
    struct wl_callback *settled;  // the pending round trip; NULL for none

    struct wl_list pictures;  // struct dw_picture.link
    size_t kept_count, kept_bytes;
    struct wl_list spare;  // struct block.link
    size_t spare_count;

    struct wl_list cursors;  // struct dw_cursor.link
    struct wl_cursor_theme *theme;
    struct wl_cursor_image *images[DW_SHAPES];  // loaded images of the theme; NULL until first used
    char *theme_name;                           // NULL for the default one
    int32_t theme_size, theme_scale;
};

// pixels-client.c
// Whether a picture may be sent now. If not, dw_pictures_send is called again once Weston has read the others.
bool dw_pixels_may_send(struct dw_pixels *pixels);
// Flushes the requests, and starts a round trip if none is pending.
void dw_pixels_send(struct dw_pixels *pixels);

// cursor.c
void dw_cursor_add_seat(struct dw_pixels *pixels, struct wl_registry *registry, uint32_t name);
void dw_cursor_remove_seat(struct dw_pixels *pixels, uint32_t name);
// Shows what could not be shown before.
void dw_cursors_catch_up(struct dw_pixels *pixels);
void dw_cursors_finish(struct dw_pixels *pixels);

#endif
