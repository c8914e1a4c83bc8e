// SPDX-License-Identifier: MIT
// What the small clients of these tests have in common: globals, a buffer of shared memory, a window of 200 x 200 points.
#ifndef CLIENT_SETUP_H
#define CLIENT_SETUP_H

#include <stdint.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

#define WINDOW_SIDE 200

struct setup {
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_seat *seat;
    struct wl_data_device_manager *manager;
    struct xdg_wm_base *shell;  // NULL where there is none: a window is then any surface with a buffer
    struct wl_surface *window;
    struct xdg_surface *xdg;
    struct xdg_toplevel *toplevel;
    uint32_t colour;  // of the window, opaque
    int has_abgr;     // whether the compositor takes WL_SHM_FORMAT_ABGR8888
};

// A number that the environment says, in any base, or this one.
long setting(const char *name, long standard);

// A line on standard output.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Connects, and binds what is there. -1 if that is not possible.
int setup_connect(struct setup *setup);

// Shows a square of this side, the upper half of it in one colour and the lower in another. `file` gets its memory, for
// the caller to close; NULL closes it.
struct wl_buffer *setup_fill(struct setup *setup, struct wl_surface *surface, int side, uint32_t format, uint32_t upper,
                             uint32_t lower, int *file);

// Opens the window, which says "mapped" as often as the compositor has told it its size and it is drawn.
void setup_open(struct setup *setup, const char *title);

// It is no window any more, and its surface stays.
void setup_take_role(struct setup *setup);

// Closes it; the client goes on.
void setup_close(struct setup *setup);

#endif
