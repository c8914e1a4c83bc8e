// SPDX-License-Identifier: MIT
// The wheel during a drag: a client's pointer is on the surface below the content for as long as somebody scrolls. The client is told
// by all of its wl_pointers. Nothing may be begun by their serials, so nobody keeps them.
#ifndef KIT_SCROLL_H
#define KIT_SCROLL_H

#include <wayland-server-core.h>

// Of a seat; all zero at first.
struct kit_scroll {
    struct wl_resource *surface;  // that has the pointer for the wheel; NULL for none
    struct wl_listener destroyed;
};

// For the host's scroll_enter: the surface has the pointer from here on, at a point of its own. `pointers` are the wl_pointers of its
// client on this seat, a list by their links, in which those without user data are inert; NULL for none: then nobody has it.
void kit_scroll_enter(struct kit_scroll *scroll, struct wl_list *pointers, struct wl_resource *surface, double x, double y);
// For scroll_leave, with the list of the client that has it now: nobody has it any more. NULL, as when the seat goes: without a word.
void kit_scroll_leave(struct kit_scroll *scroll, struct wl_list *pointers);

#endif
