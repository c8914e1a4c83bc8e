// SPDX-License-Identifier: MIT
// The preview surfaces of items (dray_drag_v1). The compositor does not show them: Dray draws their content.
#ifndef KIT_PREVIEWS_H
#define KIT_PREVIEWS_H

#include <wayland-server-core.h>

#include "bytes.h"

// The role of such a surface.
#define KIT_PREVIEW_ROLE "dray_drag_item_v1-preview"

// The previews of an engine.
struct kit_previews {
    struct wl_list all;
    struct kit_copy copy;  // the last result of picture_of, valid until the next call
};

// Must be called before the engine is created.
void kit_previews_init(struct kit_previews *previews);
// Reports each commit of a surface to Dray, by the host's own commit signal. For the host's may_be_preview, when the
// surface has been given the role, or has it already. Without memory, later content of the surface is not shown.
void kit_previews_add(struct kit_previews *previews, struct dray_engine *dray, struct wl_resource *surface,
                      struct wl_signal *commit);
// Must be called after the engine was destroyed.
void kit_previews_finish(struct kit_previews *previews);

#endif
