// SPDX-License-Identifier: MIT
// Buffers for the pictures of layers: the same number is the same pixels, so a badge is drawn once in a process, and memory of
// what is not shown any more is used again.
#ifndef TILES_H
#define TILES_H

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
    bool is_busy;       // the compositor was given it, and has not given it back
};

// NULL if there is no memory.
struct dwl_tiles *dwl_tiles_create(struct pixels_client *client);
// The client was told of a global: one that scales surfaces is used.
void dwl_tiles_global(struct dwl_tiles *tiles, struct wl_registry *registry, uint32_t name, const char *interface);
// After all pictures.
void dwl_tiles_destroy(struct dwl_tiles *tiles);
struct pixels_client *dwl_tiles_client(struct dwl_tiles *tiles);
// NULL if the compositor has none.
struct wp_viewporter *dwl_tiles_viewporter(struct dwl_tiles *tiles);

// The pixels of a layer, with its opacity, in this size: that of the picture, or another. NULL if there is no memory. Valid as
// long as it has users; the caller counts them.
struct dwl_tile *dwl_tiles_get(struct dwl_tiles *tiles, const struct dray_layer *layer, int width, int height);
// A clear pixel.
struct dwl_tile *dwl_tiles_clear(struct dwl_tiles *tiles);

#endif
