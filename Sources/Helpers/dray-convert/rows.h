// SPDX-License-Identifier: MIT

// A picture's rows as it is shown, for writers: turned upright, and where a format cannot say it, without alpha or in
// sRGB. They are made while they are written, so that a picture is in memory once.

#ifndef DRAY_ROWS_H
#define DRAY_ROWS_H

#include "picture.h"

struct rows {
    const struct picture *picture;
    /// As shown.
    uint32_t width, height;
    double dots_across, dots_down;
    /// The profile of the colours that `rows_get` gives; none for sRGB.
    struct bytes profile;
    /// Whether the alpha of all pixels is 255.
    int is_opaque;

    // For rows.c alone.
    int is_flattened;
    struct colour_transform *transform;
    uint8_t *band;
    uint32_t band_first, band_count;
};

struct rows rows_make(const struct picture *picture);

/// Makes the rows opaque: the picture over white.
void rows_flatten(struct rows *rows);

/// Converts the colours to sRGB, for formats without a profile.
void rows_use_srgb(struct rows *rows);

/// A row from the top, four bytes for each pixel. Valid until the next call.
const uint8_t *rows_get(struct rows *rows, uint32_t row);

/// A row without alpha, three bytes for each pixel. Valid until the next call; each row can be taken once.
const uint8_t *rows_get_opaque(struct rows *rows, uint32_t row);

#endif
