// SPDX-License-Identifier: MIT
// Windows that are attached to drags (xdg_toplevel_drag_v1), such as tabs that are torn off.
#include "compat/compat.h"
#include "dray-gnome.h"
#include "dray-protocols.h"

struct carried {
    uint64_t drag;
    struct wl_resource *toplevel;
    MetaWindow *window;  // NULL until it is mapped
    double offset_x, offset_y, x, y;
    bool was_above;
    gulong unmanaged;
};

static struct carried *carried_by(struct dg_host *host, uint64_t drag) {
    return g_hash_table_lookup(host->carried, &drag);
}

static MetaWindow *window_of(struct dg_host *host, struct wl_resource *toplevel) {
    // The role of the surface, which mutter destroys before the resource.
    void *role = wl_resource_get_user_data(toplevel);
    ClutterActor *actor = role != NULL ? meta_wayland_actor_surface_get_actor(role) : NULL;
    MetaWindow *found = NULL;
    GList *windows = meta_display_list_all_windows(host->desk);
    for (GList *link = windows; link != NULL && actor != NULL; link = link->next)
        if (dg_actor(meta_window_get_wayland_surface(link->data)) == actor) found = link->data;
    g_list_free(windows);
    return found;
}

static void handle_unmanaged(MetaWindow *window, struct carried *carried) {
    struct wl_resource *toplevel = carried->toplevel;
    carried->window = NULL;
    carried->unmanaged = 0;
    if (toplevel != NULL) dray_engine_window_unmapped(dg_host()->dray, toplevel);
}

static void place(struct dg_host *host, struct carried *carried) {
    if (carried->window == NULL) {
        carried->window = window_of(host, carried->toplevel);
        if (carried->window == NULL) return;
        carried->was_above = meta_window_is_above(carried->window);
        if (!carried->was_above) meta_window_make_above(carried->window);
        carried->unmanaged = g_signal_connect(carried->window, "unmanaged", G_CALLBACK(handle_unmanaged), carried);
    }
    dg_set_pickable(carried->window, false);
    meta_window_move_frame(carried->window, true, carried->x - carried->offset_x, carried->y - carried->offset_y);
}

static gboolean make_pickable(gpointer window) {
    dg_set_pickable(window, true);
    return G_SOURCE_REMOVE;
}

static void free_carried(gpointer data) {
    struct carried *carried = data;
    if (carried->window != NULL) {
        g_signal_handler_disconnect(carried->window, carried->unmanaged);
        // Later, because mutter has not closed the window yet if this is the end of its xdg_toplevel.
        g_idle_add_full(G_PRIORITY_DEFAULT, make_pickable, g_object_ref(carried->window), g_object_unref);
        if (!carried->was_above) meta_window_unmake_above(carried->window);
    }
    g_free(carried);
}

void dg_carry(struct dg_host *host, uint64_t drag, struct wl_resource *toplevel, double offset_x, double offset_y) {
    graphene_point_t at;
    meta_cursor_tracker_get_pointer(host->pointer, &at, NULL);
    if (drag == host->finger.drag) at = GRAPHENE_POINT_INIT(host->finger.x, host->finger.y);
    struct carried *carried = g_new0(struct carried, 1);
    *carried = (struct carried){
        .drag = drag, .toplevel = toplevel, .offset_x = offset_x, .offset_y = offset_y, .x = at.x, .y = at.y};
    g_hash_table_replace(host->carried, &carried->drag, carried);
    place(host, carried);
}

void dg_put_down(struct dg_host *host, uint64_t drag) { g_hash_table_remove(host->carried, &drag); }

void dg_carry_moved(struct dg_host *host, uint64_t drag, double x, double y) {
    struct carried *carried = carried_by(host, drag);
    if (carried == NULL) return;
    carried->x = x;
    carried->y = y;
    place(host, carried);
}

static void handle_shown(MetaDisplay *desk, MetaWindow *window, struct dg_host *host) {
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, host->carried);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) place(host, value);
}

void dg_carry_start(struct dg_host *host) {
    host->carried = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, free_carried);
    g_signal_connect(host->desk, "window-created", G_CALLBACK(handle_shown), host);
}
