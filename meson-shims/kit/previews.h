// SPDX-License-Identifier: MIT
// Surfaces that items of a client's look like, by dray_drag_v1. They are on no screen themselves: Dray draws what is on them.
#ifndef KIT_PREVIEWS_H
#define KIT_PREVIEWS_H

#include <wayland-server-core.h>

#include "bytes.h"

// The role of such a surface.
#define KIT_PREVIEW_ROLE "dray_drag_item_v1-preview"

// Of an engine.
struct kit_previews {
    struct wl_list all;
    struct kit_copy copy;  // what picture_of has read last, which lasts until the next
};

// Before there is an engine.
void kit_previews_init(struct kit_previews *previews);
// For the host's may_be_preview, once the surface has the role, and again for one that has it already: Dray hears of each commit, which
// the host's own signal tells. Without memory it hears of nothing that is drawn later, and that is all.
void kit_previews_add(struct kit_previews *previews, struct dray_engine *dray, struct wl_resource *surface,
                      struct wl_signal *commit);
// Once the engine is gone.
void kit_previews_finish(struct kit_previews *previews);

#endif
