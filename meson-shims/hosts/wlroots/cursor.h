// SPDX-License-Identifier: MIT
// The cursor shape during a drag: a shape of the compositor's own theme. The cursor that the compositor sets meanwhile
// is recorded and restored after the drag.
#ifndef CURSOR_H
#define CURSOR_H

#include "preload.h"
#include "tracker.h"

void dwl_shape_init(const struct preload_originals *originals, struct dwl_tracker *tracker);
void dwl_shape_set(enum dray_shape shape);

// The compositor sets the cursor. Each returns whether Dray's shape stays instead.
bool dwl_shape_surface_set(void *cursor, void *surface, int32_t x, int32_t y);
bool dwl_shape_image_set(void *cursor, const uint8_t *pixels);
bool dwl_shape_name_set(void *manager, const char *name, void *cursor);
void dwl_shape_manager_goes(void *manager);
void dwl_shape_cursor_goes(void *cursor);

#endif
