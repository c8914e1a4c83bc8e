// SPDX-License-Identifier: MIT
// The adapter as a whole: the version check, the log, and creation and destruction with the display.
#include "adapter.h"

#include "../pixels/client.h"
#include "xwayland-bridge.h"
#include "loaded.h"
#include "picture.h"
#include "tracker.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-policy.h"

// ------------------------------------------------------------------------------------------------------------ Version

// Whether the path is of this library: libwlroots.so.10.0.0 is libwlroots.so.10, but not libwlroots.so.1.
static bool is_file(const char *path, const char *name) {
    const char *file = strrchr(path, '/') + 1;
    size_t length = strlen(name);
    return strncmp(file, name, length) == 0 && (file[length] == '\0' || file[length] == '.');
}

bool dray_wlroots_is_compatible(void) {
    // wlroots changes its structures with every minor version, and the name of its library with them.
    int minor;
    const char *path = wlroots_loaded(&minor);
    if (path != NULL && is_file(path, DRAY_WLROOTS_FILE)) return true;
    wlr_log(WLR_ERROR, "dray: made for wlroots %s (%s), and this is %s", WLR_VERSION_STR, DRAY_WLROOTS_FILE,
            path != NULL ? path : "no shared library");
    return false;
}

// ---------------------------------------------------------------------------------------------------------------- Log

static void write_line(void *data, enum dray_blame blame, const char *text) {
    wlr_log(blame == DRAY_BLAME_NOBODY ? WLR_INFO : WLR_ERROR, "dray: %s", text);  // english: quoted
}

// For bug reports: logs every event of every drag.
// -------------------------------------------------------------------------------------------------- Beginning and end

static void handle_moved(void *data) {
    struct dray_wlroots *adapter = data;
    dray_engine_scene_changed(adapter->dray);
    dwl_x11_bridge_look(adapter);
}

// With a scene, each layer is shown at its own position.
static void handle_scene(void *data) {
    struct dray_wlroots *adapter = data;
    struct dray_style style = adapter->style;
    if (adapter->tracker->scene == NULL) style.hide_ring = 1;
    dray_engine_set_style(adapter->dray, &style);
}

// wlroots records the serial of one finger. Serials are recorded here while there may be further fingers.
static void handle_fingers(void *data) {
    struct dray_wlroots *adapter = data;
    if (adapter->serials != NULL) kit_serials_listen(adapter->serials, dwl_tracker_may_be_touched(adapter->tracker));
}

static const void *seat_of_touch(struct wl_resource *device) {
    bool is_touch = strcmp(wl_resource_get_class(device), "wl_touch") == 0;
    struct wlr_seat_client *client = is_touch ? wl_resource_get_user_data(device) : NULL;
    return client != NULL ? client->seat : NULL;
}

static void handle_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface) {
    struct dray_wlroots *adapter = data;
    if (adapter->tiles != NULL) dwl_tiles_global(adapter->tiles, registry, name, interface);
}

static void handle_pixels_ready(void *data) { dwl_images_prepare(data); }
static const struct pixels_client_events pixels_events = {.ready = handle_pixels_ready, .global = handle_global};

static void handle_display_destroyed(struct wl_listener *listener, void *data) {
    struct dray_wlroots *adapter = wl_container_of(listener, adapter, display_destroyed);
    wl_list_remove(&adapter->display_destroyed.link);
    struct dwl_seat *seat, *next;
    wl_list_for_each_safe(seat, next, &adapter->seats, link) dwl_seat_destroy(seat);
    if (adapter->spare_picture != NULL) dwl_picture_destroy(adapter->spare_picture);
    dwl_tiles_destroy(adapter->tiles);
    pixels_client_destroy(adapter->pixels);
    struct dwl_tracker *tracker = adapter->tracker;
    if (tracker != NULL) tracker->moved = tracker->scene_changed = tracker->fingers_changed = NULL;
    kit_serials_destroy(adapter->serials);
    dray_engine_destroy(adapter->dray);
    kit_previews_finish(&adapter->previews);
    if (adapter->look_timer != NULL) wl_event_source_remove(adapter->look_timer);
    kit_log_finish(&adapter->log);
    free(adapter);
}

static enum dray_status create_engine(struct dray_wlroots *adapter, const struct dray_wlroots_options *options) {
    struct dray_host_interface host = dwl_host;
    if (adapter->tracker == NULL) host.pick = NULL;
    adapter->style.size = sizeof adapter->style;
    dray_style_init(&adapter->style);
    if (options->style != NULL) adapter->style = *options->style;
    // A layer that does not follow the pointer cannot be shown during a drag: the compositor moves the whole icon.
    struct dray_style style = adapter->style;
    style.hide_ring = 1;
    struct dray_engine_options engine = {
        .size = sizeof engine,
        .host = &host,
        .host_data = adapter,
        .policy = options->policy,
        .style = &style,
        .log = kit_log_write,
        .log_data = &adapter->log,
        // wlroots has an implementation of its own for compositors that use it.
        .host_primary_selection = 1,
        .fingers_drag_beside = 1,
    };
    enum dray_status status = dray_engine_create(adapter->display, &engine, &adapter->dray);
    if (status == DRAY_OK) status = dwl_host_complete(adapter->dray);
    if (status != DRAY_OK) return status;
    const struct dray_desktop_options desktop = {.size = sizeof desktop, .parts = DRAY_DESKTOP_SPEECH};
    dray_engine_set_desktop(adapter->dray, &desktop);
    struct dray_place_options place = dwl_x11_place;
    place.data = adapter;
    return dray_place_create(adapter->dray, &place, &adapter->x11);
}

static bool check(struct wl_display *display, const struct dray_wlroots_options *options) {
    const char *fault = NULL;
    if (display == NULL) fault = "needs a display";
    else if (wl_display_get_destroy_listener(display, handle_display_destroyed) != NULL)
        fault = "was called for this display before";
    else if (options->size != sizeof *options)
        fault = "needs options whose size is that of struct dray_wlroots_options";
    else if (options->style != NULL && options->style->size != sizeof *options->style)
        fault = "needs a style whose size is that of struct dray_style";
    if (fault != NULL) wlr_log(WLR_ERROR, "dray: dray_wlroots_create %s", fault);
    return fault == NULL && dray_wlroots_is_compatible();
}

struct dray_wlroots *dwl_create(struct wl_display *display, const struct dray_wlroots_options *options,
                                struct dwl_tracker *tracker) {
    const struct dray_wlroots_options standard = {.size = sizeof standard};
    if (options == NULL) options = &standard;
    if (!check(display, options)) return NULL;
    struct dray_wlroots *adapter = calloc(1, sizeof *adapter);
    if (adapter == NULL) return NULL;
    adapter->display = display;
    adapter->tracker = tracker;
    adapter->data = options->data;
    adapter->activate = options->activate;
    adapter->is_locked = options->is_locked;
    adapter->confinement_of = options->confinement_of;
    adapter->log.write = write_line;
    adapter->log.host = "dray-wlroots";
    wl_list_init(&adapter->seats);
    wl_list_init(&adapter->images);
    kit_previews_init(&adapter->previews);
    // Must precede the engine's own listener.
    adapter->display_destroyed.notify = handle_display_destroyed;
    wl_display_add_destroy_listener(display, &adapter->display_destroyed);
    if (create_engine(adapter, options) != DRAY_OK) {
        wl_list_remove(&adapter->display_destroyed.link);
        dray_engine_destroy(adapter->dray);
        free(adapter);
        return NULL;
    }
    if (tracker != NULL) {
        tracker->moved = handle_moved;
        tracker->scene_changed = handle_scene;
        tracker->fingers_changed = handle_fingers;
        tracker->data = adapter;
        handle_scene(adapter);
    }
    adapter->serials = kit_serials_create(display, seat_of_touch);
    handle_fingers(adapter);
    adapter->pixels = pixels_client_create(display, &pixels_events, adapter);
    if (adapter->pixels != NULL) adapter->tiles = dwl_tiles_create(adapter->pixels);
    wlr_log(WLR_INFO, "dray: version %s does drag and drop", dray_version());
    return adapter;
}

struct dray_wlroots *dray_wlroots_create(struct wl_display *display, const struct dray_wlroots_options *options) {
    return dwl_create(display, options, NULL);
}

struct dray_engine *dray_wlroots_engine(struct dray_wlroots *adapter) {
    return adapter->dray;
}
