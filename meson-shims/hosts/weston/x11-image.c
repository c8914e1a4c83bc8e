// SPDX-License-Identifier: MIT
// Drag images of X clients after the drag. Xwayland keeps the surface of a window for a second longer than the window
// itself, so that a window manager sees both events in either order. During that second Weston 10 shows the surface and
// gives it input. GTK's drag image flies back to its origin, where the next press would hit a window that no longer
// exists.
#include <stdlib.h>

#include "dray-weston.h"

struct image {
    struct weston_surface *surface;
    struct wl_listener committed, destroyed;
};

static void take_no_input(struct weston_surface *surface) { pixman_region32_clear(&surface->input); }

// Weston applies the client's input region at each commit, so the region is cleared after each.
static void handle_committed(struct wl_listener *listener, void *data) {
    struct image *image = wl_container_of(listener, image, committed);
    take_no_input(image->surface);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct image *image = wl_container_of(listener, image, destroyed);
    wl_list_remove(&image->committed.link);
    wl_list_remove(&image->destroyed.link);
    free(image);
}

static void pass_by(struct weston_surface *surface) {
    if (wl_signal_get(&surface->destroy_signal, handle_destroyed) != NULL) return;
    struct image *image = calloc(1, sizeof *image);
    if (image == NULL) return;
    image->surface = surface;
    image->committed.notify = handle_committed;
    image->destroyed.notify = handle_destroyed;
    wl_signal_add(&surface->commit_signal, &image->committed);
    wl_signal_add(&surface->destroy_signal, &image->destroyed);
    take_no_input(surface);
}

void dw_x11_pass_images_by(struct dw_module *module) {
    struct weston_view *view;
    wl_list_for_each(view, &module->compositor->view_list, link)
        if (dw_x11_is_image(module, view)) pass_by(view->surface);
}
