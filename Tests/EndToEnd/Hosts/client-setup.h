// SPDX-License-Identifier: MIT
// Shared by the small clients of these tests: globals, a buffer of shared memory, and a window of 200 x 200 points.
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
    struct xdg_wm_base *shell;  // NULL if there is none: a window is then any surface with a buffer
    struct wl_surface *window;
    struct xdg_surface *xdg;
    struct xdg_toplevel *toplevel;
    uint32_t colour;  // of the window, opaque
    int has_abgr;     // whether the compositor supports WL_SHM_FORMAT_ABGR8888
};

// Returns a number from the environment, in any base, or `standard`.
long setting(const char *name, long standard);

// Prints a line on standard output.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Prints the words once the compositor has processed all earlier requests, so that a test can continue from there.
void say_once_seen(struct wl_display *display, const char *words);

// Connects, and binds the available globals. Returns -1 if that is not possible.
int setup_connect(struct setup *setup);

// Shows a square of this side, its upper half in one colour and its lower half in another. `file` receives the file of
// its memory, for the caller to close; if it is NULL, the file is closed.
struct wl_buffer *setup_fill(struct setup *setup, struct wl_surface *surface, int side, uint32_t format, uint32_t upper,
                             uint32_t lower, int *file);

// Opens the window. It prints "mapped" each time it is drawn after a configure event.
void setup_open(struct setup *setup, const char *title);

// Destroys the role objects and keeps the surface.
void setup_take_role(struct setup *setup);

// Closes the window; the client keeps running.
void setup_close(struct setup *setup);

#endif
