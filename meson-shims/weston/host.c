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

// Weston's own manager believes a client its serial; only one that this seat has given it counts, so nobody takes the
// clipboard by a guess, nor with one that is yet to come, which would shut out all who come after.
static int may_take_selection(void *data, void *seat_data, struct wl_client *client, uint32_t serial) {
    struct dw_seat *seat = seat_data;
    if (!kit_serials_were_given(seat->module->serials, seat->seat, client, serial)) return 0;
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
    dw_drag_released(seat, number);
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

static const char *name_of(void *data, struct wl_resource *surface) {
    return dw_window_title(weston_surface_get_main_surface(wl_resource_get_user_data(surface)));
}

// Weston's shell puts its lock above all others, and takes that layer away again.
static int is_locked(void *data, void *seat) {
    struct dw_module *module = data;
    struct weston_layer *layer;
    wl_list_for_each(layer, &module->compositor->layer_list, link)
        if (layer->position == WESTON_LAYER_POSITION_LOCK) return 1;
    return 0;
}

static int is_behind(void *data, void *seat, struct wl_resource *surface) {
    return dw_scene_is_behind(seat, wl_resource_get_user_data(surface));
}

static void raise_window(void *data, void *seat, uint64_t number, struct wl_resource *resource) {
    struct weston_surface *surface = weston_surface_get_main_surface(wl_resource_get_user_data(resource));
    struct weston_view *view = dw_view_of(seat, surface);
    if (view != NULL) dw_raise(seat, view);
}

static int pick(void *data, void *seat, double x, double y, struct dray_pick *pick) { return dw_pick_for(seat, x, y, pick); }

static void keyboard_drag(void *data, void *seat, int is_on) { dw_hand_use(seat, is_on); }

static void pointer_move(void *data, void *seat, double x, double y) { dw_hand_move(seat, x, y); }

static void pointer_button(void *data, void *seat, uint32_t button, int is_pressed) {
    dw_hand_press(seat, button, is_pressed);
}

static size_t windows(void *data, void *seat, struct wl_resource **surfaces, size_t capacity) {
    return dw_hand_windows(seat, surfaces, capacity);
}

static void scroll_enter(void *data, void *seat, struct wl_resource *surface, double x, double y) {
    dw_scroll_enter(seat, surface, x, y);
}

static void scroll_leave(void *data, void *seat, struct wl_resource *surface) { dw_scroll_leave(seat); }

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

static void carry_window(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel, double offset_x, double offset_y) {
    dw_carry(seat, drag, toplevel, offset_x, offset_y);
}

static void put_down_window(void *data, void *seat, uint64_t drag, struct wl_resource *toplevel) {
    dw_carry_put_down(data, drag);
}

static int may_be_preview(void *data, struct wl_resource *surface) {
    return dw_preview_adopt(data, wl_resource_get_user_data(surface));
}

static int picture_of(void *data, struct wl_resource *surface, struct dray_image *picture) {
    return dw_preview_read(data, wl_resource_get_user_data(surface), picture);
}

const struct dray_host_interface dw_host = {
    .size = sizeof dw_host,
    .seat_of = seat_of,
    .may_take_selection = may_take_selection,
    .drag_requested = drag_requested,
    .pick = pick,
    .drag_released = drag_released,
    .keyboard_released = keyboard_released,
    .bounds_of = bounds_of,
    .scale_at = scale_at,
    .show = show,
    .pointer_shape = pointer_shape,
    .activate = activate,
    .is_behind = is_behind,
    .raise = raise_window,
    .scroll_enter = scroll_enter,
    .scroll_leave = scroll_leave,
    .selection_changed = selection_changed,
    .early_reads = early_reads,
    .keyboard_drag = keyboard_drag,
    .pointer_move = pointer_move,
    .pointer_button = pointer_button,
    .windows = windows,
    .carry_window = carry_window,
    .put_down_window = put_down_window,
    .name_of = name_of,
    .is_locked = is_locked,
    .may_be_preview = may_be_preview,
    .picture_of = picture_of,
};
