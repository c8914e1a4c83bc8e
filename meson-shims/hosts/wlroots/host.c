// SPDX-License-Identifier: MIT
// Implements the host interface of dray.h, and the optional ones.
#include <stdlib.h>

#include "drag.h"
#include "readback.h"
#include "tracker.h"
#include "virtual-pointer.h"
#include "xwayland-bridge.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-observer.h"
#include "dray-protocols.h"

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct wlr_seat_client *client = wlr_seat_client_from_resource(wl_seat);
    struct dwl_seat *seat = client != NULL ? dwl_seat_get(data, client->seat) : NULL;
    return seat != NULL ? seat->dray : NULL;
}

static int may_take_selection(void *data, void *seat_data, struct wl_client *wl_client, uint32_t serial) {
    struct dwl_seat *seat = seat_data;
    struct wlr_seat_client *client = wlr_seat_client_for_wl_client(seat->seat, wl_client);
    // wlroots' own rule.
    if (client == NULL || !wlr_seat_client_validate_event_serial(client, serial)) return 0;
    seat->selection_serial = serial;
    seat->selection_client = wl_client;
    return 1;
}

static void drag_released(void *data, void *seat, uint64_t drag) {
    if (dwl_concurrent_released(seat, drag)) return;
    dwl_x11_bridge_released(data, drag);
    dwl_drag_destroy(seat);
}

static void drag_ended(void *data, void *seat_data, uint64_t drag, const struct dray_result *result) {
    struct dwl_seat *seat = seat_data;
    // The source exists only if it was dropped on an X11 window.
    struct dwl_source *source = seat->source;
    if (source == NULL || source->drag != drag || seat->drag != NULL) return;
    dwl_source_forget(source);
    dwl_source_destroy(source);
}

static int bounds_of(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds) {
    struct dray_wlroots *adapter = data;
    return adapter->tracker != NULL && dwl_tracker_bounds(adapter->tracker, wlr_surface_from_resource(surface), bounds);
}

static const char *name_of(void *data, struct wl_resource *surface) {
    return dwl_window_title(wlr_surface_get_root_surface(wlr_surface_from_resource(surface)));
}

static int confinement_of(void *data, struct wl_client *client, const char **application) {
    struct dray_wlroots *adapter = data;
    if (adapter->confinement_of == NULL) return DRAY_CONFINEMENT_UNKNOWN;
    return adapter->confinement_of(adapter->data, client, application);
}

static double scale_at(void *data, void *seat_data, double x, double y) {
    struct dray_wlroots *adapter = data;
    struct dwl_seat *seat = seat_data;
    if (adapter->tracker != NULL && adapter->tracker->layout != NULL) return dwl_tracker_scale(adapter->tracker, x, y);
    return seat->drag != NULL && seat->drag->image != NULL ? dwl_image_scale(seat->drag->image) : 1;
}

static void show_frame(void *data, void *seat, uint64_t drag, const struct dray_frame *frame) {
    struct dwl_image *image = dwl_image_of(data, drag);
    if (image != NULL) dwl_image_show(image, frame);
}

static void pointer_shape(void *data, void *seat, enum dray_shape shape) {
    struct dray_wlroots *adapter = data;
    // An X client sets its cursor itself.
    if (dwl_x11_bridge_is_used(adapter)) return;
    if (adapter->tracker != NULL && adapter->tracker->set_shape != NULL) adapter->tracker->set_shape(shape);
}

static void activate(void *data, void *seat, struct wl_resource *surface) {
    dwl_activate(seat, wlr_surface_from_resource(surface));
}

static int is_behind(void *data, void *seat, struct wl_resource *surface) {
    struct dray_wlroots *adapter = data;
    return adapter->tracker != NULL && dwl_tracker_is_behind(adapter->tracker, wlr_surface_from_resource(surface));
}

// Only the compositor can raise a window; it raises the window that it focuses.
static void raise_window(void *data, void *seat, uint64_t drag, struct wl_resource *surface) {
    dwl_keyboard_springs(seat);
    dwl_activate(seat, wlr_surface_from_resource(surface));
}

// Picks at any point, though the compositor reports what is under the drag: for near misses, and for Tab.
static int pick(void *data, void *seat_data, double x, double y, struct dray_pick *pick) {
    struct dray_wlroots *adapter = data;
    struct dwl_seat *seat = seat_data;
    struct wlr_surface *surface;
    // With more than one seat, the positions of their pointers are unknown.
    if (adapter->tracker->layout == NULL || (seat->drag != NULL && !seat->drag->is_global)) return 0;
    if (!dwl_tracker_pick(adapter->tracker, x, y, &surface, &pick->local_x, &pick->local_y)) return 0;
    if (surface == NULL) return 0;
    pick->surface = surface->resource;
    pick->window = wlr_surface_get_root_surface(surface)->resource;
    return 1;
}

static size_t windows(void *data, void *seat, struct wl_resource **surfaces, size_t capacity) {
    dwl_look_around(data);
    return dwl_virtual_pointer_windows(seat, surfaces, capacity);
}

static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    struct dray_wlroots *adapter = data;
    kit_log_early_reads(&adapter->log, drag, count);
}

static int may_be_preview(void *data, struct wl_resource *resource) {
    struct dray_wlroots *adapter = data;
    struct wlr_surface *surface = wlr_surface_from_resource(resource);
    if (!dwl_surface_become_preview(surface)) return 0;
    kit_previews_add(&adapter->previews, adapter->dray, resource, &surface->events.commit);
    return 1;
}

static int picture_of(void *data, struct wl_resource *surface, struct dray_image *picture) {
    return dwl_preview_read(data, wlr_surface_from_resource(surface), dwl_images_output(data), picture);
}

static void write_trace(void *data, uint64_t drag, const char *text) {
    wlr_log(WLR_INFO, "dray: drag %llu: %s", (unsigned long long)drag, text);
}

const struct dray_host_interface dwl_host = {
    .size = sizeof dwl_host,
    .seat_of = seat_of,
    .pick = pick,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .show = show_frame,
    .pointer_shape = pointer_shape,
    .drag_released = drag_released,
    .keyboard_released = dwl_keyboard_give_back,
    .activate = activate,
};

static const struct dray_request_handler requests = {
    .size = sizeof requests, .drag_requested = dwl_drag_requested, .may_take_selection = may_take_selection};
static const struct dray_window_raiser raiser = {.size = sizeof raiser, .is_behind = is_behind, .raise = raise_window};
static const struct dray_scroller scroller = {
    .size = sizeof scroller, .scroll_enter = dwl_scroll_enter, .scroll_leave = dwl_scroll_leave};
static const struct dray_keyboard_driver driver = {.size = sizeof driver,
                                                   .keyboard_drag = dwl_virtual_pointer_use,
                                                   .pointer_move = dwl_virtual_pointer_move,
                                                   .pointer_button = dwl_virtual_pointer_press,
                                                   .windows = windows};
static const struct dray_preview_reader previews = {
    .size = sizeof previews, .may_be_preview = may_be_preview, .picture_of = picture_of};
static const struct dray_accessibility accessibility = {
    .size = sizeof accessibility, .name_of = name_of, .is_locked = dwl_is_locked};
static const struct dray_sandbox_inspector sandboxes = {.size = sizeof sandboxes, .confinement_of = confinement_of};

enum dray_status dwl_host_complete(struct dray_engine *dray) {
    struct dray_observer observer = {.size = sizeof observer,
                                     .drag_ended = drag_ended,
                                     .selection_changed = dwl_clipboard_changed,
                                     .early_reads = early_reads};
    // For bug reports: logs every event of every drag.
    if (getenv("DRAY_TRACE") != NULL) observer.trace = write_trace;
    enum dray_status status = dray_engine_set_request_handler(dray, &requests);
    if (status == DRAY_OK) status = dray_engine_set_window_raiser(dray, &raiser);
    if (status == DRAY_OK) status = dray_engine_set_scroller(dray, &scroller);
    if (status == DRAY_OK) status = dray_engine_set_keyboard_driver(dray, &driver);
    if (status == DRAY_OK) status = dray_engine_set_preview_reader(dray, &previews);
    if (status == DRAY_OK) status = dray_engine_set_accessibility(dray, &accessibility);
    if (status == DRAY_OK) status = dray_engine_set_sandbox_inspector(dray, &sandboxes);
    if (status == DRAY_OK) status = dray_engine_set_observer(dray, &observer);
    return status;
}
