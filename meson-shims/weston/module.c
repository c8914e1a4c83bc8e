// SPDX-License-Identifier: MIT
// The module's beginning and end: `weston --modules=/path/to/dray-weston.so`.
//
//     [dray]
//     policy=human-interface    # or wayland: what Weston does by itself
//     reduce-motion=false
//     dark=false
//     opacity=0.8
#define _GNU_SOURCE
#include <libweston/version.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wayland-server-protocol.h>
#include <weston.h>

#include "dray-weston.h"

static bool show_global(const struct wl_client *client, const struct wl_global *global, void *data) {
    struct dw_module *module = data;
    if (strcmp(wl_global_get_interface(global)->name, "wl_data_device_manager") != 0) return true;
    return dray_engine_owns_global(module->dray, global);
}

static void write_log(void *data, enum dray_blame blame, const char *text) {
    static const char *const names[] = {"", "mistake of dray-weston: ", "mistake of a client: ", "mistake of Dray: "};
    weston_log("dray: %s%s\n", names[blame], text);
}

static void write_trace(void *data, uint64_t drag, const char *text) {
    weston_log("dray: drag %llu: %s\n", (unsigned long long)drag, text);
}

static int handle_tick(void *data) {
    dw_images_tick(data);
    return 0;
}

static void handle_seat_created(struct wl_listener *listener, void *data) {
    struct dw_module *module = wl_container_of(listener, module, seat_created);
    dw_seat_create(module, data);
}

static void module_destroy(struct dw_module *module) {
    wl_list_remove(&module->seat_created.link);
    wl_list_remove(&module->compositor_destroyed.link);
    wl_display_set_global_filter(module->compositor->wl_display, NULL, NULL);
    struct dw_seat *seat, *next;
    wl_list_for_each_safe(seat, next, &module->seats, link) dw_seat_destroy(seat);
    while (!wl_list_empty(&module->images)) {
        // The link is the first field of an image.
        dw_image_destroy((struct dw_image *)module->images.next);
    }
    dray_engine_destroy(module->dray);
    dw_pixels_destroy(module->pixels);
    if (module->tick != NULL) wl_event_source_remove(module->tick);
    weston_layer_fini(&module->layer);
    free(module);
}

static void handle_compositor_destroyed(struct wl_listener *listener, void *data) {
    struct dw_module *module = wl_container_of(listener, module, compositor_destroyed);
    module_destroy(module);
}

static void read_settings(struct dw_module *module, struct dray_policy *policy) {
    struct weston_config_section *section =
        weston_config_get_section(wet_get_config(module->compositor), "dray", NULL, NULL);
    char *name = NULL;
    weston_config_section_get_string(section, "policy", &name, "human-interface");
    enum dray_policy_preset preset = DRAY_POLICY_HUMAN_INTERFACE;
    if (strcmp(name, "wayland") == 0) preset = DRAY_POLICY_WAYLAND;
    else if (strcmp(name, "human-interface") != 0)
        weston_log("dray: weston.ini: [dray] policy=%s is neither human-interface nor wayland\n", name);
    free(name);
    dray_policy_init(policy, preset);

    bool is_set;
    double opacity;
    weston_config_section_get_bool(section, "reduce-motion", &is_set, false);
    module->style.reduce_motion = is_set;
    weston_config_section_get_bool(section, "dark", &is_set, false);
    module->style.dark = is_set;
    weston_config_section_get_double(section, "opacity", &opacity, module->style.opacity);
    if (opacity >= 0 && opacity <= 1) module->style.opacity = opacity;
    else weston_log("dray: weston.ini: [dray] opacity=%g is not between 0 and 1\n", opacity);
}

static int find_weston(struct dl_phdr_info *info, size_t size, void *data) {
    const char *file = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    if (file != NULL && strncmp(file, "/libweston-", 11) == 0 && strstr(file, ".so") != NULL &&
        strtol(file + 11, NULL, 10) > 0)
        *(long *)data = strtol(file + 11, NULL, 10);
    return 0;
}

WL_EXPORT int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    // The structures of libweston differ between versions, and the module is not linked with it: it has the version that
    // is here already.
    long version = 0;
    dl_iterate_phdr(find_weston, &version);
    if (version != WESTON_VERSION_MAJOR) {
        weston_log("dray: this module is for Weston %d, and this is version %ld: not loaded\n", WESTON_VERSION_MAJOR,
                   version);
        return -1;
    }
    struct dw_module *module = calloc(1, sizeof *module);
    if (module == NULL) return -1;
    module->compositor = compositor;
    wl_list_init(&module->seats);
    wl_list_init(&module->images);

    struct dray_policy policy = {.size = sizeof policy};
    module->style.size = sizeof module->style;
    dray_style_init(&module->style);
    read_settings(module, &policy);
    // For reports of mistakes: every event of every drag goes to the log.
    struct dray_host_interface host = dw_host;
    if (getenv("DRAY_TRACE") != NULL) host.trace = write_trace;
    struct dray_engine_options options = {
        .size = sizeof options, .host = &host, .host_data = module, .policy = &policy, .log = write_log};
    enum dray_status status = dray_engine_create(compositor->wl_display, &options, &module->dray);
    if (status != DRAY_OK) {
        weston_log("dray: %s: not loaded\n", dray_status_text(status));
        free(module);
        return -1;
    }
    module->pixels = dw_pixels_create(module);
    module->tick =
        wl_event_loop_add_timer(wl_display_get_event_loop(compositor->wl_display), handle_tick, module);
    weston_layer_init(&module->layer, compositor);
    weston_layer_set_position(&module->layer, WESTON_LAYER_POSITION_CURSOR - 1);

    // Weston's own manager stays, and nobody sees it. No client is there yet.
    wl_display_set_global_filter(compositor->wl_display, show_global, module);
    module->seat_created.notify = handle_seat_created;
    wl_signal_add(&compositor->seat_created_signal, &module->seat_created);
    module->compositor_destroyed.notify = handle_compositor_destroyed;
    wl_signal_add(&compositor->destroy_signal, &module->compositor_destroyed);
    struct weston_seat *seat;
    wl_list_for_each(seat, &compositor->seat_list, link) dw_seat_create(module, seat);
    weston_log("dray: version %s does drag and drop\n", dray_version());
    return 0;
}
