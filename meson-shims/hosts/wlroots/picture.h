// SPDX-License-Identifier: MIT
// A drag image as surfaces of the client inside this process: a transparent pixel at the pointer, with the layers as
// its subsurfaces. Some compositors ignore the offset of a drag icon (sway 1.7), but all position subsurfaces.
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>

#include "dray.h"
#include "buffer-cache.h"

struct dwl_picture;
struct wl_resource;

// Creates a picture without content. Returns NULL if the compositor has not answered the client yet, or without memory.
struct dwl_picture *dwl_picture_create(struct dwl_tiles *tiles);
void dwl_picture_destroy(struct dwl_picture *picture);
// Whether nothing was ever shown with it, so that another drag can use it.
bool dwl_picture_is_unused(const struct dwl_picture *picture);
// The compositor's wl_surface; NULL until it is created, and once it is destroyed.
struct wl_resource *dwl_picture_resource(struct dwl_picture *picture);
// Shows the layers around the icon, which is at x, y. `scale` is in pixels per point. A frame is sent once the
// compositor has read the last one, which it does in its event loop: a client that draws without pause may delay that.
void dwl_picture_show(struct dwl_picture *picture, const struct dray_frame *frame, double x, double y, double scale);
// The bounding box of all layers that were sent, relative to the icon; false if there are none.
bool dwl_picture_bounds(struct dwl_picture *picture, int *left, int *top, int *right, int *bottom);
// Calls the function once the compositor has read everything that was shown. At most once per picture.
void dwl_picture_when_shown(struct dwl_picture *picture, void (*shown)(void *data), void *data);

#endif
