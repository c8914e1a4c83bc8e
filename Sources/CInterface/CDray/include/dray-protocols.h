/* SPDX-License-Identifier: MIT
 *
 * Dray: optional protocols. Toplevels that are attached to a drag (xdg_toplevel_drag_v1), previews of items
 * (dray_drag_v1), and data control: with `data_control` of struct dray_engine_options, the engine offers
 * zwlr_data_control_manager_v1 and ext_data_control_manager_v1, with which clipboard managers and command-line tools
 * read and set the selections, to the clients that may_control_selections admits.
 *
 * Callbacks of struct dray_host_interface:
 *
 * - carry_window: Attaches a toplevel to a drag: from now on, and with each motion, the host moves this xdg_toplevel so
 *   that the pointer or touch point is at the offset from the upper left corner of its window geometry, in points. The
 *   window does not snap, is on top, and is ignored by `pick`. The toplevel need not be mapped yet. If both this and
 *   put_down_window are set, the engine offers xdg_toplevel_drag_manager_v1, for tabs that are torn off into windows.
 * - put_down_window: Detaches the toplevel, which stays where it is; NULL if it was destroyed. Before drag_released.
 * - may_be_preview: Returns whether a wl_surface can be the preview of an item (dray_drag_item_v1.set_preview), since
 *   it has no other role. If so, it has that role from here on, and the host calls dray_engine_preview_changed for each
 *   of its commits. If not, its client is sent an error. May be called again for a surface that is a preview. NULL: as
 *   may_be_icon.
 * - picture_of: Fills in the current content of a preview surface, with bytes, and sends its frame callbacks
 *   (wl_surface.frame); subsurfaces and the offset are ignored. Dray copies the bytes after the call has returned; the
 *   host may reuse them from the next call on. Returns false if the surface has no content or it cannot be read. Called
 *   while a frame is made, for the few items that are visible. NULL: the image shows icons for the kinds of the items
 *   instead of previews.
 * - may_control_selections: Returns whether a client may read and set the selections of every seat at any time, as
 *   clipboard managers do: such a client sees every password that is copied. Called if the engine offers data control.
 *   NULL: a client that is not sandboxed may, by confinement_of and enum dray_confinement (dray-desktop.h); programs in
 *   Flatpak, Snap or a container may not.
 */
#ifndef DRAY_PROTOCOLS_H
#define DRAY_PROTOCOLS_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reports that an xdg_toplevel was unmapped, which detaches it from its drag. For hosts with a `carry_window`.
 *
 * @param xdg_toplevel The toplevel.
 */
enum dray_status dray_engine_window_unmapped(struct dray_engine *engine, struct wl_resource *xdg_toplevel);

/**
 * Reports a commit of a surface for which `may_be_preview` returned true. No effect for a surface that is not a
 * preview.
 *
 * @param surface The wl_surface.
 */
enum dray_status dray_engine_preview_changed(struct dray_engine *engine, struct wl_resource *surface);

/**
 * Returns whether a global belongs to this engine: for a host that hides other globals of the same interface with
 * wl_display_set_global_filter.
 *
 * @return 1 or 0; 0 after an error.
 */
int dray_engine_owns_global(struct dray_engine *engine, const struct wl_global *global);

/**
 * Returns whether a client may see a global, for the same filter: the data control globals only if
 * may_control_selections, or its default, admits the client. A host needs no filter for security: a client that binds
 * these globals anyway cannot use them.
 *
 * @return 1 or 0; 1 for globals of others, and after an error.
 */
int dray_engine_shows_global(struct dray_engine *engine, const struct wl_client *client,
                             const struct wl_global *global);

#ifdef __cplusplus
}
#endif

#endif
