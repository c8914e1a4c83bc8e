// SPDX-License-Identifier: MIT
// Windows that travel with drags (xdg_toplevel_drag_v1): tabs that are torn off. Each is moved as Weston's shell moves one that a person
// has by its title: that, too, sets the view's position and nothing else, and takes the window from there on as it finds it.
#include <math.h>
#include <stdlib.h>

#include "dray-weston.h"

struct dw_carried {
    struct wl_list link;  // struct dw_module.carried
    struct dw_seat *seat;
    uint64_t drag;
    struct wl_resource *toplevel;
    struct weston_surface *surface;
    double offset_x, offset_y;  // of the pointer or finger, from the upper left corner of the window's geometry
    double x, y;                // where that is
    bool is_shown;
    struct wl_listener committed, surface_destroyed;
};

static struct dw_carried *carried_by(struct dw_module *module, uint64_t drag) {
    struct dw_carried *carried;
    wl_list_for_each(carried, &module->carried, link) if (carried->drag == drag) return carried;
    return NULL;
}

bool dw_is_carried(struct dw_module *module, struct weston_surface *surface) {
    struct dw_carried *carried;
    if (wl_list_empty(&module->carried)) return false;
    surface = weston_surface_get_main_surface(surface);
    wl_list_for_each(carried, &module->carried, link) if (carried->surface == surface) return true;
    return false;
}

static void forget(struct dw_carried *carried) {
    wl_list_remove(&carried->link);
    wl_list_remove(&carried->committed.link);
    wl_list_remove(&carried->surface_destroyed.link);
    free(carried);
}

// One that fills the screen, and one that is not shown, has no place to be moved to.
static void place(struct dw_carried *carried) {
    struct weston_view *view = dw_view_of(carried->seat, carried->surface);
    struct weston_geometry geometry;
    double x, y;
    carried->is_shown = view != NULL;
    if (view == NULL || !dw_window_is_floating(carried->surface)) return;
    if (!dw_window_geometry(carried->surface, &geometry)) geometry.x = geometry.y = 0;
    // Whole points: a window between two is blurred.
    double wanted_x = round(carried->x - carried->offset_x) - geometry.x;
    double wanted_y = round(carried->y - carried->offset_y) - geometry.y;
    dw_view_position(view, &x, &y);
    if (x == wanted_x && y == wanted_y) return;
    dw_view_move(view, wanted_x, wanted_y);
    weston_compositor_schedule_repaint(carried->seat->module->compositor);
}

// The shell has had its turn: it gives a window that is new a place of its own.
static void handle_committed(struct wl_listener *listener, void *data) {
    struct dw_carried *carried = wl_container_of(listener, carried, committed);
    struct dw_module *module = carried->seat->module;
    bool was_shown = carried->is_shown;
    place(carried);
    // Ends with dw_carry_put_down.
    if (was_shown && !carried->is_shown) dray_engine_window_unmapped(module->dray, carried->toplevel);
}

static void handle_surface_destroyed(struct wl_listener *listener, void *data) {
    struct dw_carried *carried = wl_container_of(listener, carried, surface_destroyed);
    forget(carried);
}

void dw_carry(void *module, void *data, uint64_t drag, struct wl_resource *toplevel, double offset_x, double offset_y) {
    struct dw_seat *seat = data;
    struct weston_surface *surface = dw_surface_of_toplevel(toplevel);
    struct weston_touch *touch = weston_seat_get_touch(seat->seat);
    struct weston_pointer *pointer = weston_seat_get_pointer(seat->seat);
    struct dw_drag *shown = dw_drag_of(module, drag, NULL);
    dw_carry_put_down(module, seat, drag, toplevel);
    struct dw_carried *carried = surface != NULL ? calloc(1, sizeof *carried) : NULL;
    if (carried == NULL) return;
    carried->seat = seat;
    carried->drag = drag;
    carried->toplevel = toplevel;
    carried->surface = surface;
    carried->offset_x = offset_x;
    carried->offset_y = offset_y;
    if (shown != NULL && shown != seat->drag) {
        // Of a further finger: its own motions tell.
        carried->x = shown->x;
        carried->y = shown->y;
    } else if (touch != NULL && touch->num_tp > 0 && seat->grab != DW_GRAB_POINTER) {
        dw_finger_at(touch, &carried->x, &carried->y);
    } else if (pointer != NULL) {
        dw_pointer_at(pointer, &carried->x, &carried->y);
    }
    carried->committed.notify = handle_committed;
    wl_signal_add(&surface->commit_signal, &carried->committed);
    carried->surface_destroyed.notify = handle_surface_destroyed;
    wl_signal_add(&surface->destroy_signal, &carried->surface_destroyed);
    wl_list_insert(&seat->module->carried, &carried->link);
    // One that is yet to be shown comes to the front by itself.
    struct weston_view *view = dw_view_of(seat, surface);
    if (view != NULL) dw_raise(seat, view);
    place(carried);
}

void dw_carry_put_down(void *module, void *seat, uint64_t drag, struct wl_resource *toplevel) {
    struct dw_carried *carried = carried_by(module, drag);
    if (carried != NULL) forget(carried);
}

void dw_carry_to(struct dw_module *module, uint64_t drag, double x, double y) {
    struct dw_carried *carried = carried_by(module, drag);
    if (carried == NULL) return;
    carried->x = x;
    carried->y = y;
    place(carried);
}

void dw_carry_forget_seat(struct dw_seat *seat) {
    struct dw_carried *carried, *next;
    wl_list_for_each_safe(carried, next, &seat->module->carried, link) if (carried->seat == seat) forget(carried);
}
