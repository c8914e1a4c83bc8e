// SPDX-License-Identifier: MIT
// An X server, and an X client that drags and accepts text by XDND, as far as the tests need it.
#ifndef XPEER_H
#define XPEER_H

#include <stdbool.h>
#include <sys/types.h>
#include <xcb/xcb.h>

struct xserver {
    pid_t process;
    char display[16];
};

// Starts Xvfb, and returns when it accepts connections.
void xserver_start(struct xserver *server);
void xserver_kill(struct xserver *server);

struct xpeer {
    xcb_connection_t *connection;
    xcb_window_t root, window, other;      // `other`: the source or target window of the other side
    const char *text;                      // the text that it drags
    char received[64];                     // the text that was dropped on it
    bool takes;                            // whether it accepts content
    int entered, left, dropped, finished;  // the numbers of received messages
    int has_succeeded, accepted;           // the flags of the last XdndFinished and XdndStatus
};

// Connects, and maps a window that accepts drops, with this position and size. With width 0 the window accepts no drops
// and stays unmapped.
void xpeer_connect(struct xpeer *peer, const struct xserver *server, int x, int y, int width, int height);
void xpeer_disconnect(struct xpeer *peer);
// Handles the events that have arrived.
void xpeer_serve(struct xpeer *peer);
// Takes the selection XdndSelection, as a source does when it begins to drag its text.
void xpeer_own(struct xpeer *peer);
// Stores the topmost window at a point in `other`. Returns whether the window accepts drops.
bool xpeer_find(struct xpeer *peer, int x, int y);
void xpeer_enter(struct xpeer *peer);
void xpeer_move(struct xpeer *peer, int x, int y);
void xpeer_drop(struct xpeer *peer);
// Gives the selection up: the drag is cancelled.
void xpeer_give_up(struct xpeer *peer);

#endif
