// SPDX-License-Identifier: MIT
// libweston 14.
#ifndef DRAY_WESTON_COMPAT_14_H
#define DRAY_WESTON_COMPAT_14_H

#include "coords.h"

// Exported by libweston but not declared in an installed header.
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, struct weston_coord_global position);

#define DW_POINT struct weston_coord_global point
#define DW_SAME_POINT point
#define DW_POINT_X point.c.x
#define DW_POINT_Y point.c.y

#include "numbers.h"

static inline void dw_notify_motion(struct weston_seat *seat, struct timespec *time, double x, double y) {
    notify_motion_absolute(seat, time, dw_global(x, y));
}

#endif
