// SPDX-License-Identifier: MIT
// The server's half of pixels.c: the headers of libwayland's client and server do not go well together.
#ifndef PIXELS_SERVER_H
#define PIXELS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "pixels.h"

struct wl_display;
struct wl_event_source;
struct wl_resource;

struct wl_display *dw_server_display(struct dw_module *module);
// What an object of the client stands for; NULL once it is gone.
struct weston_surface *dw_server_surface(struct wl_resource *resource);
struct weston_seat *dw_server_seat(struct wl_resource *resource);
// Gives the focus of the pointer to a surface of the client, wherever that is, if nobody else has it.
void dw_server_focus_pointer(struct wl_resource *surface, struct weston_seat *seat);
// Whether it has it still: what the client itself hears of that comes later.
bool dw_server_has_pointer(struct wl_resource *surface, struct weston_seat *seat);

// Calls once, when the event loop is through with what it is about. NULL without memory.
struct wl_event_source *dw_server_when_idle(struct dw_module *module, void (*call)(void *data), void *data);
// What has not been called yet never is.
void dw_server_forget(struct wl_event_source *idle);

#endif
