// SPDX-License-Identifier: MIT
// Everything that wlroots 0.18, 0.19 and 0.20 have in common and older versions have not. 0.15.h has the same contents,
// with their documentation.
#ifndef DWL_COMPAT_H
#define DWL_COMPAT_H

#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <wlr/render/allocator.h>
#include <wlr/render/dmabuf.h>
#include <wlr/render/drm_format_set.h>
#include <wlr/interfaces/wlr_pointer.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_buffer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_security_context_v1.h>
#include <wlr/types/wlr_session_lock_v1.h>
#include <wlr/types/wlr_subcompositor.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_xdg_shell.h>
#include <wlr/util/log.h>
#include <wlr/util/edges.h>
#include <wlr/version.h>

// Most compositors of these versions draw with wlr_scene: see scene.h.
#define DWL_HAS_SCENE 1

// Whether a session is locked by a client that inhibits input, rather than by a protocol of its own.
#define DWL_LOCKS_BY_INHIBITING 0

// Whether there are security contexts (wp_security_context_v1), which identify sandboxed clients.
#define DWL_HAS_SECURITY_CONTEXTS 1

// ------------------------------------------------------------------------------------------------- Types in the grabs

typedef enum wl_pointer_button_state dwl_button_state;
typedef enum wl_pointer_axis dwl_axis;
typedef enum wl_pointer_axis_source dwl_axis_source;
typedef const uint32_t *dwl_keycodes;
typedef const struct wlr_keyboard_modifiers *dwl_keyboard_modifiers;
#define DWL_BUTTON_PRESSED WL_POINTER_BUTTON_STATE_PRESSED
#define DWL_BUTTON_RELEASED WL_POINTER_BUTTON_STATE_RELEASED
#define DWL_AXIS_REST , enum wl_pointer_axis_relative_direction direction
#define DWL_AXIS_SAME , direction
typedef uint32_t dwl_touch_up_result;
#define DWL_TOUCH_UP(serial) return (serial)
static inline uint32_t dwl_touch_send_up(struct wlr_seat *seat, uint32_t time, int32_t id) {
    return wlr_seat_touch_send_up(seat, time, id);
}
typedef struct wlr_seat_client dwl_touch_owner;
static inline dwl_touch_owner *dwl_touch_owner_of(struct wlr_touch_point *point) { return point->client; }
// From 0.20 on a grab is called when a finger is over nothing.
#define DWL_HAS_TOUCH_CLEAR_FOCUS (WLR_VERSION_NUM >> 8 >= 20)

typedef struct wlr_keyboard_key_event dwl_key_event;
#define dwl_keyboard_destroy_signal(keyboard) (&(keyboard)->base.events.destroy)

// ------------------------------------------------------------------------------------------------- Events of a cursor

typedef struct wlr_touch_down_event dwl_touch_down_event;
typedef struct wlr_touch_motion_event dwl_touch_motion_event;
typedef struct wlr_touch_up_event dwl_touch_up_event;
typedef struct wlr_touch_cancel_event dwl_touch_cancel_event;
typedef struct wlr_pointer_button_event dwl_button_event;
#define dwl_device_of(event) (&(event)->touch->base)
#define dwl_button_device_of(event) (&(event)->pointer->base)

struct dwl_pointer {
    struct wlr_pointer pointer;
};
static inline void dwl_pointer_init(struct dwl_pointer *own, const struct wlr_pointer_impl *impl) {
    wlr_pointer_init(&own->pointer, impl, "dray: keyboard");
}
static inline struct wlr_input_device *dwl_pointer_device(struct dwl_pointer *own) { return &own->pointer.base; }
static inline void dwl_pointer_finish(struct dwl_pointer *own) { wlr_pointer_finish(&own->pointer); }
static inline void dwl_pointer_move(struct dwl_pointer *own, uint32_t time, double x, double y) {
    struct wlr_pointer_motion_absolute_event event = {.pointer = &own->pointer, .time_msec = time, .x = x, .y = y};
    wl_signal_emit_mutable(&own->pointer.events.motion_absolute, &event);
    wl_signal_emit_mutable(&own->pointer.events.frame, &own->pointer);
}
static inline void dwl_pointer_press(struct dwl_pointer *own, uint32_t time, uint32_t button, dwl_button_state state) {
    struct wlr_pointer_button_event event = {
        .pointer = &own->pointer, .time_msec = time, .button = button, .state = state};
    wl_signal_emit_mutable(&own->pointer.events.button, &event);
    wl_signal_emit_mutable(&own->pointer.events.frame, &own->pointer);
}
static inline void dwl_layout_box(struct wlr_output_layout *layout, struct wlr_box *box) {
    wlr_output_layout_get_box(layout, NULL, box);
}
// The scene has the positions.
static inline void dwl_output_look(struct wlr_output *output) {}
#define DWL_REPAINTS_OUTPUTS true
// Makes a compositor that draws without a scene repaint these points of an output.
void dwl_output_repaint(struct wlr_output *output, const struct wlr_box *points);

// --------------------------------------------------------------------------------------------------------- Drag icons

struct dwl_icon_user {
    void (*committing)(struct dwl_icon_user *user, struct wlr_surface *surface);
    void (*committed)(struct dwl_icon_user *user, struct wlr_surface *surface);
    // Private. Surfaces no longer have role data, nor the sum of their offsets.
    struct wlr_surface *surface;  // NULL while none is observed
    struct wl_listener commit;
    int x, y;
};

// For preview surfaces of drag items (dray_drag_v1). Returns false, without a protocol error, if the surface has
// another role.
bool dwl_surface_become_preview(struct wlr_surface *surface);
bool dwl_surface_become_icon(struct wlr_surface *surface, struct wl_resource *error_resource, uint32_t error_code);
struct wlr_drag *dwl_drag_create(struct wlr_seat_client *client, struct wlr_data_source *source,
                                 struct wlr_surface *icon);
void dwl_icon_watch(struct dwl_icon_user *user, struct wlr_surface *surface);
void dwl_icon_unwatch(struct dwl_icon_user *user, struct wlr_surface *surface);

static inline void dwl_icon_set_mapped(struct wlr_drag_icon *icon, bool is_mapped) {
    if (is_mapped && wlr_surface_has_buffer(icon->surface)) wlr_surface_map(icon->surface);
    else wlr_surface_unmap(icon->surface);
}

// No compositor is known to need it.
static inline void dwl_icon_repaint(struct wlr_drag_icon *icon) {}

static inline void dwl_icon_offset(const struct dwl_icon_user *user, struct wlr_surface *surface, int *x, int *y) {
    *x = user->x;
    *y = user->y;
}

static inline bool dwl_surface_is_damaged(struct wlr_surface *surface) {
    return !pixman_region32_empty(&surface->buffer_damage);
}

// ------------------------------------------------------------------------------------------------------------ Windows

#define dwl_subsurface_of(surface) wlr_subsurface_try_from_wlr_surface(surface)

#define dwl_new_toplevel_signal(shell) (&(shell)->events.new_toplevel)
static inline struct wlr_xdg_surface *dwl_toplevel_of(void *told) { return ((struct wlr_xdg_toplevel *)told)->base; }
#define dwl_map_signal(window) (&(window)->surface->events.map)
#define dwl_unmap_signal(window) (&(window)->surface->events.unmap)
// An X11 window is created without a surface, which is associated and dissociated later.
#define DWL_X11_ASSOCIATES 1
#define DWL_XWAYLAND_SAYS_ITS_END (WLR_VERSION_NUM >> 8 >= 19)

static inline void dwl_window_geometry(struct wlr_surface *surface, struct wlr_box *geometry) {
    struct wlr_xdg_surface *xdg = wlr_xdg_surface_try_from_wlr_surface(surface);
    if (xdg == NULL) return;
#if WLR_VERSION_NUM >> 8 >= 19
    *geometry = xdg->geometry;
#else
    wlr_xdg_surface_get_geometry(xdg, geometry);
#endif
}

static inline struct wlr_surface *dwl_window_at(struct wlr_surface *surface, double x, double y, double *at_x,
                                                double *at_y) {
    struct wlr_xdg_surface *xdg = wlr_xdg_surface_try_from_wlr_surface(surface);
    return xdg != NULL ? wlr_xdg_surface_surface_at(xdg, x, y, at_x, at_y)
                       : wlr_surface_surface_at(surface, x, y, at_x, at_y);
}

static inline bool dwl_window_is_tiled(struct wlr_surface *surface) {
    struct wlr_xdg_toplevel *toplevel = wlr_xdg_toplevel_try_from_wlr_surface(surface);
    uint32_t all = WLR_EDGE_TOP | WLR_EDGE_BOTTOM | WLR_EDGE_LEFT | WLR_EDGE_RIGHT;
    return toplevel != NULL && (toplevel->current.tiled & all) == all;
}

static inline struct wlr_surface *dwl_window_parent(struct wlr_surface *surface) {
    struct wlr_xdg_toplevel *toplevel = wlr_xdg_toplevel_try_from_wlr_surface(surface);
    return toplevel != NULL && toplevel->parent != NULL ? toplevel->parent->base->surface : NULL;
}

static inline const char *dwl_window_title(struct wlr_surface *surface) {
    struct wlr_xdg_toplevel *toplevel = wlr_xdg_toplevel_try_from_wlr_surface(surface);
    return toplevel != NULL ? toplevel->title : NULL;
}

// ----------------------------------------------------------------------------------------------------------- Surfaces

static inline bool dwl_surface_is_x11(struct wlr_surface *surface) {
    return surface->role != NULL && (strcmp(surface->role->name, "wlr_xwayland_surface") == 0 ||
                                     strcmp(surface->role->name, "xwayland_surface_v1") == 0);
}

static inline uint32_t dwl_output_frames(struct wlr_output *output) { return output->commit_seq; }

static inline struct wlr_buffer *dwl_surface_buffer(struct wlr_surface *surface) {
    return surface->buffer != NULL ? surface->buffer->source : NULL;
}

static inline bool dwl_surface_has_shared_memory(struct wlr_surface *surface) {
    struct wlr_buffer *buffer = dwl_surface_buffer(surface);
    struct wlr_dmabuf_attributes attributes;
    // Client buffers do not report that they are shared memory, but dmabufs are recognised.
    return buffer != NULL && !wlr_buffer_get_dmabuf(buffer, &attributes);
}

bool dwl_surface_draw(struct wlr_surface *surface, struct wlr_buffer *buffer, void *pixels);

#endif
