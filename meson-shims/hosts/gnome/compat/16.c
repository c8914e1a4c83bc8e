// SPDX-License-Identifier: MIT
// GNOME Shell 48, whose library is libmutter-16.
#include "compat.h"

#include <meta/meta-wayland-compositor.h>

// Exported by libmutter.
const char *meta_wayland_get_public_xwayland_display_name(MetaWaylandCompositor *compositor);

const char *dg_compat_x11_name(MetaContext *context) {
    return meta_wayland_get_public_xwayland_display_name(meta_context_get_wayland_compositor(context));
}

void dg_compat_set_cursor(MetaDisplay *display, ClutterActor *catcher, enum dray_shape shape) {
    static const MetaCursor cursors[] = {
        [DRAY_SHAPE_DEFAULT] = META_CURSOR_DEFAULT, [DRAY_SHAPE_GRABBING] = META_CURSOR_GRABBING,
        [DRAY_SHAPE_COPY] = META_CURSOR_COPY,       [DRAY_SHAPE_MOVE] = META_CURSOR_MOVE,
        [DRAY_SHAPE_ASK] = META_CURSOR_DND_ASK,     [DRAY_SHAPE_NOT_ALLOWED] = META_CURSOR_NOT_ALLOWED,
    };
    meta_display_set_cursor(display, cursors[shape]);
}
