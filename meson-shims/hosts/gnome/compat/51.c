// SPDX-License-Identifier: MIT
// GNOME Shell 51, whose library is libmutter-51.
#include "compat.h"

#include <meta/meta-wayland-compositor.h>

// Exported by libmutter.
const char *meta_wayland_get_public_xwayland_display_name(MetaWaylandCompositor *compositor);

const char *dg_compat_x11_name(MetaContext *context) {
    return meta_wayland_get_public_xwayland_display_name(meta_context_get_wayland_compositor(context));
}

// Exported by libmutter-clutter.
void clutter_sprite_invalidate_cursor(ClutterSprite *sprite);

void dg_compat_set_cursor(MetaDisplay *display, ClutterActor *catcher, enum dray_shape shape) {
    static const ClutterCursorType cursors[] = {
        [DRAY_SHAPE_DEFAULT] = CLUTTER_CURSOR_DEFAULT, [DRAY_SHAPE_GRABBING] = CLUTTER_CURSOR_GRABBING,
        [DRAY_SHAPE_COPY] = CLUTTER_CURSOR_COPY,       [DRAY_SHAPE_MOVE] = CLUTTER_CURSOR_MOVE,
        [DRAY_SHAPE_ASK] = CLUTTER_CURSOR_DND_ASK,     [DRAY_SHAPE_NOT_ALLOWED] = CLUTTER_CURSOR_NOT_ALLOWED,
    };
    clutter_actor_set_cursor_type(catcher, cursors[shape]);
    ClutterBackend *backend = clutter_context_get_backend(clutter_actor_get_context(catcher));
    ClutterStage *stage = CLUTTER_STAGE(clutter_actor_get_stage(catcher));
    // Until the pointer moves, Clutter does not look for another cursor.
    clutter_sprite_invalidate_cursor(clutter_backend_get_pointer_sprite(backend, stage));
}
