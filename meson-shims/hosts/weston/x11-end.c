// SPDX-License-Identifier: MIT
// Handles an X server that crashes. Weston frees its window manager together with it, but leaves a listener of the
// window manager on each window's surface. The shell keeps the surface while the window fades out, and then calls into
// freed memory, which may crash Weston. Weston has this fault without Dray as well.
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

// Whether a window manager exists: it listens to activations as long as it lives.
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
        // A living window manager would keep using the surface, so it is notified here.
        if (has_window_manager(module->compositor)) listener->notify(listener, surface);
    }
    return WL_ITERATOR_CONTINUE;
}

void dw_x11_remove_listeners(struct dw_module *module, struct wl_client *server) {
    wl_client_for_each_resource(server, let_go, module);
}
