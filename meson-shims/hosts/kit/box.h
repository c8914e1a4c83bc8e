// SPDX-License-Identifier: MIT
// Rectangles.
#ifndef DRAY_KIT_BOX_H
#define DRAY_KIT_BOX_H

#include <dray.h>
#include <stdbool.h>

static inline bool kit_boxes_overlap(const struct dray_box *one, const struct dray_box *other) {
    return one->x < other->x + other->width && other->x < one->x + one->width && one->y < other->y + other->height &&
           other->y < one->y + one->height;
}

#endif
