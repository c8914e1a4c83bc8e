// SPDX-License-Identifier: MIT
// What the files of a drag know of it.
#ifndef DRAG_H
#define DRAG_H

#include "adapter.h"

struct dwl_drag {
    struct dwl_seat *seat;
    struct wlr_drag *drag;  // NULL once it is gone
    struct wl_listener drag_destroyed;
    // The grab that wlroots made; its cancel is the only public way to end a wlr_drag.
    const struct wlr_pointer_grab_interface *wlroots_grab;
    void *wlroots_data;
    struct wlr_surface *focus;
    struct wl_listener focus_destroyed;
    struct wlr_surface *first_focus;  // what the pointer is over as the drag begins; of no meaning later
    double sx, sy;                    // where the drag is on the focus
    double x, y;                      // how far it went on surfaces; global positions are the compositor's secret
    bool is_touch, is_ending, has_begun;

    struct drag_source *source;  // NULL for none, or once it is gone
    struct dwl_image *image;     // NULL if the icon is the client's own
    struct wlr_surface *icon;    // what the compositor shows; NULL for nothing, or once it is gone
    struct dwl_icon_user icon_user;
    struct wl_listener icon_destroyed;
};

// grabs.c: what the person does, from the compositor to Dray.

// Puts our grabs in the place of those that wlroots made; they begin with the wlr_drag.
void dwl_drag_take_grabs(struct dwl_drag *drag);
// The drag is over a surface, at this point of it, or over nothing (NULL).
void dwl_drag_set_focus(struct dwl_drag *drag, struct wlr_surface *surface, double sx, double sy);
// As above, without a word to anybody.
void dwl_drag_forget_focus(struct dwl_drag *drag);
// A set of enum dray_modifier.
uint32_t dwl_modifiers_of(struct wlr_seat *seat);

#endif
