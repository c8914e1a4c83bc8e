// SPDX-License-Identifier: MIT
// Follows what a client draws as its icon. Where the compositor draws with a scene, the scene's own nodes show the client's
// buffer, and nobody reads it, unless it is vast. Elsewhere wlroots has no way to show a surface translucent that all
// compositors bear, so Dray draws it, and its pixels have to be known.
// That costs the others a little at most: once in a while, and no more pixels than can be copied in a part of a frame.
#ifndef READER_H
#define READER_H

#include "adapter.h"

struct dwl_layers;
struct dwl_reader;

// Without layers all icons are read; the output's allocator helps with buffers of the graphics card; NULL for none. NULL if
// there is no memory.
struct dwl_reader *dwl_reader_create(struct dray_wlroots *adapter, struct wlr_surface *icon, struct dwl_layers *layers,
                                     struct wlr_output *output);
void dwl_reader_destroy(struct dwl_reader *reader);
// The drag has this number: reads what is on the icon already.
void dwl_reader_begin(struct dwl_reader *reader, uint64_t drag);
// The content was let go of: what is on the icon now stays to the end, whatever its client does with it.
void dwl_reader_release(struct dwl_reader *reader);

// What Dray asks of a surface that is shown nowhere: see dray.h.
int dwl_preview_read(void *adapter, struct wl_resource *surface, struct dray_image *picture);

#endif
