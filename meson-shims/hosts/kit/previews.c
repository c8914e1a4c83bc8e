// SPDX-License-Identifier: MIT
// Each preview listens to commits and to the destruction of its surface. The destroy listener is also used to look it
// up.
#include "previews.h"
#include "dray-protocols.h"

#include <stdlib.h>

struct preview {
    struct wl_list link;  // struct kit_previews.all
    struct dray_engine *dray;
    struct wl_resource *surface;
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
    dray_engine_preview_changed(preview->dray, preview->surface);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct preview *preview = wl_container_of(listener, preview, destroyed);
    forget(preview);
}

void kit_previews_init(struct kit_previews *previews) { wl_list_init(&previews->all); }

void kit_previews_add(struct kit_previews *previews, struct dray_engine *dray, struct wl_resource *surface,
                      struct wl_signal *commit) {
    // A lookup in constant time, since the number of a client's previews is not limited.
    if (wl_resource_get_destroy_listener(surface, handle_destroyed) != NULL) return;
    struct preview *preview = calloc(1, sizeof *preview);
    if (preview == NULL) return;
    preview->dray = dray;
    preview->surface = surface;
    wl_list_insert(&previews->all, &preview->link);
    preview->commit.notify = handle_commit;
    wl_signal_add(commit, &preview->commit);
    preview->destroyed.notify = handle_destroyed;
    wl_resource_add_destroy_listener(surface, &preview->destroyed);
}

void kit_previews_finish(struct kit_previews *previews) {
    struct preview *preview, *next;
    wl_list_for_each_safe(preview, next, &previews->all, link) forget(preview);
    kit_copy_free(&previews->copy);
}
