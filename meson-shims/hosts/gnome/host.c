// SPDX-License-Identifier: MIT
// The functions that the extension calls.
#include "host.h"

#include <meta/compositor.h>
#include <meta/meta-backend.h>
#include <meta/meta-wayland-compositor.h>

#include "dray-desktop.h"
#include "dray-gnome.h"
#include "dray-policy.h"

struct dg_host *dg_host(void) {
    static struct dg_host host;
    return &host;
}

ClutterSeat *dg_clutter_seat(struct dg_host *host) {
    ClutterContext *context = clutter_actor_get_context(CLUTTER_ACTOR(host->stage));
    return clutter_backend_get_default_seat(clutter_context_get_backend(context));
}

// ----------------------------------------------------------------------------------------------------------------- Log

static void write_line(void *data, enum dray_blame blame, const char *text) {
    if (blame == DRAY_BLAME_NOBODY) g_message("dray: %s", text);  // english: quoted
    else g_warning("dray: %s", text);
}

// ------------------------------------------------------------------------------------------------------------ Settings

static char *value_of(void *data, const char *name) {
    char *text = NULL;
    g_variant_lookup(data, name, "s", &text);
    return text;
}

static void complain(void *data, const char *text) { g_warning("dray: setting %s", text); }

static void read_settings(struct dg_host *host, GVariant *texts) {
    struct kit_settings_source source = {.value_of = value_of, .complain = complain, .data = texts};
    kit_settings_read(&host->settings, &source);
    host->data_control = 0;
    kit_settings_read_switch(&source, "data-control", &host->data_control);
    GVariantIter iterator;
    const char *name;
    g_variant_iter_init(&iterator, texts);
    while (g_variant_iter_next(&iterator, "{&ss}", &name, NULL)) kit_settings_check_name(&source, name);
}

void dray_gnome_configure(GVariant *settings) {
    struct dg_host *host = dg_host();
    read_settings(host, settings);
    if (host->dray == NULL) return;
    dray_engine_set_policy(host->dray, &host->settings.policy);
    dray_engine_set_style(host->dray, &host->settings.style);
    kit_settings_apply(&host->settings, host->dray);
}

// --------------------------------------------------------------------------------------------------------------- Start

static void handle_scene_changed(struct dg_host *host) {
    dray_engine_scene_changed(host->dray);
    dray_seat_scene_changed(host->seat, DRAY_TIME_OF_DEVICE);
}

static void follow_window(MetaDisplay *desk, MetaWindow *window, struct dg_host *host) {
    static const char *const signals[] = {"position-changed",  "size-changed", "notify::minimized", "raised",
                                          "workspace-changed", "shown",        "unmanaged"};
    for (size_t index = 0; index < G_N_ELEMENTS(signals); index++)
        g_signal_connect_swapped(window, signals[index], G_CALLBACK(handle_scene_changed), host);
}

static void follow_scene(struct dg_host *host) {
    GList *windows = meta_display_list_all_windows(host->desk);
    for (GList *link = windows; link != NULL; link = link->next) follow_window(host->desk, link->data, host);
    g_list_free(windows);
    g_signal_connect(host->desk, "window-created", G_CALLBACK(follow_window), host);
    g_signal_connect_swapped(host->desk, "restacked", G_CALLBACK(handle_scene_changed), host);
    g_signal_connect_swapped(meta_display_get_workspace_manager(host->desk), "active-workspace-changed",
                             G_CALLBACK(handle_scene_changed), host);
}

// The shell is ending: clients lose their connections next.
static void stop(struct dg_host *host) {
    MetaSelection *selection = meta_display_get_selection(host->desk);
    dg_x11_hang_up(host);
    dg_presses_stop(host);
    dg_globals_stop(host);
    dray_engine_destroy(host->dray);
    host->dray = NULL;
    host->seat = NULL;
    dg_input_stop(host);
    dg_layers_stop(host);
    g_signal_handlers_disconnect_by_data(selection, host);
    g_signal_handlers_disconnect_by_data(host->desk, host);
    g_signal_handlers_disconnect_by_data(meta_display_get_workspace_manager(host->desk), host);
    GList *windows = meta_display_list_all_windows(host->desk);
    for (GList *link = windows; link != NULL; link = link->next) g_signal_handlers_disconnect_by_data(link->data, host);
    g_list_free(windows);
    kit_log_finish(&host->log);
}

static bool start(struct dg_host *host, MetaContext *context, GError **error) {
    MetaWaylandCompositor *compositor = meta_context_get_wayland_compositor(context);
    if (compositor == NULL) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "this is not a Wayland session");
        return false;
    }
    host->context = context;
    host->display = meta_wayland_compositor_get_wayland_display(compositor);
    host->desk = meta_context_get_display(context);
    host->stage = CLUTTER_STAGE(meta_compositor_get_stage(meta_display_get_compositor(host->desk)));
    host->pointer = meta_backend_get_cursor_tracker(meta_context_get_backend(context));
    host->log.write = write_line;
    host->log.host = "dray-gnome";
    struct dray_engine_options options = {.size = sizeof options, .host = &dg_host_interface, .host_data = host};
    options.policy = &host->settings.policy;
    options.style = &host->settings.style;
    options.log = kit_log_write;
    options.log_data = &host->log;
    options.host_primary_selection = 1;
    // The setting can change: globals.c hides the protocols.
    options.data_control = 1;
    options.fingers_drag_beside = 1;
    if (!dg_globals_start(host)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "mutter's filter of globals was not found");
        return false;
    }
    dg_icons_start(host);
    dg_carry_start(host);
    enum dray_status status = dray_engine_create(host->display, &options, &host->dray);
    if (status == DRAY_OK) status = dg_host_complete(host->dray);
    if (status == DRAY_OK) status = dray_seat_create(host->dray, host, &host->seat);
    if (status != DRAY_OK) {
        dg_globals_stop(host);
        dray_engine_destroy(host->dray);
        host->dray = NULL;
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s", dray_status_text(status));
        return false;
    }
    kit_settings_apply(&host->settings, host->dray);
    dg_layers_start(host);
    dg_input_start(host);
    dg_presses_start(host);
    dg_clipboard_start(host);
    dg_x11_start(host);
    follow_scene(host);
    g_signal_connect_swapped(host->desk, "closing", G_CALLBACK(stop), host);
    return true;
}

gboolean dray_gnome_enable(MetaContext *context, GVariant *settings, GError **error) {
    struct dg_host *host = dg_host();
    if (host->dray == NULL) {
        read_settings(host, settings);
        if (!start(host, context, error)) return false;
    } else {
        dray_gnome_configure(settings);
    }
    host->is_enabled = true;
    g_message("dray: version %s does drag and drop", dray_version());
    return true;
}

void g_io_module_load(GIOModule *module) {}
void g_io_module_unload(GIOModule *module) {}

void dray_gnome_disable(void) {
    struct dg_host *host = dg_host();
    host->is_enabled = false;
    if (host->dray == NULL) return;
    const struct dray_desktop_options unnamed = {.size = sizeof unnamed,
                                                 .parts = host->settings.desktop & ~(uint32_t)DRAY_DESKTOP_NAMES};
    dray_engine_set_desktop(host->dray, &unnamed);
}

void dray_gnome_set_locked(gboolean is_locked) {
    struct dg_host *host = dg_host();
    host->is_locked = is_locked;
    if (host->seat == NULL) return;
    dg_layers_hide(host, is_locked);
    if (is_locked) dray_seat_cancel(host->seat, DRAY_INTERRUPTION_SESSION_LOCKED);
}

void dray_gnome_drag_by_keyboard(void) {
    if (dg_host()->is_enabled && dg_host()->seat != NULL) dg_input_drag_by_keyboard(dg_host());
}
