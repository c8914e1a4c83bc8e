// SPDX-License-Identifier: MIT
// The server's half of pixels.c: the headers of libwayland's client and server do not go well together.
#ifndef PIXELS_SERVER_H
#define PIXELS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "pixels.h"

struct dw_client_watch;
struct wl_client;
struct wl_event_source;

struct wl_client *dw_server_add_client(struct dw_module *module, int fd);
void dw_server_remove_client(struct wl_client *client);
struct wl_event_source *dw_server_add_fd(struct dw_module *module, int fd, int (*ready)(int, uint32_t, void *),
                                         void *data);
struct weston_surface *dw_server_surface(struct wl_client *client, uint32_t id);
// The seat that an object of the client stands for; NULL once it is gone.
struct weston_seat *dw_server_seat(struct wl_client *client, uint32_t id);
// Gives the focus of the pointer to a surface of the client, wherever that is.
void dw_server_focus_pointer(struct wl_client *client, uint32_t surface, struct weston_seat *seat);
// Calls `gone` when the client goes; NULL if there is no memory.
struct dw_client_watch *dw_watch_client(struct wl_client *client, void (*gone)(void *data), void *data);
void dw_unwatch_client(struct dw_client_watch *watch);
int wl_event_source_remove(struct wl_event_source *source);

#endif
