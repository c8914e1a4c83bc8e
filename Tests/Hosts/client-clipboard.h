// SPDX-License-Identifier: MIT
// The roles of small-client that copy and paste: owner, peeker, paster. With PRIMARY in the environment they use the
// primary selection in place of the clipboard.
#ifndef CLIENT_CLIPBOARD_H
#define CLIENT_CLIPBOARD_H

#include "client-setup.h"

// Binds the primary selection if this global is its manager, and it is needed.
void clipboard_global(struct wl_registry *registry, uint32_t id, const char *interface);
// Before any event of the device. -1 if what is needed is missing.
int clipboard_connect(struct setup *setup, struct wl_data_device *device, const char *role);
// wl_data_device.selection
void clipboard_selected(struct wl_data_offer *offer);
// wl_keyboard.key, of a key that goes down, and the other events of the keyboard that have a serial.
void clipboard_key(uint32_t key, uint32_t serial);
void clipboard_serial(uint32_t serial);
// SIGUSR2. 0 if the role has nothing to do with it.
int clipboard_signal(void);

#endif
