// SPDX-License-Identifier: MIT
// Preview surfaces of drag items. Weston does not show them, so it reads nothing from them. If the buffer is not shared
// memory, it is not read here either, and Dray shows a generic image for the type.
#include <string.h>

#include "dray-weston.h"

int dw_preview_adopt(void *data, struct wl_resource *resource) {
    struct dw_module *module = data;
    struct weston_surface *surface = wl_resource_get_user_data(resource);
    const char *role = weston_surface_get_role(surface);
    // weston_surface_set_role would post another protocol error.
    if (role != NULL && strcmp(role, KIT_PREVIEW_ROLE) != 0) return 0;
    if (weston_surface_set_role(surface, KIT_PREVIEW_ROLE, resource, 0) < 0) return 0;
    kit_previews_add(&module->previews, module->dray, resource, &surface->commit_signal);
    return 1;
}

int dw_preview_read(void *data, struct wl_resource *resource, struct dray_image *picture) {
    struct dw_module *module = data;
    struct weston_surface *surface = wl_resource_get_user_data(resource);
    struct weston_buffer *buffer = surface->buffer_ref.buffer;
    struct wl_shm_buffer *memory = buffer != NULL && buffer->resource != NULL ? dw_buffer_memory(buffer) : NULL;
    dw_surface_may_draw(surface);
    if (memory == NULL || surface->width <= 0) return 0;
    // The scale of the client's buffer.
    double scale = (double)wl_shm_buffer_get_width(memory) / surface->width;
    if (!dw_surface_read(surface, memory, scale, &module->previews.copy)) return 0;
    *picture = kit_image(&module->previews.copy, surface->width, surface->height, 0, 0);
    return 1;
}
