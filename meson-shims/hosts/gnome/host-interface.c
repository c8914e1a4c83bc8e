// SPDX-License-Identifier: MIT
// Dray's calls of the host: each is passed to the part of the host that answers it.
#include <stdlib.h>

#include "dray-gnome.h"
#include "dray-desktop.h"
#include "dray-input.h"
#include "dray-observer.h"
#include "dray-protocols.h"

static int pick(void *host, void *seat, double x, double y, struct dray_pick *found) {
    return dg_pick(host, x, y, found);
}
static void drag_began(void *data, void *seat, const struct dray_beginning *beginning) {
    struct dg_host *host = data;
    dg_icon_add(host, beginning->drag, beginning->icon);
    dg_input_take(host, beginning);
}
static int may_be_icon(void *host, struct wl_resource *surface) { return dg_icon_may_be(surface); }
static void drag_released(void *data, void *seat, uint64_t drag) {
    struct dg_host *host = data;
    if (drag == host->x11_drag) {
        dg_x11_ended(host);
        return;
    }
    dg_icon_release(host, drag);
    dg_input_release(host, drag);
}
static void keyboard_released(void *host, void *seat) { dg_input_give_back_keyboard(host); }
static int bounds_of(void *host, void *seat, struct wl_resource *surface, struct dray_bounds *bounds) {
    return dg_bounds(host, surface, bounds);
}
static double scale_at(void *host, void *seat, double x, double y) { return dg_scale_at(host, x, y); }
static void frame_due(void *host, uint64_t time) { dg_layers_due(host, time); }
static void show(void *host, void *seat, uint64_t drag, const struct dray_frame *frame) {
    dg_layers_show(host, drag, frame);
}
static void pointer_shape(void *host, void *seat, enum dray_shape shape) { dg_pointer_shape(host, shape); }
static void activate(void *data, void *seat, struct wl_resource *surface) {
    struct dg_host *host = data;
    MetaWindow *window = dg_window(dg_toplevel(surface));
    if (window != NULL) meta_window_activate(window, meta_display_get_current_time_roundtrip(host->desk));
}
static void selection_changed(void *host, void *seat, const char *const *types, size_t count) {
    dg_clipboard_changed(host, types, count);
}
static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    struct dg_host *host = data;
    kit_log_early_reads(&host->log, drag, count);
}
static int is_behind(void *host, void *seat, struct wl_resource *surface) { return dg_is_behind(host, surface); }
static void raise_window(void *host, void *seat, uint64_t drag, struct wl_resource *surface) {
    MetaWindow *window = dg_window(dg_toplevel(surface));
    if (window != NULL) meta_window_raise(window);
}
static void scroll_enter(void *host, void *seat, struct wl_resource *surface, double x, double y) {
    dg_scroll_enter(host, surface, x, y);
}
static void scroll_leave(void *host, void *seat, struct wl_resource *surface) { dg_scroll_leave(host); }
static void keyboard_drag(void *host, void *seat, int is_on) {
    dg_virtual_pointer_use(host, is_on);
    if (is_on) dg_input_take_keyboard(host);
}
static void pointer_move(void *host, void *seat, double x, double y) { dg_virtual_pointer_move(host, x, y); }
static void pointer_button(void *host, void *seat, uint32_t button, int is_pressed) {
    dg_virtual_pointer_press(host, button, is_pressed);
}
static size_t windows(void *host, void *seat, struct wl_resource **surfaces, size_t capacity) {
    return dg_windows(host, surfaces, capacity);
}
static void carry_window(void *host, void *seat, uint64_t drag, struct wl_resource *toplevel, double x, double y) {
    dg_carry(host, drag, toplevel, x, y);
}
static void put_down_window(void *host, void *seat, uint64_t drag, struct wl_resource *toplevel) {
    dg_put_down(host, drag);
}
static const char *name_of(void *host, struct wl_resource *surface) {
    MetaWindow *window = dg_window(surface);
    const char *title = window != NULL ? meta_window_get_title(window) : NULL;
    return title != NULL && *title != '\0' ? title : NULL;
}
static int is_locked(void *data, void *seat) {
    const struct dg_host *host = data;
    return host->is_locked;
}
static int may_be_preview(void *host, struct wl_resource *surface) { return dg_preview_add(host, surface); }
static int picture_of(void *host, struct wl_resource *surface, struct dray_image *picture) {
    return dg_preview_read(host, surface, picture);
}
static void trace(void *host, uint64_t drag, const char *text) {
    g_message("dray: drag %" G_GUINT64_FORMAT ": %s", drag, text);
}

const struct dray_host_interface dg_host_interface = {
    .size = sizeof dg_host_interface,
    .drag_began = drag_began,
    .may_be_icon = may_be_icon,
    .pick = pick,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .frame_due = frame_due,
    .show = show,
    .pointer_shape = pointer_shape,
    .drag_released = drag_released,
    .keyboard_released = keyboard_released,
    .activate = activate,
};

static const struct dray_window_raiser raiser = {.size = sizeof raiser, .is_behind = is_behind, .raise = raise_window};
static const struct dray_scroller scroller = {
    .size = sizeof scroller, .scroll_enter = scroll_enter, .scroll_leave = scroll_leave};
static const struct dray_keyboard_driver driver = {.size = sizeof driver,
                                                   .keyboard_drag = keyboard_drag,
                                                   .pointer_move = pointer_move,
                                                   .pointer_button = pointer_button,
                                                   .windows = windows};
static const struct dray_window_carrier carrier = {
    .size = sizeof carrier, .carry_window = carry_window, .put_down_window = put_down_window};
static const struct dray_preview_reader previews = {
    .size = sizeof previews, .may_be_preview = may_be_preview, .picture_of = picture_of};
static const struct dray_accessibility accessibility = {
    .size = sizeof accessibility, .name_of = name_of, .is_locked = is_locked};

enum dray_status dg_host_complete(struct dray_engine *dray) {
    struct dray_observer observer = {
        .size = sizeof observer, .selection_changed = selection_changed, .early_reads = early_reads};
    // For bug reports: logs every event of every drag.
    if (getenv("DRAY_TRACE") != NULL) observer.trace = trace;
    enum dray_status status = dray_engine_set_window_raiser(dray, &raiser);
    if (status == DRAY_OK) status = dray_engine_set_scroller(dray, &scroller);
    if (status == DRAY_OK) status = dray_engine_set_keyboard_driver(dray, &driver);
    if (status == DRAY_OK) status = dray_engine_set_window_carrier(dray, &carrier);
    if (status == DRAY_OK) status = dray_engine_set_preview_reader(dray, &previews);
    if (status == DRAY_OK) status = dray_engine_set_accessibility(dray, &accessibility);
    if (status == DRAY_OK) status = dray_engine_set_observer(dray, &observer);
    return status;
}
