// SPDX-License-Identifier: MIT
#include "screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    const struct dray_frame *frame;
    for (size_t number = 0; (frame = dray_engine_shown(compositor->dray, number)) != NULL; number++) {
        const struct press *finger = &compositor->presses[compositor->driver];
        double x = compositor->driver == 0 ? compositor->x : finger->x;
        double y = compositor->driver == 0 ? compositor->y : finger->y;
        for (size_t index = 0; index < frame->layer_count; index++) {
            const struct dray_layer *layer = DRAY_LAYER(frame, index);
            // What follows the pointer has gone as far as the pointer has.
            double right = layer->follows_pointer ? x - frame->pointer_x : 0;
            double down = layer->follows_pointer ? y - frame->pointer_y : 0;
            draw_layer(pixels, layer, layer->x + right, layer->y + down);
        }
    }
    FILE *file = fopen(path, "wbe");
    if (file == NULL) return -1;
    int is_written =
        fprintf(file, "P6 %d %d 255\n", SCREEN_WIDTH, SCREEN_HEIGHT) > 0 && fwrite(pixels, sizeof pixels, 1, file) == 1;
    return fclose(file) == 0 && is_written ? 0 : -1;
}
