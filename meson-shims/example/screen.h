// SPDX-License-Identifier: MIT
// What a compositor with a screen does with the layers of a drag: keeps their pictures, and draws them.
#ifndef SCREEN_H
#define SCREEN_H

#include "compositor.h"

// What is shown of one drag.
struct image {
    struct wl_list link;
    uint64_t drag;
    double pointer_x, pointer_y;  // where the pointer was for it
    size_t layer_count;
    struct dray_layer layers[];  // their pixels are copies
};

// The callback `show`.
void screen_show(struct compositor *compositor, uint64_t drag, const struct dray_frame *frame);
void screen_clear(struct compositor *compositor);
// Draws the screen into a file, as PPM. Returns 0, or -1 with errno.
int screen_write(const struct compositor *compositor, const char *path);

#endif
