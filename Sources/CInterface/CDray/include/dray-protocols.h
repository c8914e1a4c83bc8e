/* SPDX-License-Identifier: MIT
 *
 * Dray: optional protocols. Toplevels that are attached to a drag (xdg_toplevel_drag_v1), previews of items
 * (dray_drag_v1), and data control: with `data_control` of struct dray_engine_options, the engine offers
 * zwlr_data_control_manager_v1 and ext_data_control_manager_v1, with which clipboard managers and command-line tools
 * read and set the selections, to the clients that the host admits.
 */
#ifndef DRAY_PROTOCOLS_H
#define DRAY_PROTOCOLS_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ Toplevels that are dragged -- */

/** Callbacks that attach toplevels to drags, for tabs that are torn off into windows. */
struct dray_window_carrier {
    size_t size;
    /** Attaches a toplevel to a drag: from now on, and with each motion, the host moves this xdg_toplevel so that the
     * pointer or touch point is at the offset from the upper left corner of its window geometry, in points. The window
     * does not snap, is on top, and is ignored by `pick`. The toplevel need not be mapped yet. */
    void (*carry_window)(void *data, void *seat, uint64_t drag, struct wl_resource *xdg_toplevel, double offset_x,
                         double offset_y);
    /** Detaches the toplevel, which stays where it is; NULL if it was destroyed. Before drag_released. */
    void (*put_down_window)(void *data, void *seat, uint64_t drag, struct wl_resource *xdg_toplevel);
};

/**
 * Sets the carrier of toplevels. The engine offers xdg_toplevel_drag_manager_v1 from now on.
 *
 * @param carrier The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_window_carrier(struct dray_engine *engine, const struct dray_window_carrier *carrier);

/**
 * Reports that an xdg_toplevel was unmapped, which detaches it from its drag. For hosts with a window carrier.
 *
 * @param xdg_toplevel The toplevel.
 */
enum dray_status dray_engine_window_unmapped(struct dray_engine *engine, struct wl_resource *xdg_toplevel);

/* ------------------------------------------------------------------------------------------------------ Previews -- */

/** Callbacks that read the previews of items. */
struct dray_preview_reader {
    size_t size;
    /** Returns whether a wl_surface can be the preview of an item (dray_drag_item_v1.set_preview), since it has no
     * other role. If so, it has that role from here on, and the host calls dray_engine_preview_changed for each of its
     * commits. If not, its client is sent an error. May be called again for a surface that is a preview. */
    int (*may_be_preview)(void *data, struct wl_resource *surface);
    /** Fills in the current content of a preview surface, with bytes, and sends its frame callbacks (wl_surface.frame);
     * subsurfaces and the offset are ignored. Dray copies the bytes after the call has returned; the host may reuse
     * them from the next call on. Returns false if the surface has no content or it cannot be read. Called while a
     * frame is made, for the few items that are visible. */
    int (*picture_of)(void *data, struct wl_resource *surface, struct dray_image *picture);
};

/**
 * Sets the reader of previews. Without it, the image shows icons for the kinds of the items.
 *
 * @param reader The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_preview_reader(struct dray_engine *engine, const struct dray_preview_reader *reader);

/**
 * Reports a commit of a surface for which `may_be_preview` returned true. No effect for a surface that is not a
 * preview.
 *
 * @param surface The wl_surface.
 */
enum dray_status dray_engine_preview_changed(struct dray_engine *engine, struct wl_resource *surface);

/* -------------------------------------------------------------------------------------------------- Data control -- */

/** Decides which clients may use data control. */
struct dray_selection_guard {
    size_t size;
    /** Returns whether a client may read and set the selections of every seat at any time, as clipboard managers do:
     * such a client sees every password that is copied. */
    int (*may_control_selections)(void *data, struct wl_client *client);
};

/**
 * Sets the guard. Without it, a client that is not sandboxed may control the selections, by confinement_of and enum
 * dray_confinement (dray-desktop.h); programs in Flatpak, Snap or a container may not.
 *
 * @param guard The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_selection_guard(struct dray_engine *engine, const struct dray_selection_guard *guard);

/**
 * Returns whether a global belongs to this engine: for a host that hides other globals of the same interface with
 * wl_display_set_global_filter.
 *
 * @return 1 or 0; 0 after an error.
 */
int dray_engine_owns_global(struct dray_engine *engine, const struct wl_global *global);

/**
 * Returns whether a client may see a global, for the same filter: the data control globals only if
 * the host, or its default, admits the client. A host needs no filter for security: a client that binds
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
