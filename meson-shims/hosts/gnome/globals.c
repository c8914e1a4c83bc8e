// SPDX-License-Identifier: MIT
// A display can have one wl_data_device_manager for each client: Dray's, or mutter's while the extension is disabled.
// mutter's xdg_toplevel_drag_manager_v1 is hidden as well: it takes every data source for one of mutter's.
#include <malloc.h>

#include "dray-gnome.h"
#include "dray-protocols.h"

static wl_display_global_filter_func_t mutter_filter;
static void *mutter_data;

static bool is_data_control(const char *name) {
    return strcmp(name, "zwlr_data_control_manager_v1") == 0 || strcmp(name, "ext_data_control_manager_v1") == 0;
}

static bool filter(const struct wl_client *client, const struct wl_global *global, void *data) {
    const struct dg_host *host = data;
    const char *name = wl_global_get_interface(global)->name;
    if (host->dray != NULL && dray_engine_owns_global(host->dray, global))
        return host->is_enabled && (host->data_control || !is_data_control(name)) &&
               dray_engine_shows_global(host->dray, client, global);
    if (host->is_enabled &&
        (strcmp(name, "wl_data_device_manager") == 0 || strcmp(name, "xdg_toplevel_drag_manager_v1") == 0))
        return false;
    return mutter_filter == NULL || mutter_filter(client, global, mutter_data);
}

// mutter's own filter hides globals from some clients, and must be asked. libwayland has no getter for it, so two
// filters are set, and the words of the display that hold them are compared with what they held before.
bool dg_globals_start(struct dg_host *host) {
    size_t size = malloc_usable_size(host->display), count = size / sizeof(void *), found = 0;
    void *const *now = (void *const *)host->display;
    void **before = g_memdup2(host->display, size);
    wl_display_set_global_filter(host->display, filter, host);
    for (size_t index = 0; index + 1 < count; index++) {
        bool is_filter = now[index] == (void *)filter && before[index] != now[index];
        if (!is_filter || now[index + 1] != (void *)host || before[index + 1] == now[index + 1]) continue;
        mutter_filter = (wl_display_global_filter_func_t)before[index];
        mutter_data = before[index + 1];
        found++;
    }
    // Otherwise the display is as it was, with the filter that was not found.
    if (found != 1) memcpy(host->display, before, size);
    g_free(before);
    return found == 1;
}

void dg_globals_stop(struct dg_host *host) { wl_display_set_global_filter(host->display, mutter_filter, mutter_data); }
