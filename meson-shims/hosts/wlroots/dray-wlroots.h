// SPDX-License-Identifier: MIT
// Dray for compositors made with wlroots: one call in place of wlr_data_device_manager_create.
//
// Nothing else in the compositor changes: it continues to handle request_start_drag and request_set_selection, to show
// the drag icon with its subsurfaces, and to feed its seats. While several fingers are down, Dray starts their drags
// itself (wlr_seat_start_touch_drag), because wlroots can verify the serial of a single finger only. Dray implements
// the drags and clipboards of clients. The icon of a wlr_drag is Dray's as well: the client's icon, translucent, with a
// badge, drawn by a client inside this process. The primary selection stays wlroots' own. docs/adapters.md lists
// what cannot be done from outside a compositor.
#ifndef DRAY_WLROOTS_H
#define DRAY_WLROOTS_H

#include <stdbool.h>

#include "dray.h"
#include "dray-policy.h"

struct wl_client;
struct wl_display;
struct wlr_seat;
struct wlr_surface;
struct dray_wlroots;

struct dray_wlroots_options {
    // Set by the caller, to sizeof. Fields are only ever added, at the end.
    size_t size;
    // Copied; NULL for Dray's own rules.
    const struct dray_policy *policy;
    // Copied; NULL for the defaults. The highlight ring is never shown: see docs/adapters.md.
    const struct dray_style *style;
    void *data;
    // Content was dropped on this surface, outside the window that it came from: the compositor focuses the surface and
    // raises its window. NULL: the focus does not change.
    void (*activate)(void *data, struct wlr_seat *seat, struct wlr_surface *surface);
    // Whether the session is locked; then programs cannot drag by name (DRAY_DESKTOP_NAMES of
    // dray_engine_set_desktop, which the compositor calls). NULL: it is never locked.
    bool (*is_locked)(void *data);
    // Whether a client is sandboxed, as confinement_of in dray-desktop.h. A compositor that has security contexts
    // returns the result of wlr_security_context_manager_v1_lookup_client, and DRAY_CONFINEMENT_UNKNOWN for clients
    // without a context. NULL: unknown for all clients.
    int (*confinement_of)(void *data, struct wl_client *client, const char **application);
};

// Creates the global wl_data_device_manager, which is destroyed with the display. Returns NULL, with a line in wlroots'
// log, if that is not possible: the running wlroots is not the version that this was built with, the display is NULL or
// already has a manager of Dray, the size, policy or style is invalid, or there is no memory. wlroots' own manager can
// be created then.
//
// `options` is copied; NULL for the defaults.
struct dray_wlroots *dray_wlroots_create(struct wl_display *display, const struct dray_wlroots_options *options);

// The engine, for policies, styles and globals; valid as long as the display.
struct dray_engine *dray_wlroots_engine(struct dray_wlroots *dray);

// Whether the wlroots in this process is the version that this was built with.
bool dray_wlroots_is_compatible(void);

#endif
