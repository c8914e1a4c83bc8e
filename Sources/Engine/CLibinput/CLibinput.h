// SPDX-License-Identifier: MIT
// Loads libinput when a device is first requested, not with the program: few programs need it, and its dependencies
// (such as GLib's objects through libwacom) take a third as long to load as everything else.
#ifndef DRAY_CLIBINPUT_H
#define DRAY_CLIBINPUT_H

#include <dlfcn.h>
#include <libinput.h>
#include <libudev.h>
#include <stddef.h>
#include <string.h>

// The functions that are called, without the prefix "libinput_".
// clang-format off
#define DRAY_LIBINPUT(DO) \
    DO(device_config_accel_set_profile) DO(device_config_accel_set_speed) DO(device_config_calibration_set_matrix) \
    DO(device_config_dwt_set_enabled) DO(device_config_left_handed_set) \
    DO(device_config_middle_emulation_set_enabled) DO(device_config_scroll_set_method) \
    DO(device_config_scroll_set_natural_scroll_enabled) DO(device_config_tap_set_drag_enabled) \
    DO(device_config_tap_set_drag_lock_enabled) DO(device_config_tap_set_enabled) DO(device_get_id_product) \
    DO(device_get_id_vendor) DO(device_get_name) DO(device_get_output_name) DO(device_get_seat) \
    DO(device_get_sysname) DO(device_has_capability) DO(device_led_update) DO(dispatch) DO(event_destroy) \
    DO(event_gesture_get_angle_delta) DO(event_gesture_get_cancelled) DO(event_gesture_get_dx) \
    DO(event_gesture_get_dx_unaccelerated) DO(event_gesture_get_dy) DO(event_gesture_get_dy_unaccelerated) \
    DO(event_gesture_get_finger_count) DO(event_gesture_get_scale) DO(event_gesture_get_time_usec) \
    DO(event_get_device) DO(event_get_gesture_event) DO(event_get_keyboard_event) DO(event_get_pointer_event) \
    DO(event_get_tablet_tool_event) DO(event_get_touch_event) DO(event_get_type) DO(event_keyboard_get_key) \
    DO(event_keyboard_get_key_state) DO(event_keyboard_get_time_usec) DO(event_pointer_get_absolute_x_transformed) \
    DO(event_pointer_get_absolute_y_transformed) DO(event_pointer_get_button) DO(event_pointer_get_button_state) \
    DO(event_pointer_get_dx) DO(event_pointer_get_dx_unaccelerated) DO(event_pointer_get_dy) \
    DO(event_pointer_get_dy_unaccelerated) DO(event_pointer_get_scroll_value) \
    DO(event_pointer_get_scroll_value_v120) DO(event_pointer_get_time_usec) DO(event_pointer_has_axis) \
    DO(event_tablet_tool_get_button) DO(event_tablet_tool_get_button_state) DO(event_tablet_tool_get_distance) \
    DO(event_tablet_tool_get_pressure) DO(event_tablet_tool_get_proximity_state) DO(event_tablet_tool_get_rotation) \
    DO(event_tablet_tool_get_tilt_x) DO(event_tablet_tool_get_tilt_y) DO(event_tablet_tool_get_time_usec) \
    DO(event_tablet_tool_get_tip_state) DO(event_tablet_tool_get_tool) DO(event_tablet_tool_get_x_transformed) \
    DO(event_tablet_tool_get_y_transformed) DO(event_touch_get_seat_slot) DO(event_touch_get_time_usec) \
    DO(event_touch_get_x_transformed) DO(event_touch_get_y_transformed) DO(get_event) DO(get_fd) DO(get_user_data) \
    DO(log_set_handler) DO(log_set_priority) DO(path_add_device) DO(path_create_context) DO(path_remove_device) \
    DO(resume) DO(seat_get_logical_name) DO(suspend) DO(tablet_tool_get_serial) DO(tablet_tool_get_type) \
    DO(tablet_tool_has_distance) DO(tablet_tool_has_pressure) DO(tablet_tool_has_rotation) DO(tablet_tool_has_tilt) \
    DO(udev_assign_seat) DO(udev_create_context) DO(unref)
// clang-format on

struct dray_libinput {
    // The reason why the library or one of its functions is missing; NULL if complete. Stays valid.
    const char *fault;
#define DRAY_DO(name) __typeof__(libinput_##name) *name;
    DRAY_LIBINPUT(DRAY_DO)
#undef DRAY_DO
    // Loaded as a dependency of libinput.
    __typeof__(udev_new) *udev_new;
    __typeof__(udev_unref) *udev_unref;
};

static inline void *dray_libinput_find(void *library, const char *name, const char **fault) {
    void *found = dlsym(library, name);
    if (found == NULL && *fault == NULL) *fault = strdup(dlerror());
    return found;
}

// Loads the library, which is never unloaded.
static inline struct dray_libinput dray_libinput_load(void) {
    struct dray_libinput calls = {0};
    void *library = dlopen("libinput.so.10", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        calls.fault = strdup(dlerror());
        return calls;
    }
    const char **fault = &calls.fault;
#define DRAY_DO(name) calls.name = (__typeof__(libinput_##name) *)dray_libinput_find(library, "libinput_" #name, fault);
    DRAY_LIBINPUT(DRAY_DO)
#undef DRAY_DO
    calls.udev_new = (__typeof__(udev_new) *)dray_libinput_find(library, "udev_new", fault);
    calls.udev_unref = (__typeof__(udev_unref) *)dray_libinput_find(library, "udev_unref", fault);
    return calls;
}

#endif
