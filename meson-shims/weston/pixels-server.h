// SPDX-License-Identifier: MIT
// The server's half of pixels.c: the headers of libwayland's client and server do not go well together.
#ifndef PIXELS_SERVER_H
#define PIXELS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "dray.h"

struct dw_client_watch;
struct dw_module;
struct dw_picture;
struct dw_pixels;
struct weston_surface;
struct wl_client;
struct wl_event_source;

struct wl_client *dw_server_add_client(struct dw_module *module, int fd);
void dw_server_remove_client(struct wl_client *client);
struct wl_event_source *dw_server_add_fd(struct dw_module *module, int fd, int (*ready)(int, uint32_t, void *),
                                         void *data);
struct weston_surface *dw_server_surface(struct wl_client *client, uint32_t id);
// Calls `gone` when the client goes; NULL if there is no memory.
struct dw_client_watch *dw_watch_client(struct wl_client *client, void (*gone)(void *data), void *data);
void dw_unwatch_client(struct dw_client_watch *watch);
int wl_event_source_remove(struct wl_event_source *source);

// pixels.c
struct dw_pixels *dw_pixels_create(struct dw_module *module);
void dw_pixels_destroy(struct dw_pixels *pixels);
struct dw_picture *dw_picture_create(struct dw_pixels *pixels, const struct dray_layer *layer);
uint64_t dw_picture_number(const struct dw_picture *picture);
bool dw_picture_shows(const struct dw_picture *picture, const struct dray_layer *layer);
uint32_t dw_picture_width(const struct dw_picture *picture);
uint32_t dw_picture_height(const struct dw_picture *picture);
struct weston_surface *dw_picture_surface(const struct dw_picture *picture);
void dw_picture_destroy(struct dw_picture *picture);

// image.c
void dw_images_tick(struct dw_module *module);

#endif
