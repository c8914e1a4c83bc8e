// SPDX-License-Identifier: MIT
// libweston 16: grab functions receive an event. numbers.h has the same definitions for older versions, with their
// documentation.
#ifndef DRAY_WESTON_COMPAT_16_H
#define DRAY_WESTON_COMPAT_16_H

#include "coords.h"

// Exported by libweston but not declared in an installed header.
void notify_motion(const struct weston_pointer_motion_event *event);
void notify_button(const struct weston_pointer_button_event *event);

#define DW_MOTION const struct weston_pointer_motion_event *event
#define DW_SAME_MOTION event
#define DW_MOTION_TIME (&event->base.ts)

#define DW_BUTTON const struct weston_pointer_button_event *event
#define DW_SAME_BUTTON event
#define DW_BUTTON_CODE event->button
#define DW_BUTTON_STATE event->button_state

#define DW_AXIS const struct weston_pointer_axis_event *event
#define DW_SAME_AXIS event

#define DW_KEY const struct weston_key_event *event
#define DW_SAME_KEY event
#define DW_KEY_CODE event->key
#define DW_KEY_STATE event->key_state

#define DW_FINGER const struct weston_touch_event *event
#define DW_SAME_FINGER event
#define DW_FINGER_UP DW_FINGER
#define DW_SAME_FINGER_UP event
#define DW_FINGER_ID event->touch_id
#define DW_FINGER_TIME (&event->base.ts)
#define DW_POINT_X event->pos.c.x
#define DW_POINT_Y event->pos.c.y

static inline void dw_touch_send_down(struct weston_touch *touch, DW_FINGER) { weston_touch_send_down(event); }
static inline void dw_touch_send_motion(struct weston_touch *touch, DW_FINGER) { weston_touch_send_motion(event); }
static inline void dw_touch_send_up(struct weston_touch *touch, DW_FINGER_UP) { weston_touch_send_up(event); }

static inline void dw_notify_button(struct weston_seat *seat, struct timespec *time, uint32_t button, bool is_pressed) {
    struct weston_pointer_button_event event;
    weston_pointer_button_event_init(&event, time, seat, button,
                                     is_pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
    notify_button(&event);
}

static inline void dw_notify_motion(struct weston_seat *seat, struct timespec *time, double x, double y) {
    struct weston_pointer_motion_event event;
    struct weston_coord_global position = dw_global(x, y);
    struct weston_coord none = weston_coord(0, 0);
    weston_pointer_motion_event_init(&event, time, seat, WESTON_POINTER_MOTION_ABS, &position, &none, &none);
    notify_motion(&event);
}

#endif
