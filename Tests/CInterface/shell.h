// SPDX-License-Identifier: MIT
// The part of xdg_shell that a client needs to attach an xdg_toplevel to its drag. Every request is accepted, but only
// destroy has an effect.
#ifndef SHELL_H
#define SHELL_H

#include <wayland-server-core.h>

// Adds the global xdg_wm_base to the display, which owns it.
void shell_offer(struct wl_display *display);

#endif
