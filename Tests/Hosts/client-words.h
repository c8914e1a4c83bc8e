// SPDX-License-Identifier: MIT
// What small-client says by the extension (dray_drag_v1), as the environment has it: FINAL, ADDS, HALVES, ZONE,
// BESIDE, PREVIEW. Without any of them nothing is said.
#ifndef CLIENT_WORDS_H
#define CLIENT_WORDS_H

#include <stdint.h>
#include <wayland-client.h>

// Binds the extension if it is this one, and is needed.
void words_global(struct wl_registry *registry, uint32_t id, const char *interface);
// Whether it is needed, and nobody offers it.
int words_are_missing(void);

// Another finger drags beside the first, by this device.
void words_reserve(struct wl_data_device *device);
void words_of_window(struct wl_surface *window);
// `preview`: what its items look like; NULL for nothing.
void words_of_source(struct wl_data_source *source, struct wl_surface *preview);
// One more of the source that is dragged. Prints how many there are.
void words_add_item(uint32_t number);
void words_of_offer(struct wl_data_offer *offer);

#endif
