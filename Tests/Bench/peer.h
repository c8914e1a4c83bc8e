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
    int width, height;  // size of the window, unless the compositor sets another
    bool takes_own;     // whether drags from this window can be dropped here as a move
    bool is_configured;
    unsigned frames;  // frame callbacks received
    int output_width, output_height;

    bool has_pointer;
    uint32_t press_serial;  // 0 while no button is down

    struct wl_data_offer *offer;  // the offer of the drag over the window
    uint32_t enter_serial;
    bool thinks;       // whether an offer is accepted only by peer_accept()
    uint32_t action;   // the current action
    unsigned motions;  // received since the drag entered the window
    bool is_dropped;

    struct wl_data_source *source;  // the source of the own drag
    struct wl_surface *icon;
    bool is_finished, is_cancelled;
    unsigned asked;  // number of requests for content
    bool flows;      // whether requested content is written without end, by one process per request

    // The processes that write, for a source, or read, for a target.
    int flow_count;
    pid_t flow[PEER_FLOWS];
};

// Connects to $WAYLAND_DISPLAY and shows a window of this size, unless the compositor sets another.
void peer_connect(struct peer *peer, const char *name, int width, int height);
void peer_disconnect(struct peer *peer);
// Begins a drag with the newest press.
void peer_start_drag(struct peer *peer, bool has_icon);
// Accepts the drag over the window.
void peer_accept(struct peer *peer);
// Requests a frame callback for the window; `frames` is incremented when it arrives.
void peer_ask_frame(struct peer *peer);
// Destroys the objects of a drag that has ended.
void peer_end_drag(struct peer *peer);
// Requests the dropped content; returns a descriptor to read it from.
int peer_receive(struct peer *peer);

// Reads the content of the current offer without end, in a process; adds the bytes to `*count`, in shared memory.
void peer_read_on(struct peer *peer, _Atomic unsigned long long *count);
// Stops the reading processes; or waits until no process writes.
void peer_stop_reading(struct peer *peer);
void peer_stop_writing(struct peer *peer);

// The content of every drag.
#define PEER_CONTENT "What is dragged to measure how long that takes."

// Dispatches events of the clients until the condition holds, and exits with an error about `what` after a minute.
// `condition` reads fields that events change.
#define WAIT_FOR(what, peers, count, condition) \
    while (!(condition)) peers_serve(peers, count, what)
#define PEERS_AT_ONCE 4
void peers_serve(struct peer *const *peers, int count, const char *what);
// The same, but also returns when `fd` is readable: the content may come through the compositor.
void peers_serve_beside(struct peer *const *peers, int count, int fd, const char *what);

#endif
