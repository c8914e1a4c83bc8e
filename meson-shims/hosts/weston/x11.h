// SPDX-License-Identifier: MIT
// The state of one X server, shared by x11.c and x11-windows.c.
#ifndef DRAY_WESTON_X11_H
#define DRAY_WESTON_X11_H

#include "dray-weston.h"

// The limit of recorded views; X clients show fewer menus and tooltips at a time.
#define DW_STANDING 16

// One run of Xwayland.
struct dw_x11 {
    struct dw_module *module;
    struct dw_seat *seat;      // the seat whose pointer X clients drag by
    struct wl_client *client;  // Xwayland
    struct wl_listener client_destroyed;
    struct dray_x11 *dray;     // NULL if X cannot be reached
    struct dray_place *place;  // NULL until X was reached

    // The drag of an X client:
    bool is_by_finger;  // Whether the seat's finger drives it; otherwise this button does.
    uint32_t button;
    double x, y;                     // where the content is
    struct weston_surface *pressed;  // NULL if no X client drags
    struct wl_listener pressed_destroyed;
    struct weston_surface *heir;  // the surface that gets the keyboard focus back; NULL for none
    struct wl_listener heir_destroyed;
    struct weston_surface *borrower;      // the surface that has it meanwhile: never dereferenced
    struct wl_event_source *giving_back;  // pending return of the keyboard focus; NULL for none
    // Views that X clients have positioned themselves, with their positions at the drag's begin.
    struct {
        const struct weston_view *view;
        double x, y;
    } standing[DW_STANDING];
    size_t standing_count;
};

// Records the views that X clients have positioned themselves.
void dw_x11_note_standing(struct dw_x11 *x11);

#endif
