// SPDX-License-Identifier: MIT
// Copies what a client has drawn into memory of our own, whatever the client does to its memory meanwhile.
#ifndef KIT_BYTES_H
#define KIT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dray.h"

// A client's pixels, in its own memory.
struct kit_bytes {
    const void *data;
    size_t stride;         // bytes from one row to the next
    int width, height;     // in pixels
    bool is_opaque;        // xrgb8888 and not argb8888
    int transform;         // enum wl_output_transform: how the content was turned as it was drawn
    double x, y;           // the part that is shown, in pixels of the buffer
    double part_width, part_height;
};

// A copy, upright: premultiplied argb8888 without gaps between the rows.
struct kit_copy {
    uint32_t *pixels;  // NULL at first; belongs to the owner of the copy, see kit_copy_free
    size_t capacity;   // in pixels
    int width, height;
};

// Pixels that a copy may have: more are made fewer by a whole factor. What one frame costs at most.
#define KIT_COPY_LIMIT (512 * 512)
// Pixels or points on a side: more is nobody's icon.
#define KIT_COPY_SIDE 16384

// Copies through the kernel, which says no where a page is not there any more: memory that its client has cut short
// reads as clear pixels. Reads only the rows that are wanted. False if the measures make no sense or there is no memory; the copy
// is as it was then.
bool kit_copy_read(struct kit_copy *copy, const struct kit_bytes *from);
// For pixels that come another way: room for so many, with what was there before or anything. False if there is no memory.
bool kit_copy_resize(struct kit_copy *copy, int width, int height);
void kit_copy_free(struct kit_copy *copy);

// Whether a surface of this size, in points, has something on it that can be an icon. What is larger is none.
bool kit_has_image(int width, int height);
// That surface for dray_drag_icon and picture_of, with what was read of it; NULL: the host shows the surface itself, and Dray hears how
// large it is and where it hangs. The copy is to last as dray.h says.
struct dray_image kit_image(const struct kit_copy *copy, int width, int height, int offset_x, int offset_y);

// So many bytes of a client's memory, in the same way; clear where it is not there any more.
void kit_bytes_read(const void *data, void *to, size_t count);

#endif
