// SPDX-License-Identifier: MIT
// Implements the host interface of dray.h, and the optional ones.
#include <stdlib.h>

#include "dray-weston.h"
#include "dray-content.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-observer.h"
#include "dray-protocols.h"

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct dw_seat *seat = dw_seat_of(wl_resource_get_user_data(wl_seat));
    return seat != NULL ? seat->dray : NULL;
}

// Weston's own data device manager does not verify serials. Here a serial counts only if this seat has sent it to the
// client. Otherwise a client could take the clipboard with a guessed serial, or block all later clients with a future
// one.
static int may_take_selection(void *data, void *seat_data, struct wl_client *client, uint32_t serial) {
    struct dw_seat *seat = seat_data;
    if (!kit_serials_were_given(seat->module->serials, seat->seat, client, serial)) return 0;
    // Weston's rule as well: the serial must not be older than that of the current selection.
    if (seat->seat->selection_data_source != NULL && seat->seat->selection_serial - serial < UINT32_MAX / 2) return 0;
    seat->selection_serial = serial;
    return 1;
}

static void drag_released(void *data, void *seat, uint64_t number) {
    struct dw_drag *drag = dw_drag_of(data, number, NULL);
    if (drag != NULL) dw_icon_release(drag);
    dw_drag_released(seat, number);
}

static void show(void *data, void *seat, uint64_t number, const struct dray_frame *frame) {
    struct dw_drag *drag = dw_drag_of(data, number, frame->is_last ? NULL : seat);
    if (drag == NULL) return;
    if (!frame->is_last) {
        dw_layers_show(drag, frame);
        return;
    }
    struct weston_compositor *compositor = drag->module->compositor;
    dw_drag_destroy(drag);
    weston_compositor_schedule_repaint(compositor);
}

static void pointer_shape(void *data, void *seat_data, enum dray_shape shape) {
    struct dw_seat *seat = seat_data;
    if (!seat->is_gone && seat->module->pixels != NULL) dw_cursor_shape(seat->module->pixels, seat->seat, shape);
}

static struct weston_view *window_of(struct dw_seat *seat, struct wl_resource *surface) {
    return dw_view_of(seat, weston_surface_get_main_surface(wl_resource_get_user_data(surface)));
}

static void activate(void *data, void *seat, struct wl_resource *surface) {
    struct weston_view *window = window_of(seat, surface);
    if (window != NULL) dw_activate(seat, window);
}

static const char *name_of(void *data, struct wl_resource *surface) {
    return dw_window_title(weston_surface_get_main_surface(wl_resource_get_user_data(surface)));
}

// Weston's shell shows its lock screen in a layer above all others, and removes that layer afterwards.
static int is_locked(void *data, void *seat) {
    struct dw_module *module = data;
    struct weston_layer *layer;
    wl_list_for_each(layer, &module->compositor->layer_list, link)
        if (layer->position == WESTON_LAYER_POSITION_LOCK) return 1;
    return 0;
}

static void raise_window(void *data, void *seat, uint64_t number, struct wl_resource *surface) {
    struct weston_view *window = window_of(seat, surface);
    if (window != NULL) dw_raise(seat, window);
}

static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    struct dw_module *module = data;
    kit_log_early_reads(&module->log, drag, count);
}

static void write_trace(void *data, uint64_t drag, const char *text) {
    weston_log("dray: drag %llu: %s\n", (unsigned long long)drag, text);
}

const struct dray_host_interface dw_host = {
    .size = sizeof dw_host,
    .seat_of = seat_of,
    .pick = dw_pick_for,
    .bounds_of = dw_scene_bounds,
    .scale_at = dw_scene_scale_at,
    .show = show,
    .pointer_shape = pointer_shape,
    .drag_released = drag_released,
    .keyboard_released = dw_keyboard_give_back,
    .activate = activate,
};

static const struct dray_request_handler requests = {
    .size = sizeof requests, .drag_requested = dw_drag_requested, .may_take_selection = may_take_selection};
static const struct dray_window_raiser raiser = {
    .size = sizeof raiser, .is_behind = dw_scene_is_behind, .raise = raise_window};
static const struct dray_scroller scroller = {
    .size = sizeof scroller, .scroll_enter = dw_scroll_enter, .scroll_leave = dw_scroll_leave};
static const struct dray_keyboard_driver driver = {.size = sizeof driver,
                                                   .keyboard_drag = dw_virtual_pointer_use,
                                                   .pointer_move = dw_virtual_pointer_move,
                                                   .pointer_button = dw_virtual_pointer_press,
                                                   .windows = dw_virtual_pointer_windows};
static const struct dray_window_carrier carrier = {
    .size = sizeof carrier, .carry_window = dw_toplevel_attach, .put_down_window = dw_toplevel_detach};
static const struct dray_preview_reader previews = {
    .size = sizeof previews, .may_be_preview = dw_preview_adopt, .picture_of = dw_preview_read};
static const struct dray_accessibility accessibility = {
    .size = sizeof accessibility, .name_of = name_of, .is_locked = is_locked};

enum dray_status dw_host_complete(struct dray_engine *dray) {
    struct dray_observer observer = {
        .size = sizeof observer, .selection_changed = dw_clipboard_changed, .early_reads = early_reads};
    // For bug reports: logs every event of every drag.
    if (getenv("DRAY_TRACE") != NULL) observer.trace = write_trace;
    enum dray_status status = dray_engine_set_request_handler(dray, &requests);
    if (status == DRAY_OK) status = dray_engine_set_window_raiser(dray, &raiser);
    if (status == DRAY_OK) status = dray_engine_set_scroller(dray, &scroller);
    if (status == DRAY_OK) status = dray_engine_set_keyboard_driver(dray, &driver);
    if (status == DRAY_OK) status = dray_engine_set_window_carrier(dray, &carrier);
    if (status == DRAY_OK) status = dray_engine_set_preview_reader(dray, &previews);
    if (status == DRAY_OK) status = dray_engine_set_accessibility(dray, &accessibility);
    if (status == DRAY_OK) status = dray_engine_set_observer(dray, &observer);
    return status;
}
