// SPDX-License-Identifier: MIT
// Windows that are attached to drags (xdg_toplevel_drag_v1), such as tabs that are torn off. A window is moved as
// Weston's shell moves one that the user holds by its title bar: the shell, too, only sets the view's position, and
// continues from there.
#include <math.h>
#include <stdlib.h>

#include "dray-weston.h"
#include "dray-protocols.h"

static struct dw_attached *attached_to(struct dw_module *module, uint64_t drag) {
    struct dw_attached *attached;
    wl_list_for_each(attached, &module->attached, link)
        if (attached->drag == drag) return attached;
    return NULL;
}

static void forget(struct dw_attached *attached) {
    wl_list_remove(&attached->link);
    wl_list_remove(&attached->committed.link);
    wl_list_remove(&attached->surface_destroyed.link);
    free(attached);
}

// Moves the window, unless it is maximised, fullscreen or not shown.
static void place(struct dw_attached *attached) {
    struct weston_view *view = dw_view_of(attached->seat, attached->surface);
    struct weston_geometry geometry;
    double x, y;
    attached->is_shown = view != NULL;
    if (view == NULL || !dw_window_is_floating(attached->surface)) return;
    if (!dw_window_geometry(attached->surface, &geometry)) geometry.x = geometry.y = 0;
    // Rounds to whole points: a window at a fractional position is blurred.
    double wanted_x = round(attached->x - attached->offset_x) - geometry.x;
    double wanted_y = round(attached->y - attached->offset_y) - geometry.y;
    dw_view_position(view, &x, &y);
    if (x == wanted_x && y == wanted_y) return;
    dw_view_move(view, wanted_x, wanted_y);
    weston_compositor_schedule_repaint(attached->seat->module->compositor);
}

// Called after the shell, which gives a new window a position of its own.
static void handle_committed(struct wl_listener *listener, void *data) {
    struct dw_attached *attached = wl_container_of(listener, attached, committed);
    struct dw_module *module = attached->seat->module;
    bool was_shown = attached->is_shown;
    place(attached);
    // Ends with dw_toplevel_detach.
    if (was_shown && !attached->is_shown) dray_engine_window_unmapped(module->dray, attached->toplevel);
}

static void handle_surface_destroyed(struct wl_listener *listener, void *data) {
    struct dw_attached *attached = wl_container_of(listener, attached, surface_destroyed);
    forget(attached);
}

void dw_toplevel_attach(void *module, void *data, uint64_t drag, struct wl_resource *toplevel, double offset_x,
                        double offset_y) {
    struct dw_seat *seat = data;
    struct weston_surface *surface = dw_surface_of_toplevel(toplevel);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct dw_drag *shown = dw_drag_of(module, drag, NULL);
    dw_toplevel_detach(module, seat, drag, toplevel);
    struct dw_attached *attached = surface != NULL ? calloc(1, sizeof *attached) : NULL;
    if (attached == NULL) return;
    attached->seat = seat;
    attached->drag = drag;
    attached->toplevel = toplevel;
    attached->surface = surface;
    attached->offset_x = offset_x;
    attached->offset_y = offset_y;
    if (shown != NULL && shown != seat->drag) {
        // A concurrent drag: its own motions have set its position.
        attached->x = shown->x;
        attached->y = shown->y;
    } else if (touch != NULL && touch->num_tp > 0 && seat->grab != DW_GRAB_POINTER) {
        dw_finger_at(touch, &attached->x, &attached->y);
    } else if (pointer != NULL) {
        dw_pointer_at(pointer, &attached->x, &attached->y);
    }
    attached->committed.notify = handle_committed;
    wl_signal_add(&surface->commit_signal, &attached->committed);
    attached->surface_destroyed.notify = handle_surface_destroyed;
    wl_signal_add(&surface->destroy_signal, &attached->surface_destroyed);
    wl_list_insert(&seat->module->attached, &attached->link);
    // The shell itself raises a window that is not shown yet.
    struct weston_view *view = dw_view_of(seat, surface);
    if (view != NULL) dw_raise(seat, view);
    place(attached);
}

void dw_toplevel_detach(void *module, void *seat, uint64_t drag, struct wl_resource *toplevel) {
    struct dw_attached *attached = attached_to(module, drag);
    if (attached != NULL) forget(attached);
}

void dw_toplevel_move(struct dw_module *module, uint64_t drag, double x, double y) {
    struct dw_attached *attached = attached_to(module, drag);
    if (attached == NULL) return;
    attached->x = x;
    attached->y = y;
    place(attached);
}

void dw_toplevel_forget_seat(struct dw_seat *seat) {
    struct dw_attached *attached, *next;
    wl_list_for_each_safe(attached, next, &seat->module->attached, link)
        if (attached->seat == seat) forget(attached);
}
