// SPDX-License-Identifier: MIT
// Up to libweston 14, grab functions receive a time and numbers. The including file must define DW_POINT first.
#ifndef DRAY_WESTON_COMPAT_NUMBERS_H
#define DRAY_WESTON_COMPAT_NUMBERS_H

// Exported by libweston but not declared in an installed header.
void notify_button(struct weston_seat *seat, const struct timespec *time, int32_t button,
                   enum wl_pointer_button_state state);

// The parameters of such a function after the grab, the arguments for forwarding them, and accessors.
#define DW_MOTION const struct timespec *time, struct weston_pointer_motion_event *event
#define DW_SAME_MOTION time, event
#define DW_MOTION_TIME time

#define DW_BUTTON const struct timespec *time, uint32_t button, uint32_t state
#define DW_SAME_BUTTON time, button, state
#define DW_BUTTON_CODE button
#define DW_BUTTON_STATE state

#define DW_AXIS const struct timespec *time, struct weston_pointer_axis_event *event
#define DW_SAME_AXIS time, event

#define DW_KEY const struct timespec *time, uint32_t key, uint32_t state
#define DW_SAME_KEY time, key, state
#define DW_KEY_CODE key
#define DW_KEY_STATE state

// Parameters for a finger that comes down or moves, and for one that goes up.
#define DW_FINGER const struct timespec *time, int id, DW_POINT
#define DW_SAME_FINGER time, id, DW_SAME_POINT
#define DW_FINGER_UP const struct timespec *time, int id
#define DW_SAME_FINGER_UP time, id
#define DW_FINGER_ID id
#define DW_FINGER_TIME time

static inline void dw_touch_send_down(struct weston_touch *touch, DW_FINGER) {
    weston_touch_send_down(touch, DW_SAME_FINGER);
}

static inline void dw_touch_send_motion(struct weston_touch *touch, DW_FINGER) {
    weston_touch_send_motion(touch, DW_SAME_FINGER);
}

static inline void dw_touch_send_up(struct weston_touch *touch, DW_FINGER_UP) {
    weston_touch_send_up(touch, DW_SAME_FINGER_UP);
}

static inline void dw_notify_button(struct weston_seat *seat, struct timespec *time, uint32_t button, bool is_pressed) {
    notify_button(seat, time, button, is_pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
}

#endif
