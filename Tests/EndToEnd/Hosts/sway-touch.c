// SPDX-License-Identifier: MIT
// For tests only: preloaded into sway, adds a touch screen to its headless backend. A socket, whose path is in
// DRAY_TEST_DEVICES, accepts commands; see wlroots-devices.c.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <wlr/version.h>

#include "wlroots-compositor.h"

static struct wlr_backend *headless;
static struct wl_event_loop *loop;

// The argument is a display before wlroots 0.18, and its event loop from then on.
__attribute__((visibility("default"))) struct wlr_backend *wlr_headless_backend_create(void *display_or_loop) {
    struct wlr_backend *(*original)(void *) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
    struct wlr_backend *backend = original(display_or_loop);
    if (headless != NULL || backend == NULL || getenv("DRAY_TEST_DEVICES") == NULL) return backend;
    headless = backend;
#if WLR_VERSION_NUM >> 8 >= 18
    loop = display_or_loop;
#else
    loop = wl_display_get_event_loop(display_or_loop);
#endif
    return backend;
}

// By then the compositor listens for new devices.
__attribute__((visibility("default"))) bool wlr_backend_start(struct wlr_backend *backend) {
    bool (*original)(struct wlr_backend *) = dlsym(RTLD_NEXT, "wlr_backend_start");
    bool is_started = original(backend);
    if (backend == headless && is_started && devices_create(headless, loop, getenv("DRAY_TEST_DEVICES")) != 0) abort();
    return is_started;
}
