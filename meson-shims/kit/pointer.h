// SPDX-License-Identifier: MIT
// A client's pointer is on a surface of it for as long as somebody scrolls during a drag: the events, to all wl_pointers that
// the client has. Nothing may be begun by their serials, so nobody keeps them.
#ifndef KIT_POINTER_H
#define KIT_POINTER_H

#include <wayland-server-core.h>

// `pointers` is a list of wl_pointers by their links; those without user data are inert. The point is local to the surface.
void kit_pointer_enter(struct wl_list *pointers, struct wl_resource *surface, double x, double y);
void kit_pointer_leave(struct wl_list *pointers, struct wl_resource *surface);

#endif
