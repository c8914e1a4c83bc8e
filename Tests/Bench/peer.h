// SPDX-License-Identifier: MIT
// A Wayland client with one window that can be dragged from and dropped on.
#ifndef PEER_H
#define PEER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

#define PEER_FLOWS 1000

struct peer {
    const char *name;
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_seat *seat;
    struct wl_pointer *pointer;
    struct wl_output *output;
    struct xdg_wm_base *shell;
    struct wl_data_device_manager *manager;
    struct wl_data_device *device;

    struct wl_surface *cursor, *window;
    struct xdg_surface *role;
    struct xdg_toplevel *toplevel;
    int width, height;  // of the window, unless the compositor says otherwise
    bool takes_own;     // what is dragged from here may be dropped here as well, to be moved
    bool is_configured;
    unsigned frames;  // that were drawn, of those that were asked for
    int output_width, output_height;

    bool has_pointer;
    uint32_t press_serial;  // 0 while no button is down

    struct wl_data_offer *offer;  // of what is over the window
    uint32_t enter_serial;
    bool thinks;                  // content that comes over the window is taken by peer_accept() only
    uint32_t action;              // what a drop would do
    unsigned motions;             // heard since the content came over the window
    bool is_dropped;

    struct wl_data_source *source;  // of what is dragged from here
    struct wl_surface *icon;
    bool is_finished, is_cancelled;
    unsigned asked;  // how often for content
    bool flows;      // what is asked for is written without an end, by a process each

    // Those that write, of a source, or read, of a target.
    int flow_count;
    pid_t flow[PEER_FLOWS];
};

// Connects to $WAYLAND_DISPLAY and shows a window, of that size unless the compositor says otherwise.
void peer_connect(struct peer *peer, const char *name, int width, int height);
void peer_disconnect(struct peer *peer);
// Begins a drag with the press that was heard last.
void peer_start_drag(struct peer *peer, bool has_icon);
// Takes what is over the window.
void peer_accept(struct peer *peer);
// Asks for a frame of the window; `frames` counts up once it was drawn.
void peer_ask_frame(struct peer *peer);
// Lets go of what a drag that is over has left.
void peer_end_drag(struct peer *peer);
// Asks for the content of what was dropped; a descriptor to read it from.
int peer_receive(struct peer *peer);

// Reads what is over the window without an end, in a process; adds the bytes to `*count`, in shared memory.
void peer_read_on(struct peer *peer, _Atomic unsigned long long *count);
// Nobody reads any more; or waits until nobody writes.
void peer_stop_reading(struct peer *peer);
void peer_stop_writing(struct peer *peer);

// What every drag here carries.
#define PEER_CONTENT "What is dragged to measure how long that takes."

// Serves the clients until the condition, and ends the program with a line about `what` if there is none in a minute.
// `condition` reads fields that events change.
#define WAIT_FOR(what, peers, count, condition) \
    while (!(condition)) peers_serve(peers, count, what)
#define PEERS_AT_ONCE 4
void peers_serve(struct peer *const *peers, int count, const char *what);
// The same, until there is something to read in `fd` as well: content comes by way of a compositor that watches over it.
void peers_serve_beside(struct peer *const *peers, int count, int fd, const char *what);

#endif
