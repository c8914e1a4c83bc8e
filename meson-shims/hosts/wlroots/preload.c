// SPDX-License-Identifier: MIT
// The module that the loader loads: the adapter with a tracker, for sway and other unmodified compositors. Settings
// come from the environment, see ../kit/settings.h.
#define _GNU_SOURCE
#include <errno.h>
#include <wlr/types/wlr_foreign_toplevel_management_v1.h>
#include <wlr/types/wlr_primary_selection_v1.h>
#include <wlr/types/wlr_xcursor_manager.h>
#include <wlr/xwayland.h>

#include "../kit/settings.h"
#include "adapter.h"
#include "xwayland-bridge.h"
#include "preload.h"
#include "scene.h"
#include "cursor.h"
#include "tracker.h"
#include "dray-desktop.h"

// One per process, since a process has one compositor.
static struct dwl_tracker tracker;
static struct dray_wlroots *adapter;  // NULL without Dray
static int cursor_count;
static struct wlr_box projected;
static bool is_activating;

// ------------------------------------------------------------------------------------------------------------ Manager

static void handle_display_destroyed(struct wl_listener *listener, void *data) {
    struct wlr_data_device_manager *manager = wl_container_of(listener, manager, display_destroy);
    wl_list_remove(&manager->display_destroy.link);
    adapter = NULL;
    wl_signal_emit_mutable(&manager->events.destroy, manager);
    free(manager);
}

static void complain(void *data, const char *text) { wlr_log(WLR_ERROR, "dray: %s", text); }

// sway can be configured to warp the pointer to a newly focused window; that is suppressed during a drag.
static void activate(void *data, struct wlr_seat *seat, struct wlr_surface *surface) {
    is_activating = true;
    dwl_tracker_activate(&tracker, surface, seat);
    is_activating = false;
}

// --------------------------------------------------------------------------------------------------------------- Lock

// Ends all drags when the session is locked: a drag image would be above the lock screen, which would lack the keyboard
// focus.
static void end_drags(void) {
    if (adapter != NULL) dwl_call_off_all(adapter, DRAY_INTERRUPTION_SESSION_LOCKED);
}

#if DWL_LOCKS_BY_INHIBITING
static struct wlr_input_inhibit_manager *inhibit_manager;

static void handle_locked(struct wl_listener *listener, void *data) { end_drags(); }

static struct wl_listener locked = {.notify = handle_locked};

static void handle_inhibit_manager_destroyed(struct wl_listener *listener, void *data) {
    wl_list_remove(&locked.link);
    inhibit_manager = NULL;
}

static void inhibit_manager_created(void *created) {
    static struct wl_listener destroyed = {.notify = handle_inhibit_manager_destroyed};
    if (inhibit_manager != NULL) return;
    inhibit_manager = created;
    wl_signal_add(&inhibit_manager->events.destroy, &destroyed);
    wl_signal_add(&inhibit_manager->events.activate, &locked);
}

static bool is_locked(void *data) { return inhibit_manager != NULL && inhibit_manager->active_client != NULL; }
#else
// A lock whose client has crashed stays active: the session is locked until another lock is removed properly.
static bool has_lock;

struct lock {
    struct wl_listener unlocked, destroyed;
};

static void handle_unlocked(struct wl_listener *listener, void *data) { has_lock = false; }

static void handle_lock_destroyed(struct wl_listener *listener, void *data) {
    struct lock *lock = wl_container_of(listener, lock, destroyed);
    wl_list_remove(&lock->unlocked.link);
    wl_list_remove(&lock->destroyed.link);
    free(lock);
}

static void handle_new_lock(struct wl_listener *listener, void *data) {
    struct wlr_session_lock_v1 *session_lock = data;
    struct lock *lock = calloc(1, sizeof *lock);
    has_lock = true;
    end_drags();
    if (lock == NULL) return;
    lock->unlocked.notify = handle_unlocked;
    wl_signal_add(&session_lock->events.unlock, &lock->unlocked);
    lock->destroyed.notify = handle_lock_destroyed;
    wl_signal_add(&session_lock->events.destroy, &lock->destroyed);
}

static struct wl_listener new_lock = {.notify = handle_new_lock};

static void handle_lock_manager_destroyed(struct wl_listener *listener, void *data) {
    wl_list_remove(&new_lock.link);
    wl_list_remove(&listener->link);
}

static void lock_manager_created(void *created) {
    static struct wl_listener destroyed = {.notify = handle_lock_manager_destroyed};
    static bool is_known;
    struct wlr_session_lock_manager_v1 *manager = created;
    if (is_known) return;
    is_known = true;
    wl_signal_add(&manager->events.new_lock, &new_lock);
    wl_signal_add(&manager->events.destroy, &destroyed);
}

static bool is_locked(void *data) { return has_lock; }
#endif

// ---------------------------------------------------------------------------------------------------------- Sandboxes

// The program that created a client's sandbox may have given the compositor a security context. A client without a
// context may still be sandboxed: Snap and older Flatpaks create none, nor does the compositor for its own child
// processes.
#if DWL_HAS_SECURITY_CONTEXTS
static struct wlr_security_context_manager_v1 *security_contexts;

static void handle_security_contexts_destroyed(struct wl_listener *listener, void *data) {
    wl_list_remove(&listener->link);
    security_contexts = NULL;
}

static void security_contexts_created(void *created) {
    static struct wl_listener destroyed = {.notify = handle_security_contexts_destroyed};
    if (security_contexts != NULL) return;
    security_contexts = created;
    wl_signal_add(&security_contexts->events.destroy, &destroyed);
}

static int confinement_of(void *data, struct wl_client *client, const char **application) {
    if (security_contexts == NULL) return DRAY_CONFINEMENT_UNKNOWN;
    const struct wlr_security_context_v1_state *state =
        wlr_security_context_manager_v1_lookup_client(security_contexts, client);
    if (state == NULL) return DRAY_CONFINEMENT_UNKNOWN;
    *application = state->app_id;
    return DRAY_CONFINEMENT_SANDBOX;
}
#endif

// ----------------------------------------------------------------------------------------- Replacement of the manager

static void *manager_create(void *display) {
    struct kit_settings settings;
    struct dray_wlroots_options options = {
        .size = sizeof options,
        .policy = &settings.policy,
        .style = &settings.style,
        .activate = activate,
        .is_locked = is_locked,
    };
#if DWL_HAS_SECURITY_CONTEXTS
    options.confinement_of = confinement_of;
#endif
    kit_settings_read_environment(&settings, complain, NULL);
    struct wlr_data_device_manager *manager = calloc(1, sizeof *manager);
    adapter = manager != NULL ? dwl_create(display, &options, &tracker) : NULL;
    if (adapter == NULL) {
        free(manager);
        wlr_log(WLR_ERROR, "dray: the compositor runs without Dray");
        return NULL;
    }
    adapter->shortcut = settings.drag_by_keyboard;
    kit_settings_apply(&settings, adapter->dray);
    wl_list_init(&manager->data_sources);
    wl_signal_init(&manager->events.destroy);
    manager->display_destroy.notify = handle_display_destroyed;
    wl_display_add_destroy_listener(display, &manager->display_destroy);
    return manager;
}

// ------------------------------------------------------------------------------------------------------------- Cursor

// sway creates one cursor per seat. With more than one, the seat of a cursor is unknown.
static void cursor_created(void *cursor) {
    cursor_count++;
    dwl_tracker_set_cursor(&tracker, cursor_count == 1 ? cursor : NULL);
}

static void cursor_goes(void *cursor) {
    dwl_shape_cursor_goes(cursor);
    if (cursor == tracker.cursor) dwl_tracker_set_cursor(&tracker, NULL);
}

static void layout_attached(void *cursor, void *layout) {
    if (cursor == tracker.cursor) dwl_tracker_set_layout(&tracker, layout);
}

static bool cursor_warps(void *cursor) { return is_activating; }

// ------------------------------------------------------------------------------------------------------------ Windows

// A surface of a shell, from its creation to its destruction.
struct shell_surface {
    struct wlr_surface *(*surface_of)(void *shell_surface);
    void *shell_surface;
    struct wlr_surface *mapped;
    bool is_mappable;  // Whether it has a surface, so that map and unmap are observed.
    struct wl_listener map, unmap, destroyed;
#if DWL_X11_ASSOCIATES
    struct wl_listener associated, dissociated;
#endif
};

static struct wlr_surface *surface_of_xdg(void *xdg) { return ((struct wlr_xdg_surface *)xdg)->surface; }
static struct wlr_surface *surface_of_x11(void *x11) { return ((struct wlr_xwayland_surface *)x11)->surface; }
static bool is_override(const struct wlr_xwayland_surface *x11) { return x11->override_redirect; }

// The X server. sway reports its seat with the first window that gets the keyboard focus.
static struct wlr_xwayland *the_xwayland;
static bool has_server;  // Whether the server accepts clients and Dray does not know about it yet.

static void handle_server_settled(void *data) {
    if (adapter == NULL || !has_server) return;
    struct wlr_seat *seat = the_xwayland->seat != NULL ? the_xwayland->seat : tracker.seat;
    if (seat == NULL) return;
    has_server = false;
    dwl_x11_bridge_open(adapter, dwl_seat_get(adapter, seat), the_xwayland->display_name);
}

// Opens the bridge after the compositor has handled the event.
static void open_bridge(void) {
    if (has_server)
        wl_event_loop_add_idle(wl_display_get_event_loop(the_xwayland->wl_display), handle_server_settled, NULL);
}

// Emitted again by each new server.
static void handle_xwayland_ready(struct wl_listener *listener, void *data) {
    has_server = true;
    open_bridge();
}
static struct wl_listener xwayland_ready = {.notify = handle_xwayland_ready};

static void handle_unmap(struct wl_listener *listener, void *data) {
    struct shell_surface *surface = wl_container_of(listener, surface, unmap);
    if (surface->mapped != NULL) dwl_tracker_window_unmapped(&tracker, surface->mapped);
    surface->mapped = NULL;
}

// Called before the compositor's listener, which creates the handle of the window.
static void handle_map(struct wl_listener *listener, void *data) {
    struct shell_surface *surface = wl_container_of(listener, surface, map);
    surface->mapped = surface->surface_of(surface->shell_surface);
    dwl_tracker_window_mapped(&tracker, surface->mapped);
    struct dwl_window *window = dwl_tracker_window(&tracker, surface->mapped);
    if (window != NULL) window->passes = surface->surface_of == surface_of_x11 && is_override(surface->shell_surface);
    open_bridge();
}

static void listen_to_mapping(struct shell_surface *surface, struct wl_signal *map, struct wl_signal *unmap) {
    surface->is_mappable = true;
    surface->map.notify = handle_map;
    wl_signal_add(map, &surface->map);
    surface->unmap.notify = handle_unmap;
    wl_signal_add(unmap, &surface->unmap);
}

static void forget_mapping(struct shell_surface *surface) {
    if (!surface->is_mappable) return;
    handle_unmap(&surface->unmap, NULL);
    wl_list_remove(&surface->map.link);
    wl_list_remove(&surface->unmap.link);
    surface->is_mappable = false;
}

static void handle_shell_surface_destroyed(struct wl_listener *listener, void *data) {
    struct shell_surface *surface = wl_container_of(listener, surface, destroyed);
    forget_mapping(surface);
    wl_list_remove(&surface->destroyed.link);
#if DWL_X11_ASSOCIATES
    wl_list_remove(&surface->associated.link);
    wl_list_remove(&surface->dissociated.link);
#endif
    free(surface);
}

static struct shell_surface *follow(void *shell_surface, struct wlr_surface *(*surface_of)(void *shell_surface),
                                    struct wl_signal *destroyed) {
    struct shell_surface *surface = calloc(1, sizeof *surface);
    if (surface == NULL) return NULL;
    surface->shell_surface = shell_surface;
    surface->surface_of = surface_of;
    surface->destroyed.notify = handle_shell_surface_destroyed;
    wl_signal_add(destroyed, &surface->destroyed);
#if DWL_X11_ASSOCIATES
    wl_list_init(&surface->associated.link);
    wl_list_init(&surface->dissociated.link);
#endif
    return surface;
}

static void handle_new_xdg_surface(struct wl_listener *listener, void *data) {
    struct wlr_xdg_surface *xdg = dwl_toplevel_of(data);
    struct shell_surface *surface = xdg != NULL ? follow(xdg, surface_of_xdg, &xdg->events.destroy) : NULL;
    if (surface != NULL) listen_to_mapping(surface, dwl_map_signal(xdg), dwl_unmap_signal(xdg));
}

#if DWL_X11_ASSOCIATES
static void handle_associated(struct wl_listener *listener, void *data) {
    struct shell_surface *surface = wl_container_of(listener, surface, associated);
    struct wlr_xwayland_surface *x11 = surface->shell_surface;
    listen_to_mapping(surface, dwl_map_signal(x11), dwl_unmap_signal(x11));
}

static void handle_dissociated(struct wl_listener *listener, void *data) {
    struct shell_surface *surface = wl_container_of(listener, surface, dissociated);
    forget_mapping(surface);
}
#endif

static void handle_new_x11_surface(struct wl_listener *listener, void *data) {
    struct wlr_xwayland_surface *x11 = data;
    struct shell_surface *surface = follow(x11, surface_of_x11, &x11->events.destroy);
    if (surface == NULL) return;
#if DWL_X11_ASSOCIATES
    surface->associated.notify = handle_associated;
    wl_signal_add(&x11->events.associate, &surface->associated);
    surface->dissociated.notify = handle_dissociated;
    wl_signal_add(&x11->events.dissociate, &surface->dissociated);
#else
    listen_to_mapping(surface, dwl_map_signal(x11), dwl_unmap_signal(x11));
#endif
}

// One shell of each kind per process; a second one is ignored. From 0.19 on wlroots asserts that an object without
// listeners is destroyed.
static struct wl_listener new_xdg_surface = {.notify = handle_new_xdg_surface};
static struct wl_listener new_x11_surface = {.notify = handle_new_x11_surface};
static bool has_xdg_shell, has_xwayland;

static void handle_xdg_shell_destroyed(struct wl_listener *listener, void *data) {
    wl_list_remove(&listener->link);
    wl_list_remove(&new_xdg_surface.link);
    has_xdg_shell = false;
    tracker.shell = NULL;
}

static void xdg_shell_created(void *created) {
    static struct wl_listener destroyed = {.notify = handle_xdg_shell_destroyed};
    struct wlr_xdg_shell *shell = created;
    if (has_xdg_shell) return;
    has_xdg_shell = true;
    tracker.shell = shell;
    wl_signal_add(dwl_new_toplevel_signal(shell), &new_xdg_surface);
    wl_signal_add(&shell->events.destroy, &destroyed);
}

#if DWL_XWAYLAND_SAYS_ITS_END
static void handle_xwayland_destroyed(struct wl_listener *listener, void *data) {
    wl_list_remove(&listener->link);
    wl_list_remove(&new_x11_surface.link);
    wl_list_remove(&xwayland_ready.link);
    has_xwayland = has_server = false;
}
#endif

static void xwayland_created(void *created) {
    struct wlr_xwayland *xwayland = created;
    if (has_xwayland) return;
    has_xwayland = true;
    the_xwayland = xwayland;
    wl_signal_add(&xwayland->events.ready, &xwayland_ready);
    wl_signal_add(&xwayland->events.new_surface, &new_x11_surface);
#if DWL_XWAYLAND_SAYS_ITS_END
    static struct wl_listener destroyed = {.notify = handle_xwayland_destroyed};
    wl_signal_add(&xwayland->events.destroy, &destroyed);
#endif
}

static void handle_primary_manager_destroyed(struct wl_listener *listener, void *data) {
    wl_list_remove(&listener->link);
    tracker.primary_selections = NULL;
}

static void primary_manager_created(void *created) {
    static struct wl_listener destroyed = {.notify = handle_primary_manager_destroyed};
    struct wlr_primary_selection_v1_device_manager *manager = created;
    if (tracker.primary_selections != NULL) return;
    tracker.primary_selections = manager;
    wl_signal_add(&manager->events.destroy, &destroyed);
}

#if DWL_HAS_SCENE
static void scene_created(void *scene) { dwl_tracker_set_scene(&tracker, scene); }
static void scene_drawn(void) { dwl_tracker_scene_drawn(&tracker); }
#endif
static void handle_created(void *handle) { dwl_tracker_handle_created(&tracker, handle); }

static void box_projected(const void *box) {
    if (tracker.is_watching) projected = *(const struct wlr_box *)box;
}
static void surface_sampled(void *surface, void *output) {
    if (tracker.is_watching) dwl_tracker_drawn(&tracker, surface, output, &projected);
}
static void surface_found(void *surface, double x, double y) {
    if (!tracker.is_watching) return;
    tracker.hit = surface;
    tracker.hit_x = x;
    tracker.hit_y = y;
}

// ---------------------------------------------------------------------------------------------------------- Beginning

__attribute__((visibility("default"))) void PRELOAD_START(const struct preload_originals *originals,
                                                          struct preload_hooks *hooks);

void PRELOAD_START(const struct preload_originals *originals, struct preload_hooks *hooks) {
    dwl_tracker_init(&tracker);
    dwl_shape_init(originals, &tracker);
    // With a scene, the compositor's icon is not needed.
    tracker.icons_follow = WLR_VERSION_NUM >> 8 > 15 && strcmp(program_invocation_short_name, "wayfire") == 0;
    tracker.bears_icons =
        tracker.icons_follow || (WLR_VERSION_NUM >> 8 == 15 && strcmp(program_invocation_short_name, "sway") == 0);
    tracker.set_shape = dwl_shape_set;
    *hooks = (struct preload_hooks) {
        .manager_create = manager_create, .cursor_created = cursor_created, .cursor_goes = cursor_goes,
        .layout_attached = layout_attached, .cursor_set_surface = dwl_shape_surface_set,
        .cursor_set_image = dwl_shape_image_set, .xcursor_set_image = dwl_shape_name_set, .cursor_warps = cursor_warps,
        .xcursor_manager_goes = dwl_shape_manager_goes, .handle_created = handle_created,
        .xdg_shell_created = xdg_shell_created, .xwayland_created = xwayland_created,
        .primary_manager_created = primary_manager_created,
#if DWL_LOCKS_BY_INHIBITING
        .inhibit_manager_created = inhibit_manager_created,
#else
        .lock_manager_created = lock_manager_created,
#endif
#if DWL_HAS_SECURITY_CONTEXTS
        .security_contexts_created = security_contexts_created,
#endif
#if DWL_HAS_SCENE
        .scene_created = scene_created, .scene_drawn = scene_drawn, .scene_buffer_set_opacity = dwl_layers_keep_opacity,
#endif
        .box_projected = box_projected, .surface_sampled = surface_sampled, .surface_found = surface_found,
    };
}
