// SPDX-License-Identifier: MIT
// Dray in an unmodified sway 1.7: LD_PRELOAD=…/libdray-sway.so sway
//
// sway asks wlroots for a wl_data_device_manager; this library is asked first. Where it cannot help, wlroots is asked as
// ever, and sway runs on without Dray.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"

static void handle_display_destroyed(struct wl_listener *listener, void *data) {
    struct wlr_data_device_manager *manager = wl_container_of(listener, manager, display_destroy);
    wl_list_remove(&manager->display_destroy.link);
    wl_signal_emit(&manager->events.destroy, manager);
    free(manager);
}

__attribute__((visibility("default"))) struct wlr_data_device_manager *
wlr_data_device_manager_create(struct wl_display *display) {
    struct dray_policy policy = {.size = sizeof policy};
    const char *name = getenv("DRAY_POLICY");
    dray_policy_init(&policy, name != NULL && strcmp(name, "wayland") == 0 ? DRAY_POLICY_WAYLAND
                                                                           : DRAY_POLICY_HUMAN_INTERFACE);
    struct wlr_data_device_manager *manager = NULL;
    if (dray_wlroots_create(display, &policy) != NULL) manager = calloc(1, sizeof *manager);
    if (manager == NULL) {
        wlr_log(WLR_ERROR, "dray: the compositor runs without Dray");
        struct wlr_data_device_manager *(*original)(struct wl_display *) =
            dlsym(RTLD_NEXT, "wlr_data_device_manager_create");
        return original != NULL ? original(display) : NULL;
    }
    wl_list_init(&manager->data_sources);
    wl_signal_init(&manager->events.destroy);
    manager->display_destroy.notify = handle_display_destroyed;
    wl_display_add_destroy_listener(display, &manager->display_destroy);
    return manager;
}
