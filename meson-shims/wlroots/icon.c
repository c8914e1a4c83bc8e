// SPDX-License-Identifier: MIT
// Reads the pixels of a client's drag icon.
#include <drm_fourcc.h>
#include <stdlib.h>
#include <wlr/render/allocator.h>
#include <wlr/render/drm_format_set.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_buffer.h>
#include <wlr/types/wlr_matrix.h>

#include "adapter.h"

#define LARGEST 4096 /* pixels */

static bool is_plain(struct wlr_surface *surface) {
    return surface->current.transform == WL_OUTPUT_TRANSFORM_NORMAL && !surface->current.viewport.has_src;
}

// Shared memory, while it is certain that the client has not drawn on it again: during the commit.
static bool read_memory(struct wlr_surface *icon, struct dray_image *picture, dwl_use_icon use, void *data) {
    struct wlr_buffer *buffer = icon->buffer->source;
    void *bytes;
    uint32_t format;
    size_t stride;
    if (buffer == NULL || !is_plain(icon) ||
        !wlr_buffer_begin_data_ptr_access(buffer, WLR_BUFFER_DATA_PTR_ACCESS_READ, &bytes, &format, &stride))
        return false;
    bool is_known = format == DRM_FORMAT_ARGB8888 || format == DRM_FORMAT_XRGB8888;
    if (is_known) {
        picture->format = format == DRM_FORMAT_ARGB8888 ? DRAY_FORMAT_ARGB8888 : DRAY_FORMAT_XRGB8888;
        picture->width = buffer->width;
        picture->height = buffer->height;
        picture->stride = stride;
        picture->bytes = bytes;
        picture->byte_count = stride * buffer->height;
        use(data, picture);
    }
    wlr_buffer_end_data_ptr_access(buffer);
    return is_known;
}

static struct wlr_buffer *allocate(struct wlr_output *output, int width, int height) {
    struct wlr_drm_format_set formats = {0};
    struct wlr_buffer *buffer = NULL;
    if (wlr_drm_format_set_add(&formats, DRM_FORMAT_ARGB8888, DRM_FORMAT_MOD_INVALID) &&
        wlr_drm_format_set_add(&formats, DRM_FORMAT_ARGB8888, DRM_FORMAT_MOD_LINEAR))
        buffer = wlr_allocator_create_buffer(output->allocator, width, height,
                                             wlr_drm_format_set_get(&formats, DRM_FORMAT_ARGB8888));
    wlr_drm_format_set_finish(&formats);
    return buffer;
}

// Any buffer, also one of the graphics card, or turned, or cut: drawn by the compositor's renderer, and read back.
static bool read_texture(struct wlr_surface *surface, struct wlr_output *output, struct dray_image *picture,
                         dwl_use_icon use, void *data) {
    struct wlr_renderer *renderer = surface->renderer;
    struct wlr_texture *texture = wlr_surface_get_texture(surface);
    int width = surface->current.width * surface->current.scale, height = surface->current.height * surface->current.scale;
    if (texture == NULL || output == NULL || output->allocator == NULL || renderer->rendering ||
        width > LARGEST || height > LARGEST)
        return false;
    struct wlr_buffer *buffer = allocate(output, width, height);
    uint32_t stride = width * 4;
    void *bytes = malloc((size_t)stride * height);
    bool is_read = false;
    if (buffer != NULL && bytes != NULL && wlr_renderer_begin_with_buffer(renderer, buffer)) {
        float identity[9], matrix[9];
        struct wlr_fbox source;
        wlr_matrix_identity(identity);
        wlr_matrix_project_box(matrix, &(struct wlr_box){0, 0, width, height},
                               wlr_output_transform_invert(surface->current.transform), 0, identity);
        wlr_surface_get_buffer_source_box(surface, &source);
        wlr_renderer_clear(renderer, (float[]){0, 0, 0, 0});
        wlr_render_subtexture_with_matrix(renderer, texture, &source, matrix, 1);
        is_read = wlr_renderer_read_pixels(renderer, DRM_FORMAT_ARGB8888, NULL, stride, width, height, 0, 0, 0, 0, bytes);
        wlr_renderer_end(renderer);
    }
    if (is_read) {
        picture->format = DRAY_FORMAT_ARGB8888;
        picture->width = width;
        picture->height = height;
        picture->stride = stride;
        picture->bytes = bytes;
        picture->byte_count = (size_t)stride * height;
        use(data, picture);
    }
    free(bytes);
    if (buffer != NULL) wlr_buffer_drop(buffer);
    return is_read;
}

bool dwl_icon_read(struct wlr_surface *icon, struct wlr_output *output, dwl_use_icon use, void *data) {
    struct dray_image picture = {
        .size = sizeof picture,
        .points_wide = icon->current.width,
        .points_high = icon->current.height,
        .offset_x = icon->sx,
        .offset_y = icon->sy,
    };
    return read_memory(icon, &picture, use, data) || read_texture(icon, output, &picture, use, data);
}
