// SPDX-License-Identifier: MIT
// Paints a layer into the memory of a buffer.
#ifndef PAINT_H
#define PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "dray.h"

// Returns a layer's own opacity, 0 to 255.
uint32_t dwl_opacity_of(const struct dray_layer *layer);
// Writes the layer with this opacity, scaled to this size in pixels, as premultiplied ARGB8888 without padding between
// rows.
void dwl_paint(const struct dray_layer *layer, uint32_t opacity, int width, int height, void *bytes);

#endif
