// SPDX-License-Identifier: MIT
// What differs between versions of GNOME Shell, and what mutter exports without a header.
#ifndef DRAY_GNOME_COMPAT_H
#define DRAY_GNOME_COMPAT_H

#include <clutter/clutter.h>
#include <meta/display.h>
#include <meta/meta-wayland-surface.h>

#include "dray.h"

// Exported by libmutter.
MetaWaylandSurface *meta_window_get_wayland_surface(MetaWindow *window);
struct wl_resource *meta_wayland_surface_get_resource(MetaWaylandSurface *surface);
ClutterActor *meta_wayland_surface_get_actor(MetaWaylandSurface *surface);
int meta_wayland_surface_get_width(MetaWaylandSurface *surface);
int meta_wayland_surface_get_height(MetaWaylandSurface *surface);
ClutterActor *meta_wayland_actor_surface_get_actor(void *role);

// Returns the actor that shows a surface; NULL if its client has given it no role on the screen.
static inline ClutterActor *dg_actor(MetaWaylandSurface *surface) {
    return surface != NULL ? meta_wayland_surface_get_actor(surface) : NULL;
}

// Shows a pointer shape while `catcher` has the pointer.
void dg_compat_set_cursor(MetaDisplay *display, ClutterActor *catcher, enum dray_shape shape);
// Returns the name of the X11 display.
const char *dg_compat_x11_name(MetaContext *context);

#endif
