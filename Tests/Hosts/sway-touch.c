// SPDX-License-Identifier: MIT
// For tests only: preloaded into sway, it gives its headless backend a touch screen, which a socket drives whose path is in
// DRAY_TEST_DEVICES; see wlroots-devices.c for the commands.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "wlroots-compositor.h"

__attribute__((visibility("default"))) struct wlr_backend *wlr_headless_backend_create(struct wl_display *display) {
    static struct compositor compositor;
    struct wlr_backend *(*original)(struct wl_display *) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
    struct wlr_backend *backend = original(display);
    const char *path = getenv("DRAY_TEST_DEVICES");
    if (compositor.backend != NULL || backend == NULL || path == NULL) return backend;
    compositor.display = display;
    compositor.backend = backend;
    if (devices_create(&compositor, path) != 0) abort();
    return backend;
}
