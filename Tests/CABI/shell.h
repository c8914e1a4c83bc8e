// SPDX-License-Identifier: MIT
// As much of xdg_shell as a client needs to have an xdg_toplevel that travels with its drag: every request is taken, and none but
// destroy means anything.
#ifndef SHELL_H
#define SHELL_H

#include <wayland-server-core.h>

// Offers xdg_wm_base. It goes with the display.
void shell_offer(struct wl_display *display);

#endif
