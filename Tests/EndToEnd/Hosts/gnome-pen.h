// SPDX-License-Identifier: MIT
// For tests only: a tablet tool of GNOME Shell.
#ifndef GNOME_PEN_H
#define GNOME_PEN_H

#include <clutter/clutter.h>
#include <meta/meta-backend.h>

// Performs what a tablet tool does at a position: near, move, down, up or away. The tool exists once "make" returns
// true. Returns false if there is none.
bool pen_do(MetaBackend *backend, ClutterSeat *seat, const char *what, double x, double y);

#endif
