// SPDX-License-Identifier: MIT
// Surfaces that items of a client's look like, by dray_drag_v1. Weston shows them nowhere, and so reads nothing of them: Dray draws
// what is in their memory. What is not in shared memory is not read, and a picture of its kind is shown.
#include <stdlib.h>
#include <string.h>
#include <wayland-server-protocol.h>

#include "dray-weston.h"

struct preview {
    struct wl_list link;  // struct dw_module.previews
    struct dw_module *module;
    struct weston_surface *surface;
    struct wl_listener commit, destroyed;
};

static void forget(struct preview *preview) {
    wl_list_remove(&preview->link);
    wl_list_remove(&preview->commit.link);
    wl_list_remove(&preview->destroyed.link);
    free(preview);
}

static void handle_commit(struct wl_listener *listener, void *data) {
    struct preview *preview = wl_container_of(listener, preview, commit);
    dray_engine_preview_changed(preview->module->dray, preview->surface->resource);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct preview *preview = wl_container_of(listener, preview, destroyed);
    forget(preview);
}

bool dw_preview_adopt(struct dw_module *module, struct weston_surface *surface) {
    struct preview *preview;
    const char *role = weston_surface_get_role(surface);
    // Weston itself would post an error of its own choice.
    if (role != NULL && strcmp(role, DW_PREVIEW_ROLE) != 0) return false;
    // A client may make as many as it likes: they are not searched for among all others.
    if (wl_signal_get(&surface->destroy_signal, handle_destroyed) != NULL) return true;
    preview = calloc(1, sizeof *preview);
    if (preview == NULL || weston_surface_set_role(surface, DW_PREVIEW_ROLE, surface->resource, 0) < 0) {
        free(preview);
        return false;
    }
    preview->module = module;
    preview->surface = surface;
    wl_list_insert(&module->previews, &preview->link);
    preview->commit.notify = handle_commit;
    wl_signal_add(&surface->commit_signal, &preview->commit);
    preview->destroyed.notify = handle_destroyed;
    wl_signal_add(&surface->destroy_signal, &preview->destroyed);
    return true;
}

static void let_draw(struct weston_surface *surface) {
    struct wl_resource *callback, *next;
    wl_resource_for_each_safe(callback, next, &surface->frame_callback_list) {
        wl_callback_send_done(callback, kit_now() / 1000);
        wl_resource_destroy(callback);
    }
}

bool dw_preview_read(struct dw_module *module, struct weston_surface *surface, struct dray_image *picture) {
    struct weston_buffer *buffer = surface->buffer_ref.buffer;
    struct wl_shm_buffer *memory = buffer != NULL && buffer->resource != NULL ? dw_buffer_memory(buffer) : NULL;
    struct dray_image image;
    let_draw(surface);
    if (memory == NULL || surface->width <= 0) return false;
    // As sharp as it was drawn.
    if (!dw_surface_read(surface, memory, (double)wl_shm_buffer_get_width(memory) / surface->width, &image)) return false;
    free(module->preview_pixels);
    module->preview_pixels = (void *)image.bytes;
    *picture = image;
    return true;
}

void dw_previews_finish(struct dw_module *module) {
    struct preview *preview, *next;
    wl_list_for_each_safe(preview, next, &module->previews, link) forget(preview);
    free(module->preview_pixels);
}
