// SPDX-License-Identifier: MIT
#include "0.15.h"

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

bool dwl_surface_draw(struct wlr_surface *surface, struct wlr_buffer *buffer, void *pixels) {
    struct wlr_renderer *renderer = surface->renderer;
    struct wlr_texture *texture = wlr_surface_get_texture(surface);
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
        is_read = wlr_renderer_read_pixels(renderer, DRM_FORMAT_ARGB8888, NULL, width * 4, width, height, 0, 0, 0, 0,
                                           pixels);
        wlr_renderer_end(renderer);
    }
    return is_read;
}
