// SPDX-License-Identifier: MIT
// Windows and surfaces of KWin, as Dray asks for them. All coordinates are global and in points, unless said otherwise.
#pragma once

#include <QPointF>

#include <functional>

#include "dray.h"

struct wl_resource;

namespace KWin {
class Window;
}

namespace DrayKWin {

// Returns the window that contains a surface, a popup's own for one in a popup; null if there is none.
KWin::Window *windowOf(wl_resource *surface);

// Whether a window is never at a point.
using Ignores = std::function<bool(KWin::Window *)>;

// Returns the topmost window with any part at a point; null while the session is locked.
KWin::Window *windowAt(const QPointF &point, const Ignores &ignores);

// Fills in the surface of a window at a point, and returns whether there is one. Title bars and borders that KWin draws
// are not part of a client's surface.
bool pick(KWin::Window *window, const QPointF &point, dray_pick *pick);

bool boundsOf(wl_resource *surface, dray_bounds *bounds);
double scaleAt(const QPointF &point);
bool isBehind(wl_resource *surface);
void raise(wl_resource *surface);
void activate(wl_resource *surface);

// As `windows` of struct dray_host_interface.
size_t windows(wl_resource **surfaces, size_t capacity);

}
