// SPDX-License-Identifier: MIT
// Drags by keyboard: a virtual pointer, as an input device of the compositor's cursor.
#ifndef VIRTUAL_POINTER_H
#define VIRTUAL_POINTER_H

#include "adapter.h"

// Starts observing the shortcut; only with a tracker.
void dwl_virtual_pointer_watch_keys(struct dwl_seat *seat);
void dwl_virtual_pointer_forget_keys(struct dwl_seat *seat);
// The host interface; see dray.h.
void dwl_virtual_pointer_use(void *adapter, void *seat, int is_on);
void dwl_virtual_pointer_move(void *adapter, void *seat, double x, double y);
void dwl_virtual_pointer_press(void *adapter, void *seat, uint32_t button, int is_pressed);
size_t dwl_virtual_pointer_windows(struct dwl_seat *seat, struct wl_resource **surfaces, size_t capacity);

#endif
