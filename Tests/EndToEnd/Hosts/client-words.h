// SPDX-License-Identifier: MIT
// small-client's use of the extension (dray_drag_v1), selected by the environment: FINAL, ADDS, HALVES, ZONE, BESIDE,
// PREVIEW. Without any of them the extension is not used.
#ifndef CLIENT_WORDS_H
#define CLIENT_WORDS_H

#include <stdint.h>
#include <wayland-client.h>

// Binds the extension if this global is its manager and it is used.
void words_global(struct wl_registry *registry, uint32_t id, const char *interface);
// Whether the extension is used but not offered.
int words_are_missing(void);

// Reserves this device for a concurrent drag by another finger.
void words_reserve(struct wl_data_device *device);
void words_of_window(struct wl_surface *window);
// `preview` is the preview surface of its items; NULL for none.
void words_of_source(struct wl_data_source *source, struct wl_surface *preview);
// Adds an item to the source of the current drag. Prints the number of items.
void words_add_item(uint32_t number);
void words_of_offer(struct wl_data_offer *offer);

#endif
