// SPDX-License-Identifier: MIT
// What pixels.c and cursor.c share: the client inside this process.
#ifndef PIXELS_CLIENT_H
#define PIXELS_CLIENT_H

#include <wayland-util.h>

#include "pixels-server.h"

struct dw_pixels {
    struct dw_module *module;
    struct wl_client *client;  // NULL once it is gone
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_event_source *source;
    struct dw_client_watch *watch;

    struct wl_list cursors;  // struct dw_cursor.link
    struct wl_cursor_theme *theme;
    char *theme_name;  // NULL for the default one
    int32_t theme_size, theme_scale;
};

void dw_cursor_add_seat(struct dw_pixels *pixels, struct wl_registry *registry, uint32_t name);
void dw_cursor_remove_seat(struct dw_pixels *pixels, uint32_t name);
void dw_cursors_finish(struct dw_pixels *pixels);

#endif
