// SPDX-License-Identifier: MIT
// Drags between X11 windows and others. mutter's own bridge gets no reports of drags any more.
#include <X11/Xlib-xcb.h>
#include <linux/input-event-codes.h>
#include <meta/meta-x11-display.h>
#include <stdlib.h>
#include <xcb/xfixes.h>

#include "compat/compat.h"
#include "dray-gnome.h"
#include "dray-input.h"
#include "dray-x11.h"

static bool is_x11(MetaWindow *window) {
    return window != NULL && meta_window_get_client_type(window) == META_WINDOW_CLIENT_TYPE_X11;
}

// ----------------------------------------------------------------------------------------------------- mutter's bridge

// mutter begins a drag of its own when the X server reports to one of its windows that an X client owns XdndSelection.
// These windows have no names, so the reports to all windows of mutter's connection are ended.
static void take_drags_from_mutter(MetaX11Display *x11) {
    xcb_connection_t *connection = XGetXCBConnection(meta_x11_display_get_xdisplay(x11));
    const xcb_setup_t *setup = xcb_get_setup(connection);
    xcb_intern_atom_reply_t *selection =
        xcb_intern_atom_reply(connection, xcb_intern_atom(connection, 0, 13, "XdndSelection"), NULL);
    xcb_query_tree_reply_t *tree =
        xcb_query_tree_reply(connection, xcb_query_tree(connection, meta_x11_display_get_xroot(x11)), NULL);
    const xcb_window_t *children = tree != NULL ? xcb_query_tree_children(tree) : NULL;
    for (int index = 0; selection != NULL && tree != NULL && index < xcb_query_tree_children_length(tree); index++)
        if ((children[index] & ~setup->resource_id_mask) == setup->resource_id_base)
            xcb_xfixes_select_selection_input(connection, children[index], selection->atom, 0);
    xcb_flush(connection);
    free(tree);
    free(selection);
}

// --------------------------------------------------------------------------------------------------------- X11 windows

bool dg_x11_pick(struct dg_host *host, MetaWindow *window, double x, double y, struct dray_pick *pick) {
    if (host->x11 == NULL || !is_x11(window)) return false;
    if (host->x11_place == NULL && dray_x11_place(host->x11, 0, &host->x11_place) != DRAY_OK) return false;
    // In pixels of the X11 screen.
    MtkRectangle point = {x, y, 1, 1}, pixels;
    meta_window_stage_to_protocol_rect(window, &point, &pixels);
    pick->place = host->x11_place;
    pick->local_x = pixels.x;
    pick->local_y = pixels.y;
    return true;
}

// -------------------------------------------------------------------------------------------------- Drags of X clients

// The client's drag image is a window that it moves with the pointer, or has mapped after the drag began.
static void ignore_images(struct dg_host *host) {
    GList *windows = meta_display_list_all_windows(host->desk);
    for (GList *link = windows; link != NULL; link = link->next) {
        if (!is_x11(link->data) || !meta_window_is_override_redirect(link->data)) continue;
        MtkRectangle now, *stood = g_hash_table_lookup(host->x11_standing, link->data);
        meta_window_get_frame_rect(link->data, &now);
        if (stood == NULL || stood->x != now.x || stood->y != now.y) dg_set_pickable(link->data, false);
    }
    g_list_free(windows);
}

static void look(struct dg_host *host, double x, double y, uint64_t time) {
    struct dray_pick pick = {.size = sizeof pick};
    ignore_images(host);
    bool is_over = dg_pick(host, x, y, &pick);
    bool is_over_x11 = is_over && pick.place != NULL && pick.place == host->x11_place;
    dray_x11_pointer(host->x11, is_over_x11);
    if (!host->x11_has_begun) return;
    const void *over = pick.place != NULL ? (const void *)pick.place : (const void *)pick.surface;
    if (!is_over || is_over_x11) over = NULL;
    if (over != host->x11_over || over == NULL) dray_seat_focus(host->seat, over != NULL ? &pick : NULL, x, y);
    else dray_seat_motion(host->seat, x, y, pick.local_x, pick.local_y, time);
    host->x11_over = over;
}

void dg_x11_moved(struct dg_host *host) {
    if (!host->x11_is_held) return;
    graphene_point_t at;
    meta_cursor_tracker_get_pointer(host->pointer, &at, NULL);
    look(host, at.x, at.y, kit_now());
}

// The X client decides about the drop, at the current position.
bool dg_x11_released(struct dg_host *host, uint32_t button) {
    if (!host->x11_is_held || button != host->press.button) return false;
    host->x11_is_held = false;
    if (!host->x11_has_begun) dg_x11_ended(host);
    dray_x11_released(host->x11);
    return true;
}

void dg_x11_ended(struct dg_host *host) {
    if (host->x11_standing != NULL) {
        GList *windows = meta_display_list_all_windows(host->desk);
        for (GList *link = windows; link != NULL; link = link->next)
            if (is_x11(link->data)) dg_set_pickable(link->data, true);
        g_list_free(windows);
    }
    g_clear_pointer(&host->x11_standing, g_hash_table_unref);
    host->x11_is_held = host->x11_has_begun = false;
    host->x11_drag = 0;
    host->x11_over = NULL;
}

static gboolean look_later(gpointer data) {
    dg_x11_moved(data);
    return G_SOURCE_REMOVE;
}

static int start(void *data, struct dray_x11_start *start) {
    struct dg_host *host = data;
    bool is_pressed = host->held != 0 && host->pointed != NULL && is_x11(dg_window(host->pointed));
    // The former drag of an X client may wait for that client's last message.
    if (host->x11_is_held || dray_seat_is_dragging(host->seat) || !is_pressed) return 0;
    dg_x11_ended(host);
    start->device = DRAY_DEVICE_POINTER;
    start->detail = host->press.button;
    start->x = host->press.x;
    start->y = host->press.y;
    start->modifiers = host->modifiers;
    start->is_over_x11 = 1;
    host->x11_is_held = true;
    host->x11_standing = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    GList *windows = meta_display_list_all_windows(host->desk);
    for (GList *link = windows; link != NULL; link = link->next) {
        MtkRectangle *frame = g_new0(MtkRectangle, 1);
        meta_window_get_frame_rect(link->data, frame);
        g_hash_table_insert(host->x11_standing, link->data, frame);
    }
    g_list_free(windows);
    // The pointer may have left the X11 windows already.
    g_idle_add(look_later, host);
    return 1;
}

static void began(void *data, uint64_t drag) {
    struct dg_host *host = data;
    host->x11_has_begun = true;
    host->x11_drag = drag;
    dg_x11_moved(host);
}

// ---------------------------------------------------------------------------------------------------------- Connection

void dg_x11_hang_up(struct dg_host *host) {
    if (host->x11 == NULL) return;
    struct dray_x11 *x11 = host->x11;
    host->x11 = NULL;
    host->x11_place = NULL;
    dg_x11_ended(host);
    dray_x11_destroy(x11);
}

static void gone(void *data) { dg_x11_hang_up(data); }

static gboolean connect_later(gpointer data) {
    struct dg_host *host = data;
    MetaX11Display *display = meta_display_get_x11_display(host->desk);
    if (display == NULL || host->x11 != NULL) return G_SOURCE_REMOVE;
    struct dray_x11_options options = {.size = sizeof options, .data = host};
    options.display = dg_compat_x11_name(host->context);
    options.start = start;
    options.began = began;
    options.gone = gone;
    if (dray_x11_create(host->seat, &options, &host->x11) == DRAY_OK) take_drags_from_mutter(display);
    return G_SOURCE_REMOVE;
}

// mutter's windows for selections exist after this signal.
static void handle_opened(MetaDisplay *desk, struct dg_host *host) { g_idle_add(connect_later, host); }
static void handle_closing(MetaDisplay *desk, struct dg_host *host) { dg_x11_hang_up(host); }

void dg_x11_start(struct dg_host *host) {
    g_signal_connect(host->desk, "x11-display-opened", G_CALLBACK(handle_opened), host);
    g_signal_connect(host->desk, "x11-display-closing", G_CALLBACK(handle_closing), host);
    handle_opened(host->desk, host);
}
