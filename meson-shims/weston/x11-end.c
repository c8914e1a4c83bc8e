// SPDX-License-Identifier: MIT
// An X server that crashes. Weston frees its window manager with it, and that leaves a listener on each window's surface,
// which the shell keeps for as long as the window fades: then memory is read that was freed long ago, and whether Weston lives
// depends on what lies there by then. So it is without Dray as well.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "dray-weston.h"

static bool is_of_window_manager(const struct wl_listener *listener) {
    Dl_info code;
    if (dladdr((void *)listener->notify, &code) == 0 || code.dli_fname == NULL) return false;
    const char *name = strrchr(code.dli_fname, '/');
    return strcmp(name != NULL ? name + 1 : code.dli_fname, "xwayland.so") == 0;
}

// It hears who is activated as long as it lives.
static bool has_window_manager(const struct weston_compositor *compositor) {
    struct wl_listener *listener;
    wl_list_for_each(listener, &compositor->activate_signal.listener_list, link)
        if (is_of_window_manager(listener)) return true;
    return false;
}

static enum wl_iterator_result let_go(struct wl_resource *resource, void *data) {
    struct dw_module *module = data;
    if (strcmp(wl_resource_get_class(resource), "wl_surface") != 0) return WL_ITERATOR_CONTINUE;
    struct weston_surface *surface = wl_resource_get_user_data(resource);
    struct wl_listener *listener, *next;
    wl_list_for_each_safe(listener, next, &surface->destroy_signal.listener_list, link) {
        if (!is_of_window_manager(listener)) continue;
        wl_list_remove(&listener->link);
        wl_list_init(&listener->link);
        // While it lives it believes in the surface until it hears this.
        if (has_window_manager(module->compositor)) listener->notify(listener, surface);
    }
    return WL_ITERATOR_CONTINUE;
}

void dw_x11_let_go(struct dw_module *module, struct wl_client *server) {
    wl_client_for_each_resource(server, let_go, module);
}
