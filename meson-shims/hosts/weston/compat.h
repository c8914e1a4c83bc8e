// SPDX-License-Identifier: MIT
// Each version of libweston has one header in compat/ for its differences. All other files of the module access views,
// points and windows through it. This file has what is the same in all versions.
#ifndef DRAY_WESTON_COMPAT_H
#define DRAY_WESTON_COMPAT_H

#include <libweston/version.h>
#include <stdbool.h>
#include <stddef.h>

#if WESTON_VERSION_MAJOR == 10
#include "compat/10.h"
#elif WESTON_VERSION_MAJOR == 14
#include "compat/14.h"
#elif WESTON_VERSION_MAJOR == 16
#include "compat/16.h"
#else
#error "dray: there is no compat header for this version of Weston yet"
#endif

// Returns the seat of a wl_pointer, wl_keyboard or wl_touch; NULL if the device is removed. The user data is one of
// three structures, all of which begin with the seat.
static inline const void *dw_device_seat(struct wl_resource *device) {
    _Static_assert(offsetof(struct weston_pointer, seat) == 0 && offsetof(struct weston_keyboard, seat) == 0 &&
                       offsetof(struct weston_touch, seat) == 0,
                   "a device's structure begins with its seat");
    struct weston_seat *const *seat = wl_resource_get_user_data(device);
    return seat != NULL ? *seat : NULL;
}

// Returns the layer of a view or of its root view; NULL if it is in none.
static inline struct weston_layer *dw_view_layer(const struct weston_view *view) {
    while (view->parent_view != NULL) view = view->parent_view;
    return view->layer_link.layer;
}

// Whether the layer is shown. Hidden layers (another workspace, minimised windows) are in no list of the compositor.
static inline bool dw_layer_is_shown(const struct weston_layer *layer) {
    return layer != NULL && !wl_list_empty(&layer->link);
}

#endif
