// SPDX-License-Identifier: MIT
// Everything that differs between wlroots 0.15 and other versions: names, types, and small functions. Another version
// has a header of its own with the same contents; meson.build selects one.
#ifndef DWL_COMPAT_H
#define DWL_COMPAT_H

#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <wlr/render/allocator.h>
#include <wlr/render/drm_format_set.h>
#include <wlr/interfaces/wlr_input_device.h>
#include <wlr/interfaces/wlr_pointer.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_buffer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_input_inhibitor.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_matrix.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_surface.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_xdg_shell.h>
#include <wlr/util/log.h>
#include <wlr/util/edges.h>
#include <wlr/version.h>

// Whether a session is locked by a client that inhibits input, rather than by a protocol of its own.
#define DWL_LOCKS_BY_INHIBITING 1

// Whether there are security contexts (wp_security_context_v1), which identify sandboxed clients.
#define DWL_HAS_SECURITY_CONTEXTS 0

// ------------------------------------------------------------------------------------------------- Types in the grabs

typedef enum wlr_button_state dwl_button_state;
typedef enum wlr_axis_orientation dwl_axis;
typedef enum wlr_axis_source dwl_axis_source;
typedef uint32_t *dwl_keycodes;
typedef struct wlr_keyboard_modifiers *dwl_keyboard_modifiers;
#define DWL_BUTTON_PRESSED WLR_BUTTON_PRESSED
#define DWL_BUTTON_RELEASED WLR_BUTTON_RELEASED
// The parameters after the source of a pointer grab's axis function.
#define DWL_AXIS_REST
#define DWL_AXIS_SAME
// From 0.18 on the function returns a serial, which says whether the release was sent.
typedef void dwl_touch_up_result;
#define DWL_TOUCH_UP(serial) (void)(serial)
static inline uint32_t dwl_touch_send_up(struct wlr_seat *seat, uint32_t time, int32_t id) {
    wlr_seat_touch_send_up(seat, time, id);
    return 0;
}
// The owner of cancelled fingers.
typedef struct wlr_surface dwl_touch_owner;
static inline dwl_touch_owner *dwl_touch_owner_of(struct wlr_touch_point *point) { return point->surface; }

typedef struct wlr_event_keyboard_key dwl_key_event;
#define dwl_keyboard_destroy_signal(keyboard) (&(keyboard)->events.destroy)

// ------------------------------------------------------------------------------------------------- Events of a cursor

typedef struct wlr_event_touch_down dwl_touch_down_event;
typedef struct wlr_event_touch_motion dwl_touch_motion_event;
typedef struct wlr_event_touch_up dwl_touch_up_event;
typedef struct wlr_event_touch_cancel dwl_touch_cancel_event;
typedef struct wlr_event_pointer_button dwl_button_event;
// A virtual pointer and its events. Times are in milliseconds, positions are fractions of the whole layout.
struct dwl_pointer {
    struct wlr_pointer pointer;
    struct wlr_input_device device;
};
static inline void dwl_pointer_init(struct dwl_pointer *own, const struct wlr_pointer_impl *impl) {
    wlr_input_device_init(&own->device, WLR_INPUT_DEVICE_POINTER, NULL, "dray: keyboard", 0, 0);
    wlr_pointer_init(&own->pointer, impl);
    own->device.pointer = &own->pointer;
}
static inline struct wlr_input_device *dwl_pointer_device(struct dwl_pointer *own) { return &own->device; }
// Frees what wlroots has allocated for it; the caller owns the structure.
static inline void dwl_pointer_finish(struct dwl_pointer *own) {
    wl_signal_emit(&own->device.events.destroy, &own->device);
    free(own->device.name);
}
static inline void dwl_pointer_move(struct dwl_pointer *own, uint32_t time, double x, double y) {
    struct wlr_event_pointer_motion_absolute event = {.device = &own->device, .time_msec = time, .x = x, .y = y};
    wl_signal_emit(&own->pointer.events.motion_absolute, &event);
    wl_signal_emit(&own->pointer.events.frame, &own->pointer);
}
static inline void dwl_pointer_press(struct dwl_pointer *own, uint32_t time, uint32_t button, dwl_button_state state) {
    struct wlr_event_pointer_button event = {
        .device = &own->device, .time_msec = time, .button = button, .state = state};
    wl_signal_emit(&own->pointer.events.button, &event);
    wl_signal_emit(&own->pointer.events.frame, &own->pointer);
}
static inline void dwl_layout_box(struct wlr_output_layout *layout, struct wlr_box *box) {
    *box = *wlr_output_layout_get_box(layout, NULL);
}
// Requests one more frame of an output, with the damage of one pixel: to draw it, sway visits all windows that it shows
// there.
static inline void dwl_output_look(struct wlr_output *output) {
    pixman_region32_t pixel;
    pixman_region32_init_rect(&pixel, 0, 0, 1, 1);
    struct wlr_output_event_damage event = {.output = output, .damage = &pixel};
    wl_signal_emit(&output->events.damage, &event);
    pixman_region32_fini(&pixel);
}

// Returns the device of a touch event, and of a button event.
#define dwl_device_of(event) ((event)->device)
#define dwl_button_device_of(event) ((event)->device)

// --------------------------------------------------------------------------------------------------------- Drag icons

// Observes the commits of a surface with the role of a drag icon; stored in the surface's role_data.
struct dwl_icon_user {
    // Called before and after a commit takes effect. Either may be NULL.
    void (*committing)(struct dwl_icon_user *user, struct wlr_surface *surface);
    void (*committed)(struct dwl_icon_user *user, struct wlr_surface *surface);
};

// wlroots does not export its role of icons; these have roles of the same kind. The first is for preview surfaces of
// drag items (dray_drag_v1) and returns false, without a protocol error, if the surface has another role.
bool dwl_surface_become_preview(struct wlr_surface *surface);
bool dwl_surface_become_icon(struct wlr_surface *surface, struct wl_resource *error_resource, uint32_t error_code);

// Calls wlr_drag_create with an icon whose role is the one above; NULL for none.
static inline struct wlr_drag *dwl_drag_create(struct wlr_seat_client *client, struct wlr_data_source *source,
                                               struct wlr_surface *icon) {
    return wlr_drag_create(client, source, icon);
}

// Observes the commits from now on; the newest observer replaces any other.
static inline void dwl_icon_watch(struct dwl_icon_user *user, struct wlr_surface *surface) {
    surface->role_data = user;
}

// Called before the surface is freed; does nothing if the surface is not observed.
static inline void dwl_icon_unwatch(struct dwl_icon_user *user, struct wlr_surface *surface) {
    if (surface->role_data == user) surface->role_data = NULL;
}

static inline void dwl_icon_set_mapped(struct wlr_drag_icon *icon, bool is_mapped) {
    if (icon->mapped == is_mapped) return;
    // During the unmap event the icon is still mapped, so that listeners repaint the area under it.
    if (is_mapped) icon->mapped = true;
    wl_signal_emit_mutable(is_mapped ? &icon->events.map : &icon->events.unmap, icon);
    icon->mapped = is_mapped;
}

// Repainting around an icon is requested with the function after this one.
#define DWL_REPAINTS_OUTPUTS false
static inline void dwl_output_repaint(struct wlr_output *output, const struct wlr_box *points) {}
// sway 1.7 repaints the area of an icon as it moves or changes, but not the area that a part of it has left. It
// repaints the whole area on an unmap event, so that event is emitted without unmapping the icon.
static inline void dwl_icon_repaint(struct wlr_drag_icon *icon) {
    if (icon->mapped) wl_signal_emit_mutable(&icon->events.unmap, icon);
}

// The offset of an observed icon's content from the pointer: the sum of all offsets.
static inline void dwl_icon_offset(const struct dwl_icon_user *user, struct wlr_surface *surface, int *x, int *y) {
    *x = surface->sx;
    *y = surface->sy;
}

static inline bool dwl_surface_is_damaged(struct wlr_surface *surface) {
    return pixman_region32_not_empty(&surface->buffer_damage);
}

// ------------------------------------------------------------------------------------------------------------ Windows

#define dwl_subsurface_of(surface) \
    (wlr_surface_is_subsurface(surface) ? wlr_subsurface_from_wlr_surface(surface) : NULL)

// Returns the toplevel window from the data of the shell's signal; NULL for other surfaces. The signals for mapping
// follow.
#define dwl_new_toplevel_signal(shell) (&(shell)->events.new_surface)
static inline struct wlr_xdg_surface *dwl_toplevel_of(void *told) {
    struct wlr_xdg_surface *xdg = told;
    return xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL ? xdg : NULL;
}
#define dwl_map_signal(window) (&(window)->events.map)
#define dwl_unmap_signal(window) (&(window)->events.unmap)

// Returns NULL if the surface is not a window, or its client has destroyed the xdg_surface, which does not clear the
// role.
static inline struct wlr_xdg_surface *dwl_xdg_of(struct wlr_surface *surface) {
    return wlr_surface_is_xdg_surface(surface) ? wlr_xdg_surface_from_wlr_surface(surface) : NULL;
}

// Sets the window geometry of a surface; leaves it unchanged if the surface is not a window.
static inline void dwl_window_geometry(struct wlr_surface *surface, struct wlr_box *geometry) {
    struct wlr_xdg_surface *xdg = dwl_xdg_of(surface);
    if (xdg != NULL) wlr_xdg_surface_get_geometry(xdg, geometry);
}

// Returns the surface that takes input at a point of a window or its popups.
static inline struct wlr_surface *dwl_window_at(struct wlr_surface *surface, double x, double y, double *at_x,
                                                double *at_y) {
    struct wlr_xdg_surface *xdg = dwl_xdg_of(surface);
    return xdg != NULL ? wlr_xdg_surface_surface_at(xdg, x, y, at_x, at_y)
                       : wlr_surface_surface_at(surface, x, y, at_x, at_y);
}

// Whether the surface is a window that is tiled on all sides.
static inline bool dwl_window_is_tiled(struct wlr_surface *surface) {
    struct wlr_xdg_surface *xdg = dwl_xdg_of(surface);
    uint32_t all = WLR_EDGE_TOP | WLR_EDGE_BOTTOM | WLR_EDGE_LEFT | WLR_EDGE_RIGHT;
    return xdg != NULL && xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL && (xdg->toplevel->current.tiled & all) == all;
}

// Returns the parent window of a dialog; NULL for none.
static inline struct wlr_surface *dwl_window_parent(struct wlr_surface *surface) {
    struct wlr_xdg_surface *xdg = dwl_xdg_of(surface);
    if (xdg == NULL || xdg->role != WLR_XDG_SURFACE_ROLE_TOPLEVEL || xdg->toplevel->parent == NULL) return NULL;
    return xdg->toplevel->parent->surface;
}

// Returns the title of the window; NULL if the surface is not a window or has no title.
static inline const char *dwl_window_title(struct wlr_surface *surface) {
    struct wlr_xdg_surface *xdg = dwl_xdg_of(surface);
    return xdg != NULL && xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL ? xdg->toplevel->title : NULL;
}

// ----------------------------------------------------------------------------------------------------------- Surfaces

// wlr_surface_is_xwayland_surface exists only in a wlroots that was built with Xwayland.
static inline bool dwl_surface_is_x11(struct wlr_surface *surface) {
    return surface->role != NULL && strcmp(surface->role->name, "wlr_xwayland_surface") == 0;
}

// Returns the number of commits of an output.
static inline uint32_t dwl_output_frames(struct wlr_output *output) { return output->commit_seq; }

static inline struct wlr_buffer *dwl_surface_buffer(struct wlr_surface *surface) {
    return surface->buffer != NULL ? surface->buffer->source : NULL;
}

static inline bool dwl_surface_has_shared_memory(struct wlr_surface *surface) {
    return surface->buffer != NULL && surface->buffer->shm_source_format != DRM_FORMAT_INVALID;
}

// Draws the content of a surface, from a buffer of any type, scaled into the given buffer, which is the compositor's
// own, and reads that back as premultiplied ARGB8888.
bool dwl_surface_draw(struct wlr_surface *surface, struct wlr_buffer *buffer, void *pixels);

#endif
