// SPDX-License-Identifier: MIT
// The server's half of pixels.c. The client and server headers of libwayland conflict, so each half has files of its
// own.
#ifndef PIXELS_SERVER_H
#define PIXELS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "pixels.h"

struct wl_display;
struct wl_event_source;
struct wl_resource;

struct wl_display *dw_server_display(struct dw_module *module);
// Returns the object behind a resource of the client; NULL once it is destroyed.
struct weston_surface *dw_server_surface(struct wl_resource *resource);
struct weston_seat *dw_server_seat(struct wl_resource *resource);
// Gives pointer focus to a surface of the client, at any position, if no other surface has it.
void dw_server_focus_pointer(struct wl_resource *surface, struct weston_seat *seat);
// Whether the surface still has pointer focus. The client itself learns about a change only later.
bool dw_server_has_pointer(struct wl_resource *surface, struct weston_seat *seat);

// Calls the function once, when the event loop is idle. Returns NULL without memory.
struct wl_event_source *dw_server_when_idle(struct dw_module *module, void (*call)(void *data), void *data);
// Cancels a call that is still pending.
void dw_server_forget(struct wl_event_source *idle);

#endif
