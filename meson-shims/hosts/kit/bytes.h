// SPDX-License-Identifier: MIT
// Copies a client's pixels safely, whatever the client does to its shared memory meanwhile.
#ifndef KIT_BYTES_H
#define KIT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dray.h"

// A client's pixels in shared memory.
struct kit_bytes {
    const void *data;
    size_t stride;      // in bytes
    int width, height;  // in pixels
    bool is_opaque;     // whether the format is xrgb8888 rather than argb8888
    int transform;      // the buffer transform: enum wl_output_transform
    double x, y;        // the source rectangle, in pixels of the buffer
    double part_width, part_height;
};

// A copy without a transform: premultiplied argb8888, rows contiguous.
struct kit_copy {
    uint32_t *pixels;  // NULL initially; freed by kit_copy_free
    size_t capacity;   // in pixels
    int width, height;
};

// The maximum number of pixels in a copy, which limits the cost of a frame. Larger images are downscaled by an integer
// factor.
#define KIT_COPY_LIMIT (512 * 512)
// The maximum width and height of an icon, in pixels or points.
#define KIT_COPY_SIDE 16384

// Copies pixels by a system call that fails for a missing page: memory that the client has truncated reads as
// transparent pixels. Reads only the rows that are needed. Returns false, and leaves the copy unchanged, if the
// dimensions are invalid or there is no memory.
bool kit_copy_read(struct kit_copy *copy, const struct kit_bytes *from);
// Resizes a copy for pixels from another source; the content is undefined. Returns false if there is no memory.
bool kit_copy_resize(struct kit_copy *copy, int width, int height);
void kit_copy_free(struct kit_copy *copy);

// Returns whether a surface of this size, in points, can be an icon: not empty, and at most KIT_COPY_SIDE.
bool kit_has_image(int width, int height);
// Returns the image of a surface for dray_drag_icon and picture_of. If `copy` is NULL, the host shows the surface
// itself, and Dray needs only its size and offset. The copy must stay valid as specified in dray.h.
struct dray_image kit_image(const struct kit_copy *copy, int width, int height, int offset_x, int offset_y);

// Copies bytes of a client's memory in the same way; zero where memory is missing.
void kit_bytes_read(const void *data, void *to, size_t count);

#endif
