// SPDX-License-Identifier: MIT
// What Dray asks and tells: the host's side of dray.h.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "dray-weston.h"

static struct dray_seat *seat_of(void *data, struct wl_resource *wl_seat) {
    struct dw_seat *seat = dw_seat_of(wl_resource_get_user_data(wl_seat));
    return seat != NULL ? seat->dray : NULL;
}

// Whether a client was told of the focus of a device by this serial or one before it: then it may have been given the serial.
static bool is_since(uint32_t focus_serial, struct weston_surface *focus, struct wl_client *client, uint32_t serial) {
    return focus != NULL && focus->resource != NULL && wl_resource_get_client(focus->resource) == client &&
           serial - focus_serial <= UINT32_MAX / 2;
}

// Weston does not write down which serials it gave to whom. A client that no device is over, or that names a serial from
// before, was not given it by what the person does there.
static bool was_given(struct dw_seat *seat, struct wl_client *client, uint32_t serial) {
    struct weston_keyboard *keyboard = weston_seat_get_keyboard(seat->seat);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    return (keyboard != NULL && is_since(keyboard->focus_serial, keyboard->focus, client, serial)) ||
           (pointer != NULL && pointer->focus != NULL &&
            is_since(pointer->focus_serial, pointer->focus->surface, client, serial)) ||
           (touch != NULL && touch->focus != NULL &&
            is_since(touch->focus_serial, touch->focus->surface, client, serial));
}

static int may_take_selection(void *data, void *seat_data, struct wl_client *client, uint32_t serial) {
    struct dw_seat *seat = seat_data;
    // Serials count up, and start over some day: one that nobody was given yet would shut out all who come after.
    uint32_t newest = wl_display_get_serial(seat->module->compositor->wl_display);
    if (newest - serial > UINT32_MAX / 2 || !was_given(seat, client, serial)) return 0;
    // The same rule as Weston's: not with an older serial than that of the selection that is there.
    if (seat->seat->selection_data_source != NULL && seat->seat->selection_serial - serial < UINT32_MAX / 2) return 0;
    seat->selection_serial = serial;
    return 1;
}

static int drag_requested(void *data, void *seat, const struct dray_start_request *request) {
    return dw_drag_requested(seat, request);
}

static void drag_released(void *data, void *seat, uint64_t number) {
    struct dw_drag *drag = dw_drag_of(data, number, NULL);
    if (drag != NULL) dw_icon_release(drag);
    dw_end_grabs(seat);
}

static void keyboard_released(void *data, void *seat) { dw_keyboard_give_back(seat); }

static int bounds_of(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds) {
    dw_scene_bounds(seat, wl_resource_get_user_data(surface), bounds);
    return 1;
}

static double scale_at(void *data, void *seat, double x, double y) { return dw_scene_scale_at(data, x, y); }

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
    seat->shape = shape;
    if (!seat->is_gone && seat->module->pixels != NULL) dw_cursor_shape(seat->module->pixels, seat->seat, shape);
}

static void activate(void *data, void *seat, struct wl_resource *resource) {
    struct weston_surface *surface = weston_surface_get_main_surface(wl_resource_get_user_data(resource));
    struct weston_view *view = dw_view_of(seat, surface);
    if (view != NULL) dw_activate(seat, view);
}

static void selection_changed(void *data, void *seat, const char *const *types, size_t count) {
    dw_clipboard_changed(seat, types, count);
}

// What a person who guards data would look for.
static void early_reads(void *data, void *seat, uint64_t drag, uint32_t count) {
    struct dw_module *module = data;
    char text[96];
    snprintf(text, sizeof text, "content was read before an answer: drag %" PRIu64 ", %u times", drag, count);
    kit_log_line(&module->log, DRAY_BLAME_NOBODY, 0, kit_now(), text);
}

const struct dray_host_interface dw_host = {
    .size = sizeof dw_host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .drag_requested = drag_requested,
    .drag_released = drag_released,
    .keyboard_released = keyboard_released,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .show = show,
    .pointer_shape = pointer_shape,
    .activate = activate,
    .selection_changed = selection_changed,
    .early_reads = early_reads,
};
