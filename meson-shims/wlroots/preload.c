// SPDX-License-Identifier: MIT
// Dray in an unmodified sway 1.7: LD_PRELOAD=…/libdray-sway.so sway
//
// sway asks wlroots for a wl_data_device_manager; this library is asked first. Where it cannot help, wlroots is asked as
// ever, and sway runs on without Dray. DRAY_POLICY=wayland chooses the protocol's negotiation alone.
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

// What sway starts is not to load this library as well.
static void leave_children_alone(void) {
    Dl_info own;
    const char *preloaded = getenv("LD_PRELOAD");
    if (preloaded == NULL || dladdr((void *)leave_children_alone, &own) == 0) return;
    char *list = strdup(preloaded), *rest = calloc(1, strlen(preloaded) + 1), *position = NULL;
    if (list != NULL && rest != NULL) {
        for (char *file = strtok_r(list, ": ", &position); file != NULL; file = strtok_r(NULL, ": ", &position)) {
            if (strcmp(file, own.dli_fname) == 0) continue;
            if (rest[0] != '\0') strcat(rest, ":");
            strcat(rest, file);
        }
        if (rest[0] != '\0') setenv("LD_PRELOAD", rest, 1);
        else unsetenv("LD_PRELOAD");
    }
    free(list);
    free(rest);
}

static enum dray_policy_preset chosen_policy(void) {
    const char *name = getenv("DRAY_POLICY");
    if (name == NULL || strcmp(name, "human-interface") == 0) return DRAY_POLICY_HUMAN_INTERFACE;
    if (strcmp(name, "wayland") == 0) return DRAY_POLICY_WAYLAND;
    wlr_log(WLR_ERROR, "dray: DRAY_POLICY is '%s'; human-interface and wayland are possible, and the first is taken", name);
    return DRAY_POLICY_HUMAN_INTERFACE;
}

__attribute__((visibility("default"))) struct wlr_data_device_manager *
wlr_data_device_manager_create(struct wl_display *display) {
    struct dray_policy policy = {.size = sizeof policy};
    dray_policy_init(&policy, chosen_policy());
    leave_children_alone();
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
