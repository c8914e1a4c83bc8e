// SPDX-License-Identifier: MIT
// Surfaces that items of a client's look like, by dray_drag_v1. They are on no screen themselves: Dray draws what is on them.
#include "adapter.h"
#include "reader.h"

struct preview {
    struct wl_list link;  // struct dray_wlroots.previews
    struct dray_wlroots *adapter;
    struct wlr_surface *surface;
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
    dray_engine_preview_changed(preview->adapter->dray, preview->surface->resource);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct preview *preview = wl_container_of(listener, preview, destroyed);
    forget(preview);
}

bool dwl_preview_adopt(struct dray_wlroots *adapter, struct wlr_surface *surface) {
    struct preview *preview;
    if (!dwl_surface_become_preview(surface)) return false;
    // A client may make as many as it likes: they are not searched for among all others.
    if (wl_signal_get(&surface->events.destroy, handle_destroyed) != NULL) return true;
    preview = calloc(1, sizeof *preview);
    // What is drawn on it later is not heard of then, and that is all.
    if (preview == NULL) return true;
    preview->adapter = adapter;
    preview->surface = surface;
    wl_list_insert(&adapter->previews, &preview->link);
    preview->commit.notify = handle_commit;
    wl_signal_add(&surface->events.commit, &preview->commit);
    preview->destroyed.notify = handle_destroyed;
    wl_signal_add(&surface->events.destroy, &preview->destroyed);
    return true;
}

void dwl_previews_finish(struct dray_wlroots *adapter) {
    struct preview *preview, *next;
    wl_list_for_each_safe(preview, next, &adapter->previews, link) forget(preview);
    kit_copy_free(&adapter->preview_copy);
}
