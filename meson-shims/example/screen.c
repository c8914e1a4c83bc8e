// SPDX-License-Identifier: MIT
#include "screen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The pixels of a layer, taken over from the frame before where they are the same.
static const void *keep_pixels(struct image *before, const struct dray_layer *layer) {
    for (size_t index = 0; before != NULL && index < before->layer_count; index++) {
        struct dray_layer *old = &before->layers[index];
        if (old->picture != layer->picture || old->pixels == NULL) continue;
        const void *pixels = old->pixels;
        old->pixels = NULL;
        return pixels;
    }
    size_t size = (size_t)layer->stride * layer->height;
    void *pixels = malloc(size);
    return pixels != NULL ? memcpy(pixels, layer->pixels, size) : NULL;
}

static void image_free(struct image *image) {
    for (size_t index = 0; index < image->layer_count; index++) free((void *)image->layers[index].pixels);
    wl_list_remove(&image->link);
    free(image);
}

static struct image *image_of(struct compositor *compositor, uint64_t drag) {
    struct image *image;
    wl_list_for_each(image, &compositor->images, link) if (image->drag == drag) return image;
    return NULL;
}

void screen_show(struct compositor *compositor, uint64_t drag, const struct dray_frame *frame) {
    struct image *before = image_of(compositor, drag), *image = NULL;
    if (!frame->is_last) image = calloc(1, sizeof *image + frame->layer_count * sizeof *image->layers);
    if (image != NULL) {
        image->drag = drag;
        image->pointer_x = frame->pointer_x;
        image->pointer_y = frame->pointer_y;
        // All are pictures, since icons are handed to Dray as bytes.
        for (size_t index = 0; index < frame->layer_count; index++) {
            struct dray_layer *layer = &image->layers[image->layer_count++];
            *layer = frame->layers[index];
            layer->pixels = keep_pixels(before, layer);
        }
        wl_list_insert(before != NULL ? &before->link : compositor->images.prev, &image->link);
    }
    if (before != NULL) image_free(before);
}

void screen_clear(struct compositor *compositor) {
    struct image *image, *next;
    wl_list_for_each_safe(image, next, &compositor->images, link) image_free(image);
}

// -------------------------------------------------------------------------------------------------------------- Drawing

typedef uint8_t screen[SCREEN_HEIGHT][SCREEN_WIDTH][3];

static void draw_layer(screen pixels, const struct dray_layer *layer, double x, double y) {
    if (layer->pixels == NULL) return;
    int left = fmax(floor(x), 0), right = fmin(ceil(x + layer->points_wide), SCREEN_WIDTH);
    int top = fmax(floor(y), 0), bottom = fmin(ceil(y + layer->points_high), SCREEN_HEIGHT);
    for (int row = top; row < bottom; row++) {
        for (int column = left; column < right; column++) {
            double u = (column + 0.5 - x) / layer->points_wide, v = (row + 0.5 - y) / layer->points_high;
            if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
            const char *line = (const char *)layer->pixels + (size_t)(v * layer->height) * layer->stride;
            uint32_t pixel = ((const uint32_t *)line)[(size_t)(u * layer->width)];
            double rest = 1 - layer->opacity * (pixel >> 24) / 255;
            for (int channel = 0; channel < 3; channel++) {
                double light = layer->opacity * (pixel >> (16 - 8 * channel) & 0xff);
                uint8_t *byte = &pixels[row][column][channel];
                *byte = fmin(light + *byte * rest + 0.5, 255);
            }
        }
    }
}

int screen_write(const struct compositor *compositor, const char *path) {
    static screen pixels;
    memset(pixels, 0xff, sizeof pixels);
    const struct image *image;
    wl_list_for_each(image, &compositor->images, link) {
        const struct press *finger = &compositor->presses[compositor->driver];
        double x = compositor->driver == 0 ? compositor->x : finger->x;
        double y = compositor->driver == 0 ? compositor->y : finger->y;
        for (size_t index = 0; index < image->layer_count; index++) {
            const struct dray_layer *layer = &image->layers[index];
            // What follows the pointer has gone as far as the pointer has.
            double right = layer->follows_pointer ? x - image->pointer_x : 0;
            double down = layer->follows_pointer ? y - image->pointer_y : 0;
            draw_layer(pixels, layer, layer->x + right, layer->y + down);
        }
    }
    FILE *file = fopen(path, "wbe");
    if (file == NULL) return -1;
    int is_written = fprintf(file, "P6 %d %d 255\n", SCREEN_WIDTH, SCREEN_HEIGHT) > 0 &&
                     fwrite(pixels, sizeof pixels, 1, file) == 1;
    return fclose(file) == 0 && is_written ? 0 : -1;
}
