// SPDX-License-Identifier: MIT
// Follows the client's icon. If the compositor draws with a scene, scene nodes show the client's buffer, and it is not
// read unless it is very large. Otherwise wlroots has no way to show a translucent surface that works in all
// compositors, so Dray draws the icon and needs its pixels. The readings are limited in rate and size, so that they
// take only a part of a frame.
#ifndef READBACK_H
#define READBACK_H

#include "adapter.h"

struct dwl_layers;
struct dwl_reader;

// If `layers` is NULL, all icons are read. The allocator of `output` is used for dmabufs; NULL for none. Returns NULL
// without memory.
struct dwl_reader *dwl_reader_create(struct dray_wlroots *adapter, struct wlr_surface *icon, struct dwl_layers *layers,
                                     struct wlr_output *output);
void dwl_reader_destroy(struct dwl_reader *reader);
// Sets the drag's number and reads the current content of the icon.
void dwl_reader_begin(struct dwl_reader *reader, uint64_t drag);
// The drag has ended: the current content of the icon stays until the last frame, whatever the client does.
void dwl_reader_release(struct dwl_reader *reader);

// Reads a surface that is not shown. The allocator of `output` is used for dmabufs; NULL for none. The image is valid
// until the next call.
bool dwl_preview_read(struct dray_wlroots *adapter, struct wlr_surface *surface, struct wlr_output *output,
                      struct dray_image *picture);

#endif
