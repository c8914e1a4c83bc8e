// SPDX-License-Identifier: MIT
// Icons and their content in wlroots 0.15. Its renderers read client memory unprotected, so they are given a copy.
#include "0.15.h"

#include <stdlib.h>

#include "../../kit/previews.h"

#define MOST_BYTES (16 << 20) /* the limit of a copied icon; a larger one is replaced by a standard image */

static void icon_precommit(struct wlr_surface *surface) {
    struct dwl_icon_user *user = surface->role_data;
    if (user != NULL && user->committing != NULL) user->committing(user, surface);
}

static void icon_commit(struct wlr_surface *surface) {
    struct dwl_icon_user *user = surface->role_data;
    if (user != NULL && user->committed != NULL) user->committed(user, surface);
}

static const struct wlr_surface_role icon_role = {
    .name = "wl_data_device-icon", .precommit = icon_precommit, .commit = icon_commit};

bool dwl_surface_become_icon(struct wlr_surface *surface, struct wl_resource *error_resource, uint32_t error_code) {
    return wlr_surface_set_role(surface, &icon_role, NULL, error_resource, error_code);
}

static const struct wlr_surface_role preview_role = {.name = KIT_PREVIEW_ROLE};

bool dwl_surface_become_preview(struct wlr_surface *surface) {
    return wlr_surface_set_role(surface, &preview_role, NULL, NULL, 0);
}

static size_t bytes_of_pixel(uint32_t format) {
    switch (format) {
    case DRM_FORMAT_RGB565:
    case DRM_FORMAT_BGR565:
    case DRM_FORMAT_RGBA4444:
    case DRM_FORMAT_RGBX4444:
    case DRM_FORMAT_RGBA5551:
    case DRM_FORMAT_RGBX5551: return 2;
    case DRM_FORMAT_ABGR16161616F:
    case DRM_FORMAT_XBGR16161616F: return 8;
    default: return 4;  // all others that it draws
    }
}

// Copies the content of a surface into a texture. wlroots 0.15 reads client memory unprotected after the buffer is
// destroyed, and with pixman also while it draws. The caller owns `bytes`, which must outlive the texture.
static struct wlr_texture *copy_texture(struct wlr_surface *surface, void **bytes) {
    struct wlr_buffer *buffer = dwl_surface_buffer(surface);
    struct wlr_texture *texture = NULL;
    void *data;
    uint32_t format;
    size_t stride;
    if (!wlr_buffer_begin_data_ptr_access(buffer, WLR_BUFFER_DATA_PTR_ACCESS_READ, &data, &format, &stride))
        return NULL;
    size_t size = stride * buffer->height;
    // libwayland accepts a stride smaller than a row of pixels; the last row would be read beyond its end.
    bool is_whole = stride >= buffer->width * bytes_of_pixel(format);
    *bytes = is_whole && size <= MOST_BYTES ? calloc(1, size) : NULL;
    if (*bytes != NULL) {
        kit_bytes_read(data, *bytes, size);
        texture = wlr_texture_from_pixels(surface->renderer, format, stride, buffer->width, buffer->height, *bytes);
    }
    wlr_buffer_end_data_ptr_access(buffer);
    return texture;
}

static bool draw(struct wlr_surface *surface, struct wlr_texture *texture, struct wlr_buffer *buffer, void *pixels);

bool dwl_surface_draw(struct wlr_surface *surface, struct wlr_buffer *buffer, void *pixels) {
    if (!dwl_surface_has_shared_memory(surface)) return draw(surface, wlr_surface_get_texture(surface), buffer, pixels);
    void *bytes = NULL;
    struct wlr_texture *texture = copy_texture(surface, &bytes);
    bool is_read = draw(surface, texture, buffer, pixels);
    if (texture != NULL) wlr_texture_destroy(texture);
    free(bytes);
    return is_read;
}

static bool draw(struct wlr_surface *surface, struct wlr_texture *texture, struct wlr_buffer *buffer, void *pixels) {
    struct wlr_renderer *renderer = surface->renderer;
    if (texture == NULL || renderer->rendering) return false;
    int width = buffer->width, height = buffer->height;
    bool is_read = false;
    if (wlr_renderer_begin_with_buffer(renderer, buffer)) {
        float identity[9], matrix[9];
        struct wlr_fbox source;
        wlr_matrix_identity(identity);
        wlr_matrix_project_box(matrix, &(struct wlr_box){0, 0, width, height},
                               wlr_output_transform_invert(surface->current.transform), 0, identity);
        wlr_surface_get_buffer_source_box(surface, &source);
        wlr_renderer_clear(renderer, (float[]){0, 0, 0, 0});
        wlr_render_subtexture_with_matrix(renderer, texture, &source, matrix, 1);
        is_read =
            wlr_renderer_read_pixels(renderer, DRM_FORMAT_ARGB8888, NULL, width * 4, width, height, 0, 0, 0, 0, pixels);
        wlr_renderer_end(renderer);
    }
    return is_read;
}
