// SPDX-License-Identifier: MIT

#include "rows.h"

#include "colour.h"

#include <stdlib.h>
#include <string.h>

// As many pixels as a cache line holds: to turn a picture by a quarter, columns are read in bands of this width.
enum { BAND = 16 };

static int is_transposed(const struct picture *picture) { return picture->orientation >= 5; }

static int is_opaque(const struct picture *picture) {
    size_t count = (size_t)picture->width * picture->height;
    for (const uint8_t *pixel = picture->pixels; count > 0; --count, pixel += 4) {
        if (pixel[3] != 255) return 0;
    }
    return 1;
}

struct rows rows_make(const struct picture *picture) {
    int turned = is_transposed(picture);
    return (struct rows){
        .picture = picture,
        .width = turned ? picture->height : picture->width,
        .height = turned ? picture->width : picture->height,
        .dots_across = turned ? picture->dots_down : picture->dots_across,
        .dots_down = turned ? picture->dots_across : picture->dots_down,
        .profile = picture->profile,
        .is_opaque = is_opaque(picture),
        .band = take((size_t)(turned ? picture->height : picture->width) * 4 * BAND),
    };
}

void rows_flatten(struct rows *rows) {
    // The pixels are made opaque as they are given.
    rows->is_flattened = !rows->is_opaque;
    rows->is_opaque = 1;
}

void rows_use_srgb(struct rows *rows) {
    if (rows->profile.size == 0) return;
    rows->transform = colour_to_srgb(rows->profile);
    rows->profile = (struct bytes){NULL, 0};
}

static void flatten(uint8_t *pixel, uint32_t count) {
    for (; count > 0; --count, pixel += 4) {
        for (int part = 0; part < 3; ++part)
            pixel[part] = (uint8_t)((pixel[part] * pixel[3] + 255 * (255 - pixel[3]) + 127) / 255);
        pixel[3] = 255;
    }
}

/// Fills the band with rows that begin at a multiple of its height.
static void fill(struct rows *rows, uint32_t first) {
    const struct picture *picture = rows->picture;
    size_t width = picture->width, height = picture->height;
    uint32_t count = rows->height - first < BAND ? rows->height - first : BAND;
    // Where the pixel at the left of the first row is stored, and how far it is from one to the next in a row and in a
    // column.
    ptrdiff_t start = 0, across = 1, down = (ptrdiff_t)width;
    ptrdiff_t last_column = (ptrdiff_t)width - 1, last_row = (ptrdiff_t)(width * (height - 1));
    switch (picture->orientation) {
    case 1: break;
    case 2: start = last_column, across = -1; break;
    case 3: start = last_row + last_column, across = -1, down = -(ptrdiff_t)width; break;
    case 4: start = last_row, down = -(ptrdiff_t)width; break;
    case 5: across = (ptrdiff_t)width, down = 1; break;
    case 6: start = last_row, across = -(ptrdiff_t)width, down = 1; break;
    case 7: start = last_row + last_column, across = -(ptrdiff_t)width, down = -1; break;
    case 8: start = last_column, across = (ptrdiff_t)width, down = -1; break;
    default: fail();
    }
    start += down * (ptrdiff_t)first;
    size_t row_size = (size_t)rows->width * 4;
    for (uint32_t row = 0; row < count && across == 1; ++row)
        memcpy(rows->band + row * row_size, picture->pixels + (start + down * (ptrdiff_t)row) * 4, row_size);
    for (size_t column = 0; column < rows->width && across != 1; ++column) {
        for (uint32_t row = 0; row < count; ++row) {
            ptrdiff_t place = start + across * (ptrdiff_t)column + down * (ptrdiff_t)row;
            memcpy(rows->band + row * row_size + column * 4, picture->pixels + place * 4, 4);
        }
    }
    for (uint32_t row = 0; row < count; ++row) {
        uint8_t *pixels = rows->band + row * row_size;
        if (rows->transform) colour_transform(rows->transform, pixels, rows->width);
        if (rows->is_flattened) flatten(pixels, rows->width);
    }
    rows->band_first = first;
    rows->band_count = count;
}

static uint8_t *get(struct rows *rows, uint32_t row) {
    if (row >= rows->height) fail();
    if (row < rows->band_first || row - rows->band_first >= rows->band_count) fill(rows, row / BAND * BAND);
    return rows->band + (size_t)(row - rows->band_first) * rows->width * 4;
}

const uint8_t *rows_get(struct rows *rows, uint32_t row) { return get(rows, row); }

const uint8_t *rows_get_opaque(struct rows *rows, uint32_t row) {
    uint8_t *pixels = get(rows, row);
    for (size_t column = 0; column < rows->width; ++column) memmove(pixels + column * 3, pixels + column * 4, 3);
    return pixels;
}
