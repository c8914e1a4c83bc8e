/* SPDX-License-Identifier: MIT
 *
 * libdray-client: the extension dray_drag_v1 for applications, whatever toolkit they use.
 *
 * The toolkit continues to handle drag and drop; this library adds the requests and events of the extension. It shares
 * the toolkit's wl_display (gdk_wayland_display_get_wl_display, QNativeInterface::QWaylandApplication::display), and
 * has a wl_data_device of its own that reads and accepts nothing.
 *
 * Threads: callbacks are made where the toolkit dispatches the display's default queue, and all functions must be
 * called on that thread.
 *
 * If the compositor does not support the extension, dray_client_create returns NULL. Every function accepts NULL as its
 * first argument and has no effect then, so an application needs no checks.
 *
 * Ownership: strings, pixels and rectangles are copied; listeners and their `data` are borrowed and must outlive the
 * object. Objects are owned by the application, and are destroyed with their client at the latest.
 *
 * Units: positions and sizes are in surface-local coordinates, unless documented otherwise.
 */
#ifndef DRAY_CLIENT_H
#define DRAY_CLIENT_H

#include <stdbool.h>
#include <stdint.h>
#include <wayland-client-core.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

struct wl_data_device;
struct wl_surface;
struct dray_client;
struct dray_origin;
struct dray_zone;
struct dray_taking;

/** The callbacks for dragged content over the application. Any may be NULL. `data` is that of dray_client_create. */
struct dray_client_listener {
    /** Content with this number of items has entered a surface of the application. From now on the application can
     * describe what it would do with the content, with dray_take_items and the functions after it. Called again when
     * the number of items, or of items of a kind, changes. */
    void (*content)(void *data, struct wl_surface *surface, uint32_t items);
    /** The content has left, or the drop on the application is over. */
    void (*content_left)(void *data);
    /** The dropped content will not arrive. `reason` is one of enum dray_drag_source_v1_reason. */
    void (*content_failed)(void *data, uint32_t reason);
    /** The number of items of a kind, which is a MIME type; 0 if there are none any more. Called before `content` for
     * each kind whose number has changed. When content enters, the number of each kind is initially 0. */
    void (*kind)(void *data, const char *mime_type, uint32_t items);
};

/**
 * Creates a client. Blocks for two round trips to the compositor.
 *
 * @param display The toolkit's display; borrowed, and must outlive the client.
 * @param listener The callbacks; may be NULL.
 * @param data The `data` of the callbacks.
 * @return The client; NULL if the compositor does not support the extension, or there is no memory.
 */
struct dray_client *dray_client_create(struct wl_display *display, const struct dray_client_listener *listener,
                                       void *data);

/**
 * Reserves a data device for drags that are concurrent with another touch point's drag
 * (dray_drag_manager_v1.reserve_device): for an application that begins drags itself.
 *
 * @param device A wl_data_device of the application's own; borrowed. The application adds the listener and releases the
 *     device.
 */
void dray_client_reserve_device(struct dray_client *client, struct wl_data_device *device);

/** Destroys a client with everything that was created with it. No callbacks are made. */
void dray_client_destroy(struct dray_client *client);

/* ----------------------------------------------------------------------------------------------- Dragged content -- */

/** The callbacks for content that is dragged from a surface. Any may be NULL. */
struct dray_origin_listener {
    /** The content was dropped elsewhere: the application should deselect it. */
    void (*deselect)(void *data);
    /** The drag has failed. `reason` is one of enum dray_drag_source_v1_reason. */
    void (*failed)(void *data, uint32_t reason);
    /** The progress of a transfer of a type, in bytes; `total` is 0 if it is unknown. */
    void (*progress)(void *data, const char *mime_type, uint64_t bytes, uint64_t total);
};

/**
 * Creates the description of content that is dragged from a surface, usually the toplevel, in drags that begin later.
 *
 * @param surface The surface; borrowed.
 * @param listener The callbacks; may be NULL.
 * @param data The `data` of the callbacks.
 * @return The origin; NULL if the surface already has one, or there is no memory.
 */
struct dray_origin *dray_origin_create(struct dray_client *client, struct wl_surface *surface,
                                       const struct dray_origin_listener *listener, void *data);
void dray_origin_destroy(struct dray_origin *origin);
/**
 * Adds an item, also during a drag, or changes an existing one.
 *
 * @param item The number of the item, chosen by the application.
 * @param name The user-visible name; may be NULL.
 * @param kind The MIME type of the item itself; may be NULL.
 * @param x,y,width,height The rectangle of the item on the surface; width and height are 0 for an item that is not
 *     visible.
 */
void dray_origin_set_item(struct dray_origin *origin, uint32_t item, const char *name, const char *kind, int32_t x,
                          int32_t y, int32_t width, int32_t height);
/**
 * Sets the preview of an item. No effect for an unknown item.
 *
 * @param surface A surface without another role that has been committed; borrowed. NULL for none.
 */
void dray_origin_set_item_preview(struct dray_origin *origin, uint32_t item, struct wl_surface *surface);
/**
 * Sets the preview of an item to an image, for an application that has no surface for it.
 *
 * @param pixels Premultiplied ARGB8888 in native byte order; copied.
 * @param width,height The dimensions in pixels, at most 4096 each, and multiples of `scale`.
 * @param stride The distance between rows, in bytes.
 * @param scale The number of pixels per unit of surface-local coordinates.
 * @return Whether the preview was set; false for an unknown item, invalid dimensions, or if there is no memory.
 */
bool dray_origin_draw_item(struct dray_origin *origin, uint32_t item, const void *pixels, int32_t width, int32_t height,
                           int32_t stride, int32_t scale);
/** Removes an item. No effect for an unknown item. */
void dray_origin_remove_item(struct dray_origin *origin, uint32_t item);
/** Removes all items: the compositor then determines their number itself. */
void dray_origin_clear_items(struct dray_origin *origin);
/** Sets the container that the content comes from: a drop within one container moves. */
void dray_origin_set_container(struct dray_origin *origin, uint32_t container);
/** Sets the expected size of the data of a type, in bytes. */
void dray_origin_set_size(struct dray_origin *origin, const char *mime_type, uint64_t bytes);

/* -------------------------------------------------------------------------------------------- Zones of a surface -- */

enum dray_zone_behaviour {
    DRAY_ZONE_ACCEPTING = 1,
    DRAY_ZONE_SPRING_LOADED = 2,
    DRAY_ZONE_SCROLLS_HORIZONTALLY = 4,
    DRAY_ZONE_SCROLLS_VERTICALLY = 8,
};

/** The callbacks of a zone. Any may be NULL. */
struct dray_zone_listener {
    void (*enter)(void *data);
    void (*leave)(void *data);
    /** Content has hovered over the zone: the application opens what the zone stands for. */
    void (*spring)(void *data);
    /** The application scrolls the content of the zone by this distance, in surface-local coordinates. */
    void (*scroll)(void *data, double dx, double dy);
};

/**
 * Creates a zone of a surface, which takes effect with the next dray_zones_commit.
 *
 * @param surface The surface; borrowed.
 * @param label The user-visible name; may be NULL.
 * @param behaviour A set of enum dray_zone_behaviour.
 * @param listener The callbacks; may be NULL.
 * @param data The `data` of the callbacks.
 * @return The zone; NULL if there is no memory.
 */
struct dray_zone *dray_zone_create(struct dray_client *client, struct wl_surface *surface, const char *label,
                                   uint32_t behaviour, const struct dray_zone_listener *listener, void *data);
void dray_zone_destroy(struct dray_zone *zone);
void dray_zone_set_rectangle(struct dray_zone *zone, int32_t x, int32_t y, int32_t width, int32_t height);
void dray_zone_set_container(struct dray_zone *zone, uint32_t container);
/** Applies the pending state of the zones of all surfaces. */
void dray_zones_commit(struct dray_client *client);

/* --------------------------------------------------------------------------------------------------- Drop target -- */

/* These functions describe what the application would do with the content that is over it, or does with the content
 * that was dropped on it last. They have no effect without such content. */

/** Sets the number of items that the application would accept. More than there are stands for all, which is the initial
 * state. */
void dray_take_items(struct dray_client *client, uint32_t count);
/** Sets the size of the drag image over the surface. If width or height is not positive, the image has its own size. */
void dray_set_preview_size(struct dray_client *client, int32_t width, int32_t height);
/** Sets the rectangle of the surface that a drop would put the content into. */
void dray_set_insertion(struct dray_client *client, int32_t x, int32_t y, int32_t width, int32_t height);
void dray_unset_insertion(struct dray_client *client);
/** Declares that a drop cannot be undone, with a reason for the user in the user's language; NULL if it can. */
void dray_set_irreversible(struct dray_client *client, const char *reason);
/**
 * Returns whether the compositor has asked the user to confirm a drop that cannot be undone, and the user has
 * confirmed. Called after the drop. If it returns false, the application must ask before anything is lost: the
 * compositor may be unable to ask, or may not support the extension.
 */
bool dray_is_confirmed(struct dray_client *client);
/** Sets the progress of the task that the drop has started, from 0 to 1. A value below a previous one is ignored. */
void dray_set_progress(struct dray_client *client, double progress);

/* ------------------------------------------------------------------------------------------------- Undo and redo -- */

/** The callbacks for undo and redo of a drop. Any may be NULL. */
struct dray_taking_listener {
    /** The drop has finished, and can be undone from now on. */
    void (*finished)(void *data);
    /** The application undoes its part of the drop, and returns whether it succeeded. NULL counts as a failure. */
    bool (*undo)(void *data);
    /** The application redoes its part of the drop, and returns whether it succeeded. NULL counts as a failure. */
    bool (*redo)(void *data);
    /** The drop cannot be undone, or not any more. The last callback; the application destroys the object, inside this
     * callback or later. */
    void (*unavailable)(void *data);
};

/**
 * Declare that the application can undo its part of a drop: the next drop from an origin, or the drop of the content
 * that is over the application.
 *
 * @param listener The callbacks; may be NULL.
 * @param data The `data` of the callbacks.
 * @return The object; NULL if the drop already has one, if there is no content, or if there is no memory.
 */
struct dray_taking *dray_origin_take_back(struct dray_origin *origin, const struct dray_taking_listener *listener,
                                          void *data);
struct dray_taking *dray_client_take_back(struct dray_client *client, const struct dray_taking_listener *listener,
                                          void *data);
/** Request undo or redo of the drop on behalf of the user; the callbacks of both sides perform it. No effect before
 * `finished`. */
void dray_taking_undo(struct dray_taking *taking);
void dray_taking_redo(struct dray_taking *taking);
/** Declares that the application cannot undo the drop any more. */
void dray_taking_destroy(struct dray_taking *taking);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
