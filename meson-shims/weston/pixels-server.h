// SPDX-License-Identifier: MIT
// The server's half of pixels.c: the headers of libwayland's client and server do not go well together.
#ifndef PIXELS_SERVER_H
#define PIXELS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "pixels.h"

struct dw_timer;
struct wl_display;
struct wl_resource;

struct wl_display *dw_server_display(struct dw_module *module);
// What an object of the client stands for; NULL once it is gone.
struct weston_surface *dw_server_surface(struct wl_resource *resource);
struct weston_seat *dw_server_seat(struct wl_resource *resource);
// Gives the focus of the pointer to a surface of the client, wherever that is, if nobody else has it.
void dw_server_focus_pointer(struct wl_resource *surface, struct weston_seat *seat);
// Whether it has it still: what the client itself hears of that comes later.
bool dw_server_has_pointer(struct wl_resource *surface, struct weston_seat *seat);

// Calls each time that it was started, when it has run down. NULL without memory.
struct dw_timer *dw_server_timer(struct dw_module *module, void (*call)(void *data), void *data);
void dw_server_timer_start(struct dw_timer *timer, int milliseconds);
void dw_server_timer_free(struct dw_timer *timer);

#endif
