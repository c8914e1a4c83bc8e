// SPDX-License-Identifier: MIT
// The pixels of a layer, as buffers want them.
#ifndef PAINT_H
#define PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "dray.h"

// A layer's own opacity, 0 to 255.
uint32_t dwl_opacity_of(const struct dray_layer *layer);
// Writes the layer, with this opacity and scaled to this size, as premultiplied argb8888 without gaps between rows.
void dwl_paint(const struct dray_layer *layer, uint32_t opacity, int width, int height, void *bytes);

#endif
