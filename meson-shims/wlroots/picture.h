// SPDX-License-Identifier: MIT
// A surface of our own client's, with all layers of a drag image in one picture.
//
// The surface itself is a single clear pixel at the pointer, and the picture a subsurface of it: not all compositors heed
// the offset of a drag icon (sway 1.7 does not), but all place subsurfaces.
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>

#include "dray.h"

struct dwl_picture;
struct pixels_client;
struct wl_resource;

// Without content. NULL if the compositor has not answered the client yet, or there is no memory.
struct dwl_picture *dwl_picture_create(struct pixels_client *client);
void dwl_picture_destroy(struct dwl_picture *picture);
// The compositor's wl_surface; NULL until it has heard of it, and once it is gone.
struct wl_resource *dwl_picture_resource(struct dwl_picture *picture);
// Shows the layers, which are placed around the pointer at 0, 0. `scale` is in pixels per point.
void dwl_picture_show(struct dwl_picture *picture, const struct dray_frame *frame, int scale);

#endif
