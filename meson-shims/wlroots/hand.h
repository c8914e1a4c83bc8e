// SPDX-License-Identifier: MIT
// Drags by keyboard: a pointer that nobody has in the hand, as a device of the compositor's cursor.
#ifndef HAND_H
#define HAND_H

#include "adapter.h"

// The shortcut is heard from here on; only where there is sight.
void dwl_hand_watch_keys(struct dwl_seat *seat);
void dwl_hand_forget_keys(struct dwl_seat *seat);
// True: the key was the shortcut, and the person does not pick any more.
bool dwl_hand_ends_picking(struct dwl_seat *seat, uint32_t key);
// What Dray asks: see dray.h.
void dwl_hand_use(void *adapter, void *seat, int is_on);
void dwl_hand_move(void *adapter, void *seat, double x, double y);
void dwl_hand_press(void *adapter, void *seat, uint32_t button, int is_pressed);
size_t dwl_hand_windows(struct dwl_seat *seat, struct wl_resource **surfaces, size_t capacity);

#endif
