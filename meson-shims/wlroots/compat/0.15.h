// SPDX-License-Identifier: MIT
// All that the adapter needs to know of wlroots 0.15 and of no other version: names, types, and how a few things are done.
// Another version gets a header of its own with the same contents, and meson.build chooses.
#ifndef DWL_COMPAT_H
#define DWL_COMPAT_H

#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <wlr/render/allocator.h>
#include <wlr/render/drm_format_set.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_buffer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_matrix.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_surface.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_xdg_shell.h>
#include <wlr/util/log.h>
#include <wlr/version.h>

// ------------------------------------------------------------------------------------------------- Types in the grabs

typedef enum wlr_button_state dwl_button_state;
typedef enum wlr_axis_orientation dwl_axis;
typedef enum wlr_axis_source dwl_axis_source;
typedef uint32_t *dwl_keycodes;
typedef struct wlr_keyboard_modifiers *dwl_keyboard_modifiers;
#define DWL_BUTTON_PRESSED WLR_BUTTON_PRESSED
#define DWL_BUTTON_RELEASED WLR_BUTTON_RELEASED

// --------------------------------------------------------------------------------------------------------- Drag icons

// What a surface with the role of a drag icon has as its role_data, if anybody cares for its commits.
struct dwl_icon_user {
    // Before and after a commit takes effect. Either may be NULL.
    void (*committing)(struct dwl_icon_user *user, struct wlr_surface *surface);
    void (*committed)(struct dwl_icon_user *user, struct wlr_surface *surface);
};

// wlroots keeps its role of icons to itself; this one has the same name.
bool dwl_surface_become_icon(struct wlr_surface *surface, struct wl_resource *error_resource, uint32_t error_code);

static inline void dwl_surface_set_icon_user(struct wlr_surface *surface, struct dwl_icon_user *user) {
    surface->role_data = user;
}

static inline void dwl_icon_set_mapped(struct wlr_drag_icon *icon, bool is_mapped) {
    if (icon->mapped == is_mapped) return;
    // One that goes is still there for who hears of it, to repaint what was below.
    if (is_mapped) icon->mapped = true;
    wl_signal_emit(is_mapped ? &icon->events.map : &icon->events.unmap, icon);
    icon->mapped = is_mapped;
}

// sway 1.7 repaints where an icon is as it moves or changes, and not where a part of it was. It repaints all of one that is
// unmapped: it is told so, and the icon stays.
static inline void dwl_icon_repaint(struct wlr_drag_icon *icon) {
    if (icon->mapped) wl_signal_emit(&icon->events.unmap, icon);
}

// Where the content of an icon is, from the pointer: the sum of all offsets.
static inline void dwl_surface_offset(struct wlr_surface *surface, int *x, int *y) {
    *x = surface->sx;
    *y = surface->sy;
}

static inline bool dwl_surface_is_damaged(struct wlr_surface *surface) {
    return pixman_region32_not_empty(&surface->buffer_damage);
}

// ----------------------------------------------------------------------------------------------------------- Surfaces

// wlr_surface_is_xwayland_surface is there only in a wlroots that was built with Xwayland.
static inline bool dwl_surface_is_x11(struct wlr_surface *surface) {
    return surface->role != NULL && strcmp(surface->role->name, "wlr_xwayland_surface") == 0;
}

// How often something was shown on an output.
static inline uint32_t dwl_output_frames(struct wlr_output *output) { return output->commit_seq; }

static inline struct wlr_buffer *dwl_surface_buffer(struct wlr_surface *surface) {
    return surface->buffer != NULL ? surface->buffer->source : NULL;
}

static inline bool dwl_surface_has_shared_memory(struct wlr_surface *surface) {
    return surface->buffer != NULL && surface->buffer->shm_source_format != DRM_FORMAT_INVALID;
}

// Draws what a surface shows, of whatever kind its buffer is, scaled to this size, and reads it as premultiplied argb8888.
bool dwl_surface_draw(struct wlr_surface *surface, struct wlr_allocator *allocator, int width, int height, void *pixels);

#endif
