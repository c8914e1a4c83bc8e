// SPDX-License-Identifier: MIT
// Initialises and destroys the module. loader.c loads it into Weston.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-server-protocol.h>

#include "dray-weston.h"
#include "dray-desktop.h"
#include "dray-protocols.h"

static bool show_global(const struct wl_client *client, const struct wl_global *global, void *data) {
    struct dw_module *module = data;
    if (!dray_engine_shows_global(module->dray, client, global)) return false;
    if (strcmp(wl_global_get_interface(global)->name, "wl_data_device_manager") != 0) return true;
    return dray_engine_owns_global(module->dray, global);
}

static void write_line(void *data, enum dray_blame blame, const char *text) { weston_log("dray: %s\n", text); }

// Stays in Weston's list for good. It cannot be removed at the end: its neighbour is a listener of Weston's shell,
// which frees that without removing it from the list.
static struct {
    struct wl_listener listener;
    struct dw_module *module;
} seat_created;

static void handle_seat_created(struct wl_listener *listener, void *data) {
    if (seat_created.module != NULL) dw_seat_create(seat_created.module, data);
}

static void module_destroy(struct dw_module *module) {
    seat_created.module = NULL;
    wl_list_remove(&module->compositor_destroyed.link);
    wl_display_set_global_filter(module->compositor->wl_display, NULL, NULL);
    struct dw_seat *seat, *next_seat;
    struct dw_drag *drag, *next_drag;
    dw_x11_forget(module);
    wl_list_for_each_safe(seat, next_seat, &module->seats, link) dw_seat_destroy(seat);
    wl_list_for_each_safe(drag, next_drag, &module->drags, link) dw_drag_destroy(drag);
    dw_scene_forget(module);
    weston_binding_destroy(module->touch_binding);
    if (module->shortcut != NULL) weston_binding_destroy(module->shortcut);
    dray_engine_destroy(module->dray);
    kit_serials_destroy(module->serials);
    kit_log_finish(&module->log);
    dw_pixels_destroy(module->pixels);
    wl_event_source_remove(module->icon_timer);
    if (module->reading_shown != NULL) wl_event_source_remove(module->reading_shown);
    weston_layer_fini(&module->layer);
    kit_previews_finish(&module->previews);
    dw_settings_finish(&module->settings);
    free(module);
}

static void handle_compositor_destroyed(struct wl_listener *listener, void *data) {
    struct dw_module *module = wl_container_of(listener, module, compositor_destroyed);
    module_destroy(module);
}

// Weston keeps what a client has copied and writes it to any requesting client. One that closes its end of the pipe
// would kill Weston by SIGPIPE. The signal is handled rather than ignored, because child processes would inherit the
// ignored state.
static void handle_broken_pipe(int number) {}

static void survive_broken_pipes(void) {
    struct sigaction action;
    if (sigaction(SIGPIPE, NULL, &action) != 0) return;
    if ((action.sa_flags & SA_SIGINFO) || action.sa_handler != SIG_DFL) return;
    action = (struct sigaction){.sa_handler = handle_broken_pipe, .sa_flags = SA_RESTART};
    sigaction(SIGPIPE, &action, NULL);
}

// Returns a negative value, after logging the reason, if the module cannot start.
WL_EXPORT int dray_weston_init(struct weston_compositor *compositor, int *argc, char *argv[]);
WL_EXPORT int dray_weston_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
    struct dw_module *module = calloc(1, sizeof *module);
    if (module == NULL) return -1;
    module->compositor = compositor;
    module->log.write = write_line;
    module->log.host = "dray-weston";
    wl_list_init(&module->seats);
    wl_list_init(&module->drags);
    kit_previews_init(&module->previews);
    wl_list_init(&module->attached);
    wl_list_init(&module->outputs);
    // Must precede the first client.
    module->serials = kit_serials_create(compositor->wl_display, dw_device_seat);
    if (module->serials == NULL) {
        weston_log("dray: no memory: not loaded\n");
        free(module);
        return -1;
    }

    dw_settings_read(&module->settings, compositor);
    struct dray_engine_options options = {
        .size = sizeof options,
        .host = &dw_host,
        .host_data = module,
        .policy = &module->settings.common.policy,
        .style = &module->settings.common.style,
        .log = kit_log_write,
        .log_data = &module->log,
        .data_control = module->settings.data_control,
        .fingers_drag_beside = 1,
    };
    enum dray_status status = dray_engine_create(compositor->wl_display, &options, &module->dray);
    if (status == DRAY_OK) status = dw_host_complete(module->dray);
    if (status != DRAY_OK) {
        weston_log("dray: %s: not loaded\n", dray_status_text(status));
        dray_engine_destroy(module->dray);
        dw_settings_finish(&module->settings);
        kit_serials_destroy(module->serials);
        free(module);
        return -1;
    }
    survive_broken_pipes();
    kit_settings_apply(&module->settings.common, module->dray);
    module->pixels =
        dw_pixels_create(module, module->settings.cursor_theme, module->settings.cursor_size, dw_layers_show_arrived);
    module->icon_timer =
        wl_event_loop_add_timer(wl_display_get_event_loop(compositor->wl_display), dw_icons_may_draw, module);
    weston_layer_init(&module->layer, compositor);
    weston_layer_set_position(&module->layer, WESTON_LAYER_POSITION_CURSOR - 1);
    dw_scene_watch(module);
    dw_x11_watch(module);
    dw_click_add_touch(module);

    // Weston's own global stays but is hidden from clients. No client is connected yet.
    wl_display_set_global_filter(compositor->wl_display, show_global, module);
    seat_created.module = module;
    seat_created.listener.notify = handle_seat_created;
    wl_signal_add(&compositor->seat_created_signal, &seat_created.listener);
    module->compositor_destroyed.notify = handle_compositor_destroyed;
    wl_signal_add(&compositor->destroy_signal, &module->compositor_destroyed);
    struct weston_seat *seat;
    wl_list_for_each(seat, &compositor->seat_list, link) dw_seat_create(module, seat);
    weston_log("dray: version %s does drag and drop\n", dray_version());
    return 0;
}
