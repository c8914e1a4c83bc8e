// SPDX-License-Identifier: MIT

// A picture without its format.

#include "picture.h"

#include <math.h>
#include <stdlib.h>

struct picture picture_make(uint64_t width, uint64_t height) {
    if (width == 0 || height == 0 || width > PIXEL_LIMIT || height > PIXEL_LIMIT || width * height > PIXEL_LIMIT)
        fail();
    struct picture picture = {.width = (uint32_t)width, .height = (uint32_t)height, .orientation = 1};
    picture.pixels = calloc((size_t)(width * height), 4);
    if (!picture.pixels) fail();
    return picture;
}

void picture_set_orientation(struct picture *picture, unsigned long orientation) {
    if (orientation >= 1 && orientation <= 8) picture->orientation = (int)orientation;
}

void picture_set_dots(struct picture *picture, double across, double down) {
    static const double limit = 1e7;
    // NaN fails these comparisons, too.
    if (!(across >= 1 && across <= limit && down >= 1 && down <= limit)) return;
    picture->dots_across = across;
    picture->dots_down = down;
}

double dots_per_inch(double per_metre) {
    double dots = per_metre * METRES_PER_INCH, whole = round(dots);
    // Whole pixels per metre are at most half a pixel away from what was meant.
    return fabs(dots - whole) <= 0.5 * METRES_PER_INCH ? whole : dots;
}
