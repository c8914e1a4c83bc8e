// SPDX-License-Identifier: MIT
// Where windows are. Dray's points are the stage's coordinates.
#include <meta/compositor.h>
#include <meta/meta-window-actor.h>
#include <meta/meta-workspace-manager.h>

#include "compat/compat.h"
#include "dray-gnome.h"

MetaWaylandSurface *dg_surface(struct wl_resource *resource) {
    return resource != NULL ? META_WAYLAND_SURFACE(wl_resource_get_user_data(resource)) : NULL;
}

struct wl_resource *dg_main_surface(MetaWindow *window) {
    MetaWaylandSurface *surface = window != NULL ? meta_window_get_wayland_surface(window) : NULL;
    return surface != NULL ? meta_wayland_surface_get_resource(surface) : NULL;
}

MetaWindow *dg_window(struct wl_resource *resource) {
    MetaWaylandSurface *surface = dg_surface(resource);
    return surface != NULL ? meta_wayland_surface_get_window(surface) : NULL;
}

static bool is_popup(MetaWindow *window) {
    switch (meta_window_get_window_type(window)) {
    case META_WINDOW_DROPDOWN_MENU:
    case META_WINDOW_POPUP_MENU:
    case META_WINDOW_TOOLTIP:
    case META_WINDOW_COMBO: return true;
    default: return false;
    }
}

static MetaWindow *toplevel_of(MetaWindow *window) {
    MetaWindow *parent;
    while (window != NULL && is_popup(window) && (parent = meta_window_get_transient_for(window)) != NULL)
        window = parent;
    return window;
}

struct wl_resource *dg_toplevel(struct wl_resource *surface) {
    struct wl_resource *toplevel = dg_main_surface(toplevel_of(dg_window(surface)));
    return toplevel != NULL ? toplevel : surface;
}

void dg_to_stage(struct wl_resource *resource, double x, double y, double *stage_x, double *stage_y) {
    ClutterActor *actor = dg_actor(dg_surface(resource));
    graphene_point3d_t point = GRAPHENE_POINT3D_INIT(x, y, 0), at = point;
    if (actor != NULL) clutter_actor_apply_transform_to_point(actor, &point, &at);
    *stage_x = at.x;
    *stage_y = at.y;
}

// ------------------------------------------------------------------------------------------------------------- Picking

static GQuark surface_quark(void) { return g_quark_from_static_string("dray-surface"); }

static void free_reference(gpointer data) {
    g_weak_ref_clear(data);
    g_free(data);
}

struct search {
    ClutterActor *actor;
    MetaWaylandSurface *found;
};

static enum wl_iterator_result compare_actor(struct wl_resource *resource, void *data) {
    struct search *search = data;
    if (strcmp(wl_resource_get_class(resource), "wl_surface") != 0) return WL_ITERATOR_CONTINUE;
    MetaWaylandSurface *surface = wl_resource_get_user_data(resource);
    if (surface == NULL || dg_actor(surface) != search->actor) return WL_ITERATOR_CONTINUE;
    search->found = surface;
    return WL_ITERATOR_STOP;
}

// Returns the surface that an actor inside a window shows. mutter does not export its own function for that, so the
// surfaces of the window's client are searched once, and the actor stores the result.
static MetaWaylandSurface *surface_of(ClutterActor *actor, MetaWindow *window) {
    GWeakRef *reference = g_object_get_qdata(G_OBJECT(actor), surface_quark());
    MetaWaylandSurface *known = reference != NULL ? g_weak_ref_get(reference) : NULL;
    if (known != NULL) {
        // The wl_surface holds a reference as well.
        g_object_unref(known);
        if (dg_actor(known) == actor) return known;
    }
    struct wl_resource *main = dg_main_surface(window);
    struct search search = {.actor = actor};
    if (main != NULL) wl_client_for_each_resource(wl_resource_get_client(main), compare_actor, &search);
    if (search.found == NULL) return NULL;
    reference = g_new0(GWeakRef, 1);
    g_weak_ref_init(reference, search.found);
    g_object_set_qdata_full(G_OBJECT(actor), surface_quark(), reference, free_reference);
    return search.found;
}

// Returns the window at a position, and the actor of its surface there; NULL over parts of the shell.
static MetaWindow *window_at(struct dg_host *host, double x, double y, ClutterActor **actor) {
    ClutterActor *at = clutter_stage_get_actor_at_pos(host->stage, CLUTTER_PICK_REACTIVE, x, y);
    *actor = at;
    while (at != NULL && !META_IS_WINDOW_ACTOR(at)) at = clutter_actor_get_parent(at);
    MetaWindow *window = at != NULL ? meta_window_actor_get_meta_window(META_WINDOW_ACTOR(at)) : NULL;
    // The actor of a window that closes is there until its animation ends, but the surface is not.
    if (window == NULL || meta_window_get_compositor_private(window) == NULL) return NULL;
    return window;
}

static void stop_pick(ClutterActor *actor) { g_signal_stop_emission_by_name(actor, "pick"); }

void dg_set_pickable(MetaWindow *window, bool is_pickable) {
    GObject *actor = meta_window_get_compositor_private(window);
    if (actor == NULL) return;
    g_signal_handlers_disconnect_by_func(actor, stop_pick, NULL);
    if (!is_pickable) g_signal_connect(actor, "pick", G_CALLBACK(stop_pick), NULL);
}

static MetaWindow *window_of_clone(ClutterActor *clone) {
    ClutterActor *source = CLUTTER_IS_CLONE(clone) ? clutter_clone_get_source(CLUTTER_CLONE(clone)) : NULL;
    return META_IS_WINDOW_ACTOR(source) ? meta_window_actor_get_meta_window(META_WINDOW_ACTOR(source)) : NULL;
}

static bool contains(ClutterActor *actor, double x, double y) {
    graphene_rect_t extents;
    clutter_actor_get_transformed_extents(actor, &extents);
    return graphene_rect_contains_point(&extents, &GRAPHENE_POINT_INIT(x, y));
}

// Returns the clone of a window at a position in a preview of the overview, topmost first. A preview has a container
// with the clones of a window and of its dialogs. Parts of a preview, such as the title, are children.
static ClutterActor *clone_at(ClutterActor *preview, double x, double y) {
    for (ClutterActor *parts = clutter_actor_get_last_child(preview); parts != NULL;
         parts = clutter_actor_get_previous_sibling(parts))
        for (ClutterActor *clone = clutter_actor_get_last_child(parts); clone != NULL;
             clone = clutter_actor_get_previous_sibling(clone))
            if (window_of_clone(clone) != NULL && contains(clone, x, y)) return clone;
    return NULL;
}

// The surface at a position in a preview is where the preview shows it. X11 windows find a target by the position on
// the X11 screen, where another window may be.
static bool pick_preview(struct dg_host *host, ClutterActor *actor, double x, double y, struct dray_pick *pick) {
    ClutterActor *clone = actor != NULL && !host->is_locked ? clone_at(actor, x, y) : NULL;
    MetaWindow *window = clone != NULL ? window_of_clone(clone) : NULL;
    if (window == NULL || meta_window_get_client_type(window) != META_WINDOW_CLIENT_TYPE_WAYLAND) return false;
    float local_x = 0, local_y = 0, width, height;
    MtkRectangle buffer;
    clutter_actor_transform_stage_point(clone, x, y, &local_x, &local_y);
    clutter_actor_get_size(clone, &width, &height);
    meta_window_get_buffer_rect(window, &buffer);
    if (width <= 0 || height <= 0 || dg_main_surface(window) == NULL) return false;
    g_set_weak_pointer(&host->preview, clone);
    pick->surface = pick->window = dg_main_surface(window);
    pick->local_x = local_x * buffer.width / width;
    pick->local_y = local_y * buffer.height / height;
    return true;
}

bool dg_pick(struct dg_host *host, double x, double y, struct dray_pick *pick) {
    ClutterActor *actor = NULL;
    MetaWindow *window = host->is_locked ? NULL : window_at(host, x, y, &actor);
    host->is_over_shell = window == NULL;
    if (window == NULL && pick_preview(host, actor, x, y, pick)) return true;
    if (window == NULL) return dg_target_pick(host, actor, x, y, pick);
    if (dg_x11_pick(host, window, x, y, pick)) return true;
    MetaWaylandSurface *surface = surface_of(actor, window);
    struct wl_resource *resource = surface != NULL ? meta_wayland_surface_get_resource(surface) : NULL;
    if (resource == NULL) return false;
    float local_x = 0, local_y = 0;
    clutter_actor_transform_stage_point(actor, x, y, &local_x, &local_y);
    pick->surface = resource;
    pick->window = dg_toplevel(resource);
    pick->local_x = local_x;
    pick->local_y = local_y;
    return true;
}

// ----------------------------------------------------------------------------------------------------------- Positions

static struct dray_box box_of(MtkRectangle from) { return (struct dray_box){from.x, from.y, from.width, from.height}; }

static bool is_shown(MetaWindow *window) {
    MetaWorkspace *workspace = meta_workspace_manager_get_active_workspace(
        meta_display_get_workspace_manager(meta_window_get_display(window)));
    return !meta_window_is_hidden(window) && meta_window_showing_on_its_workspace(window) &&
           meta_window_located_on_workspace(window, workspace);
}

// Returns the windows of the active workspace, topmost first. The caller frees the list.
static GSList *stack_of(struct dg_host *host) {
    GSList *all = NULL;
    GList *windows = meta_display_list_all_windows(host->desk);
    for (GList *link = windows; link != NULL; link = link->next)
        if (is_shown(link->data)) all = g_slist_prepend(all, link->data);
    g_list_free(windows);
    GSList *sorted = meta_display_sort_windows_by_stacking(host->desk, all);
    g_slist_free(all);
    return g_slist_reverse(sorted);
}

// Whether other windows cover all of a window, as far as one of them or the screen's edge can do that.
static bool is_covered(struct dg_host *host, MetaWindow *window, const MtkRectangle *frame) {
    bool is_covered = false;
    GSList *stack = stack_of(host);
    for (GSList *link = stack; link != NULL && link->data != window; link = link->next) {
        MtkRectangle above;
        ClutterActor *actor = CLUTTER_ACTOR(meta_window_get_compositor_private(link->data));
        if (is_popup(link->data) || (actor != NULL && clutter_actor_get_opacity(actor) < 255)) continue;
        meta_window_get_frame_rect(link->data, &above);
        is_covered |= mtk_rectangle_contains_rect(&above, frame);
    }
    g_slist_free(stack);
    return is_covered;
}

// The part of a preview that shows the window without its shadow.
static void set_preview_bounds(struct dg_host *host, MetaWindow *window, struct dray_bounds *bounds) {
    graphene_rect_t extents;
    MtkRectangle frame, buffer;
    clutter_actor_get_transformed_extents(host->preview, &extents);
    meta_window_get_frame_rect(window, &frame);
    meta_window_get_buffer_rect(window, &buffer);
    double scale = extents.size.width / MAX(buffer.width, 1);
    bounds->x = extents.origin.x;
    bounds->y = extents.origin.y;
    bounds->window =
        (struct dray_box){bounds->x + (frame.x - buffer.x) * scale, bounds->y + (frame.y - buffer.y) * scale,
                          frame.width * scale, frame.height * scale};
    bounds->is_visible = !host->is_locked;
}

bool dg_bounds(struct dg_host *host, struct wl_resource *surface, struct dray_bounds *bounds) {
    MetaWindow *window = dg_window(surface);
    if (window == NULL) return false;
    MtkRectangle frame, output;
    meta_window_get_frame_rect(window, &frame);
    dg_to_stage(surface, 0, 0, &bounds->x, &bounds->y);
    bounds->window = box_of(frame);
    int monitor = meta_window_get_monitor(window);
    if (monitor >= 0) {
        meta_display_get_monitor_geometry(host->desk, monitor, &output);
        bounds->output = box_of(output);
    }
    bounds->is_visible = !host->is_locked && is_shown(window) && !is_covered(host, window, &frame);
    if (host->preview != NULL && clutter_actor_is_mapped(host->preview) && window_of_clone(host->preview) == window)
        set_preview_bounds(host, window, bounds);
    return true;
}

double dg_scale_at(struct dg_host *host, double x, double y) {
    MtkRectangle point = {x, y, 1, 1};
    int monitor = meta_display_get_monitor_index_for_rect(host->desk, &point);
    return monitor >= 0 ? meta_display_get_monitor_scale(host->desk, monitor) : 1;
}

bool dg_is_behind(struct dg_host *host, struct wl_resource *surface) {
    MetaWindow *window = toplevel_of(dg_window(surface));
    if (window == NULL) return false;
    bool is_behind = false;
    MtkRectangle frame, above;
    meta_window_get_frame_rect(window, &frame);
    GSList *stack = stack_of(host);
    for (GSList *link = stack; link != NULL && link->data != window; link = link->next) {
        // Windows in other layers, such as panels, stay above it.
        if (meta_window_get_layer(link->data) != meta_window_get_layer(window) || is_popup(link->data)) continue;
        meta_window_get_frame_rect(link->data, &above);
        is_behind |= mtk_rectangle_overlap(&above, &frame);
    }
    g_slist_free(stack);
    return is_behind;
}

size_t dg_windows(struct dg_host *host, struct wl_resource **surfaces, size_t capacity) {
    size_t count = 0;
    MetaWindow *focused = meta_display_get_focus_window(host->desk);
    struct wl_resource *first = dg_main_surface(focused);
    if (first != NULL && capacity > 0) surfaces[count++] = first;
    GSList *stack = stack_of(host);
    for (GSList *link = stack; link != NULL && count < capacity; link = link->next) {
        struct wl_resource *surface = dg_main_surface(link->data);
        if (surface != NULL && link->data != focused && !is_popup(link->data)) surfaces[count++] = surface;
    }
    g_slist_free(stack);
    return count;
}
