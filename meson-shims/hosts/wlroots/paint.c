// SPDX-License-Identifier: MIT
#include "paint.h"

#include <pixman.h>
#include <string.h>

// The factor from which a picture is stretched without interpolation, which would fade its edges. A side of the
// highlight ring, for example, is a few pixels wide.
#define FAR 2 /* times */

uint32_t dwl_opacity_of(const struct dray_layer *layer) {
    return layer->opacity >= 1 ? 255 : layer->opacity <= 0 ? 0 : (uint32_t)(layer->opacity * 255 + 0.5);
}

void dwl_paint(const struct dray_layer *layer, uint32_t opacity, int width, int height, void *bytes) {
    bool is_same_size = (int)layer->width == width && (int)layer->height == height;
    if (is_same_size && opacity == 255) {
        for (int row = 0; row < height; row++)
            memcpy((char *)bytes + (size_t)row * width * 4, (const char *)layer->pixels + (size_t)row * layer->stride,
                   (size_t)width * 4);
        return;
    }
    pixman_color_t alpha = {.alpha = opacity * 257};
    pixman_image_t *to = pixman_image_create_bits(PIXMAN_a8r8g8b8, width, height, bytes, width * 4);
    pixman_image_t *from = pixman_image_create_bits(PIXMAN_a8r8g8b8, layer->width, layer->height,
                                                    (uint32_t *)layer->pixels, layer->stride);
    pixman_image_t *mask = pixman_image_create_solid_fill(&alpha);
    if (to != NULL && from != NULL && mask != NULL) {
        if (!is_same_size) {
            pixman_transform_t scale;
            bool is_far = width > FAR * (int)layer->width || height > FAR * (int)layer->height;
            pixman_transform_init_scale(&scale, pixman_double_to_fixed((double)layer->width / width),
                                        pixman_double_to_fixed((double)layer->height / height));
            pixman_image_set_transform(from, &scale);
            pixman_image_set_filter(from, is_far ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, NULL, 0);
        }
        // PIXMAN_OP_OVER on cleared memory takes a third of the instructions of PIXMAN_OP_SRC.
        memset(bytes, 0, (size_t)width * height * 4);
        pixman_image_composite32(PIXMAN_OP_OVER, from, mask, to, 0, 0, 0, 0, 0, 0, width, height);
    }
    if (to != NULL) pixman_image_unref(to);
    if (from != NULL) pixman_image_unref(from);
    if (mask != NULL) pixman_image_unref(mask);
}
