// SPDX-License-Identifier: MIT
// The pointer: its shape during a drag, and a virtual one for drags by keyboard.
#include <linux/input-event-codes.h>

#include "compat/compat.h"
#include "dray-gnome.h"

void dg_pointer_shape(struct dg_host *host, enum dray_shape shape) {
    dg_compat_set_cursor(host->desk, host->catcher, shape);
}

void dg_virtual_pointer_use(struct dg_host *host, bool is_used) {
    if (is_used == (host->virtual_pointer != NULL)) return;
    if (is_used)
        host->virtual_pointer = clutter_seat_create_virtual_device(dg_clutter_seat(host), CLUTTER_POINTER_DEVICE);
    else g_clear_object(&host->virtual_pointer);
}

void dg_virtual_pointer_move(struct dg_host *host, double x, double y) {
    if (host->virtual_pointer != NULL)
        clutter_virtual_input_device_notify_absolute_motion(host->virtual_pointer, kit_now(), x, y);
}

static uint32_t clutter_button(uint32_t code) {
    switch (code) {
    case BTN_LEFT: return CLUTTER_BUTTON_PRIMARY;
    case BTN_MIDDLE: return CLUTTER_BUTTON_MIDDLE;
    default: return CLUTTER_BUTTON_SECONDARY;
    }
}

void dg_virtual_pointer_press(struct dg_host *host, uint32_t button, bool is_pressed) {
    if (host->virtual_pointer != NULL)
        clutter_virtual_input_device_notify_button(host->virtual_pointer, kit_now(), clutter_button(button),
                                                   is_pressed ? CLUTTER_BUTTON_STATE_PRESSED
                                                              : CLUTTER_BUTTON_STATE_RELEASED);
}
