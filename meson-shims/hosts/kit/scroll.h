// SPDX-License-Identifier: MIT
// Scrolling during a drag: the surface under the content temporarily gets pointer focus, on all of its client's
// wl_pointers. The serials of these events entitle the client to nothing, so they are not recorded.
#ifndef KIT_SCROLL_H
#define KIT_SCROLL_H

#include <wayland-server-core.h>

// The state of a seat; zero initially.
struct kit_scroll {
    struct wl_resource *surface;  // the surface with pointer focus for scrolling; NULL for none
    struct wl_listener destroyed;
};

// Gives a surface pointer focus at a local position, for the host's scroll_enter. `pointers` is the list of its
// client's wl_pointers on this seat, linked by their resource links; those without user data are inert. With NULL no
// surface gets focus.
void kit_scroll_enter(struct kit_scroll *scroll, struct wl_list *pointers, struct wl_resource *surface, double x,
                      double y);
// Removes the focus, for scroll_leave. `pointers` is the list of the client with the focus; NULL to send no events, for
// example when the seat is destroyed.
void kit_scroll_leave(struct kit_scroll *scroll, struct wl_list *pointers);

#endif
