// SPDX-License-Identifier: MIT

// A picture between two formats, and what reads and writes it. No function here returns after an error: `fail` ends the program,
// and whoever started it sees that no word came.

#ifndef DRAY_PICTURE_H
#define DRAY_PICTURE_H

#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

/// Four bytes for each pixel: red, green, blue, and how opaque it is (not multiplied). Rows from the top, without gaps.
struct picture {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels;
};

/// What is read.
struct input {
    const uint8_t *bytes;
    size_t size;
};

noreturn void fail(void);

/// Room for a picture of this size, all zero; fails beyond 64 million pixels, of which no screen has so many.
struct picture picture_make(uint64_t width, uint64_t height);

/// Over white: for formats that know no opacity.
void picture_flatten(struct picture *picture);

/// Writes to the output; fails if there is no room.
void put(const void *bytes, size_t size);

struct picture png_read_picture(struct input input);
struct picture jpeg_read_picture(struct input input);
struct picture tiff_read_picture(struct input input);
struct picture bmp_read_picture(struct input input);

void png_write_picture(struct picture *picture);
void jpeg_write_picture(struct picture *picture);
void tiff_write_picture(struct picture *picture);
void bmp_write_picture(struct picture *picture);

/// Gives up everything but reading what is open, writing to it, memory, and ending.
void confine(void);

#endif
