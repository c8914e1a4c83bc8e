// SPDX-License-Identifier: MIT
// One clipboard for clients, which is Dray's, and for the compositor's own parts, as Xwayland: content of either goes to the other.
#ifndef KIT_CLIPBOARD_H
#define KIT_CLIPBOARD_H

#include <wayland-server-core.h>

#include "dray.h"

// Content of a client's as the compositor has it, for a data source that the host makes in selection_changed or drag_requested: adds
// copies of the types to an array of char *, each to be freed. What there is no memory for is left out.
void kit_types_copy(struct wl_array *array, const char *const *types, size_t count);

// Content of the compositor's own, when the host hears that it is the seat's clipboard now: clients have it from here on. `types` is
// an array of char *, read during the call; NULL: there is no content. Later `send` is asked for it, with `data`, and closes the descriptor.
void kit_clipboard_offer(struct dray_seat *seat, const struct wl_array *types,
                         void (*send)(void *data, const char *type, int fd), void *data);

#endif
