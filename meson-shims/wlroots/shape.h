// SPDX-License-Identifier: MIT
// What the pointer looks like during a drag: a shape of the compositor's own theme, in place of what the compositor wants
// meanwhile, which is remembered and comes back.
#ifndef SHAPE_H
#define SHAPE_H

#include "preload.h"
#include "sight.h"

void dwl_shape_init(const struct preload_originals *originals, struct dwl_sight *sight);
void dwl_shape_set(enum dray_shape shape);

// The compositor sets the pointer's image; returns whether Dray's stays.
bool dwl_shape_surface_set(void *cursor, void *surface, int32_t x, int32_t y);
bool dwl_shape_image_set(void *cursor, const uint8_t *pixels);
bool dwl_shape_name_set(void *manager, const char *name, void *cursor);
void dwl_shape_manager_goes(void *manager);
void dwl_shape_cursor_goes(void *cursor);

#endif
