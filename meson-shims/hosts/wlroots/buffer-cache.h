// SPDX-License-Identifier: MIT
// Caches buffers for the pictures of layers. A picture's number identifies its pixels, so a badge is drawn once per
// process. Memory that is not shown any more is reused.
#ifndef BUFFER_CACHE_H
#define BUFFER_CACHE_H

#include <stdbool.h>

#include "dray.h"

struct dwl_tiles;
struct pixels_client;
struct wl_buffer;
struct wl_registry;
struct wp_viewporter;

struct dwl_tile {
    struct wl_buffer *buffer;
    int width, height;  // in pixels
    int users;          // surfaces that show it, or are about to
    bool is_busy;       // Whether the compositor holds it: it was attached and not released.
};

// Returns NULL without memory.
struct dwl_tiles *dwl_tiles_create(struct pixels_client *client);
// Handles a global that the client was sent: a viewporter is bound.
void dwl_tiles_global(struct dwl_tiles *tiles, struct wl_registry *registry, uint32_t name, const char *interface);
// Called after all pictures are destroyed.
void dwl_tiles_destroy(struct dwl_tiles *tiles);
struct pixels_client *dwl_tiles_client(struct dwl_tiles *tiles);
// Returns NULL if the compositor has none.
struct wp_viewporter *dwl_tiles_viewporter(struct dwl_tiles *tiles);

// Returns a tile with the pixels of a layer and its opacity, scaled to this size in pixels. Returns NULL without
// memory. Valid as long as it has users, which the caller counts.
struct dwl_tile *dwl_tiles_get(struct dwl_tiles *tiles, const struct dray_layer *layer, int width, int height);
// Returns a tile of one transparent pixel.
struct dwl_tile *dwl_tiles_clear(struct dwl_tiles *tiles);

#endif
