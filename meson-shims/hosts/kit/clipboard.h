// SPDX-License-Identifier: MIT
// Synchronises the clipboard between Dray, for clients, and the compositor's own parts, such as Xwayland.
#ifndef KIT_CLIPBOARD_H
#define KIT_CLIPBOARD_H

#include <wayland-server-core.h>

#include "dray.h"

// Appends copies of a client's types to an array of char *, for a data source that the host creates in
// selection_changed or drag_requested. The caller frees each string. A type is omitted if there is no memory for it.
void kit_types_copy(struct wl_array *array, const char *const *types, size_t count);

// Offers the compositor's clipboard content to clients, when it has become the seat's selection. `types` is an array of
// char *, read during the call; NULL if there is no content. `send` is called later, with `data`, to write the content,
// and closes the descriptor.
void kit_clipboard_offer(struct dray_seat *seat, const struct wl_array *types,
                         void (*send)(void *data, const char *type, int fd), void *data);

#endif
