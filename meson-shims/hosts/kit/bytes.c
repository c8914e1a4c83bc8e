// SPDX-License-Identifier: MIT
// A client can truncate its file while its memory is read. Reading it directly would end the compositor with SIGBUS, so
// process_vm_readv reads it, which then returns fewer bytes. Large images are downscaled.
#define _GNU_SOURCE
#include "bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define ROWS 64 /* the number of rows per system call */

// Copies rows that are `stride` bytes apart to contiguous memory; missing memory is zero. One system call reads many
// rows, since the call takes longer than a row.
static void read_rows(const unsigned char *data, size_t stride, uint32_t *to, size_t bytes, int rows) {
    if (stride == bytes) {
        bytes *= rows;
        rows = 1;
    }
    for (int first = 0; first < rows; first += ROWS) {
        struct iovec remote[ROWS];
        int count = rows - first < ROWS ? rows - first : ROWS;
        for (int row = 0; row < count; row++)
            remote[row] = (struct iovec){(void *)(data + (size_t)(first + row) * stride), bytes};
        struct iovec local = {(char *)to + (size_t)first * bytes, (size_t)count * bytes};
        ssize_t read = process_vm_readv(getpid(), &local, 1, remote, count, 0);
        size_t got = read > 0 ? read : 0;
        if (got < local.iov_len) memset((char *)local.iov_base + got, 0, local.iov_len - got);
    }
}

void kit_bytes_read(const void *data, void *to, size_t count) { read_rows(data, count, to, count, 1); }

// Maps a pixel of the untransformed image to its position in the transformed one, which has this size.
static void turn(int transform, int width, int height, int x, int y, int *from_x, int *from_y) {
    // The last four are flipped.
    switch (transform) {
    default:
    case 0: *from_x = x, *from_y = y; return;
    case 1: *from_x = y, *from_y = height - 1 - x; return;
    case 2: *from_x = width - 1 - x, *from_y = height - 1 - y; return;
    case 3: *from_x = width - 1 - y, *from_y = x; return;
    case 4: *from_x = width - 1 - x, *from_y = y; return;
    case 5: *from_x = y, *from_y = x; return;
    case 6: *from_x = x, *from_y = height - 1 - y; return;
    case 7: *from_x = width - 1 - y, *from_y = height - 1 - x; return;
    }
}

bool kit_copy_resize(struct kit_copy *copy, int width, int height) {
    size_t wanted = (size_t)width * height;
    if (wanted > copy->capacity) {
        uint32_t *pixels = realloc(copy->pixels, wanted * 4);
        if (pixels == NULL) return false;
        copy->pixels = pixels;
        copy->capacity = wanted;
    }
    copy->width = width;
    copy->height = height;
    return true;
}

bool kit_copy_read(struct kit_copy *copy, const struct kit_bytes *from) {
    if (from->data == NULL || from->width <= 0 || from->height <= 0 || from->width > KIT_COPY_SIDE ||
        from->height > KIT_COPY_SIDE || from->stride < (size_t)from->width * 4 ||
        !isfinite(from->x + from->y + from->part_width + from->part_height))
        return false;
    // The source rectangle, rounded out to whole pixels.
    double right = fmin(ceil(from->x + from->part_width), from->width);
    double bottom = fmin(ceil(from->y + from->part_height), from->height);
    int x = fmax(floor(from->x), 0), y = fmax(floor(from->y), 0), width = right - x, height = bottom - y;
    if (width <= 0 || height <= 0) return false;
    int factor = 1;
    while ((size_t)(width / factor + 1) * (height / factor + 1) > KIT_COPY_LIMIT) factor++;
    int small_width = width / factor > 0 ? width / factor : 1, small_height = height / factor > 0 ? height / factor : 1;

    bool is_plain = from->transform == 0;
    uint32_t *row = factor > 1 ? malloc((size_t)width * 4) : NULL;
    uint32_t *small = is_plain ? NULL : malloc((size_t)small_width * small_height * 4);
    bool is_sideways = (from->transform & 1) != 0;
    bool has_room =
        (row != NULL || factor == 1) && (is_plain || small != NULL) &&
        kit_copy_resize(copy, is_sideways ? small_height : small_width, is_sideways ? small_width : small_height);
    if (has_room) {
        uint32_t *to = is_plain ? copy->pixels : small;
        uint32_t opaque = from->is_opaque ? 0xff000000 : 0;
        const unsigned char *data =
            (const unsigned char *)from->data + (size_t)(y + factor / 2) * from->stride + (size_t)x * 4;
        if (factor == 1) {
            read_rows(data, from->stride, to, (size_t)width * 4, height);
            for (size_t pixel = 0; opaque != 0 && pixel < (size_t)width * height; pixel++) to[pixel] |= opaque;
        } else {
            for (int line = 0; line < small_height; line++, to += small_width, data += factor * from->stride) {
                read_rows(data, from->stride, row, (size_t)width * 4, 1);
                for (int column = 0; column < small_width; column++)
                    to[column] = row[column * factor + factor / 2] | opaque;
            }
        }
        for (int line = 0; !is_plain && line < copy->height; line++)
            for (int column = 0; column < copy->width; column++) {
                int from_x, from_y;
                turn(from->transform, small_width, small_height, column, line, &from_x, &from_y);
                copy->pixels[(size_t)line * copy->width + column] = small[(size_t)from_y * small_width + from_x];
            }
    }
    free(row);
    free(small);
    return has_room;
}

void kit_copy_free(struct kit_copy *copy) {
    free(copy->pixels);
    *copy = (struct kit_copy){0};
}

bool kit_has_image(int width, int height) {
    return width > 0 && height > 0 && width <= KIT_COPY_SIDE && height <= KIT_COPY_SIDE;
}

struct dray_image kit_image(const struct kit_copy *copy, int width, int height, int offset_x, int offset_y) {
    struct dray_image image = {
        .size = sizeof image, .points_wide = width, .points_high = height, .offset_x = offset_x, .offset_y = offset_y};
    if (copy == NULL) return image;
    image.bytes = copy->pixels;
    image.byte_count = (size_t)copy->width * copy->height * 4;
    image.width = copy->width;
    image.height = copy->height;
    image.stride = copy->width * 4;
    image.format = DRAY_FORMAT_ARGB8888;
    return image;
}
