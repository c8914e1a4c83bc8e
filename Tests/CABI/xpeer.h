// SPDX-License-Identifier: MIT
// An X server, and an X client that gives and takes text by XDND, as little of it as a test needs.
#ifndef XPEER_H
#define XPEER_H

#include <stdbool.h>
#include <sys/types.h>
#include <xcb/xcb.h>

struct xserver {
    pid_t process;
    char display[16];
};

// Starts Xvfb, and returns once it serves.
void xserver_start(struct xserver *server);
void xserver_kill(struct xserver *server);

struct xpeer {
    xcb_connection_t *connection;
    xcb_window_t root, window, other;  // `other`: who speaks to it, or whom it speaks to
    const char *text;                  // that it drags
    char received[64];                 // that was dropped on it
    bool takes;                        // what is over it
    int entered, left, dropped, finished, has_succeeded, accepted;  // how often, or what it was told last
};

// With a mapped window of this place and size on the root that takes drops; 0 wide: only to drag.
void xpeer_connect(struct xpeer *peer, const struct xserver *server, int x, int y, int width, int height);
void xpeer_disconnect(struct xpeer *peer);
// Answers what has arrived.
void xpeer_serve(struct xpeer *peer);
// Says that it drags its text, and to whatever takes drops at a point that it does so.
void xpeer_own(struct xpeer *peer);
// Finds the topmost window that takes drops on the root; false if there is none there.
bool xpeer_find(struct xpeer *peer, int x, int y);
void xpeer_enter(struct xpeer *peer);
void xpeer_move(struct xpeer *peer, int x, int y);
void xpeer_drop(struct xpeer *peer);
// It has changed its mind.
void xpeer_give_up(struct xpeer *peer);

#endif
