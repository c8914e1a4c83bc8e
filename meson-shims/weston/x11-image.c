// SPDX-License-Identifier: MIT
// The pictures of what X clients drag, once a drag is over. Xwayland keeps the surface of a window for a second longer than the
// window itself, so that a window manager hears of both whichever comes first; as long Weston 10 shows it, and has it take the
// pointer. GTK's picture flies back to where it came from: whoever picks it up again there would press what is no more.
#include <stdlib.h>

#include "dray-weston.h"

struct image {
    struct weston_surface *surface;
    struct wl_listener committed, destroyed;
};

static void take_no_input(struct weston_surface *surface) { pixman_region32_clear(&surface->input); }

// Weston looks at each commit what the client has said of input.
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
