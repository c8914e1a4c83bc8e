// SPDX-License-Identifier: MIT
// The roles of small-client that copy and paste: owner, peeker, paster. With PRIMARY in the environment they use the
// primary selection instead of the clipboard.
#ifndef CLIENT_CLIPBOARD_H
#define CLIENT_CLIPBOARD_H

#include "client-setup.h"

// Binds the primary selection if this global is its manager and the role uses it.
void clipboard_global(struct wl_registry *registry, uint32_t id, const char *interface);
// Must precede any event of the device. Returns -1 if a required global is missing.
int clipboard_connect(struct setup *setup, struct wl_data_device *device, const char *role);
// Handles wl_data_device.selection.
void clipboard_selected(struct wl_data_offer *offer);
// Handles wl_keyboard.key for a key press, and the other events of the keyboard that have a serial.
void clipboard_key(uint32_t key, uint32_t serial);
void clipboard_serial(uint32_t serial);
// Returns the newest of these serials.
uint32_t clipboard_newest_serial(void);
// Handles SIGUSR2. Returns 0 if the role has no action for it.
int clipboard_signal(void);

#endif
