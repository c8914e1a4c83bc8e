/* SPDX-License-Identifier: MIT */
/* What an application can say of its drags if the compositor knows dray_drag_v1, whatever toolkit it is made with.
 *
 * The toolkit goes on to drag and to take as ever; this library adds words to it. It lives on the toolkit's own wl_display
 * (gdk_wayland_display_get_wl_display, QNativeInterface::QWaylandApplication::display), with a wl_data_device of its own that
 * reads and accepts nothing, and its callbacks come where the toolkit dispatches the display's default queue: on that thread,
 * which is the only one that may call anything here.
 *
 * Without the extension dray_client_create returns NULL, and every function does nothing with NULL: an application calls them
 * all the same.
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

/* What the application hears. Every callback may be NULL. `data` is that of dray_client_create. */
struct dray_client_listener {
    /* Content came over a surface of the application; so many items travel. What the application would do with it can be said
     * from now on by dray_take_items and what follows it. Called again when the number changes, or that of a kind. */
    void (*content)(void *data, struct wl_surface *surface, uint32_t items);
    /* It left again, or the drop on it is over. */
    void (*content_left)(void *data);
    /* What was dropped on the application will not come: a value of enum dray_drag_source_v1_reason. */
    void (*content_failed)(void *data, uint32_t reason);
    /* So many of the items are of a kind, a MIME type; 0 where they were, and are not any more. Comes before `content`, for each
     * kind whose number is another than before; when content comes there was nothing of any. */
    void (*kind)(void *data, const char *mime_type, uint32_t items);
};

/* - display: the toolkit's; not owned. It must outlive the client.
 * Returns NULL where the compositor does not offer the extension, or there is no memory. Waits for the compositor twice. */
struct dray_client *dray_client_create(struct wl_display *display, const struct dray_client_listener *listener, void *data);

/* For an application that begins drags by itself: this wl_data_device of its own gives and takes while a finger drags something
 * else (dray_drag_manager_v1.reserve_device). It is the application's to listen to and to release. */
void dray_client_reserve_device(struct dray_client *client, struct wl_data_device *device);

/* Destroys everything that was made with it, too. */
void dray_client_destroy(struct dray_client *client);

/* ---------------------------------------------------------------------------------------------- what is dragged -- */

struct dray_origin_listener {
    /* The content went elsewhere: what was dragged is not selected any more. */
    void (*deselect)(void *data);
    /* The drag has brought nothing: a value of enum dray_drag_source_v1_reason. */
    void (*failed)(void *data, uint32_t reason);
    /* So many bytes of a type have gone to the target; total is 0 where it is not known. */
    void (*progress)(void *data, const char *mime_type, uint64_t bytes, uint64_t total);
};

/* What is dragged from this surface, the toplevel's most often, in drags that begin later. One for a surface; NULL if it has
 * one. */
struct dray_origin *dray_origin_create(struct dray_client *client, struct wl_surface *surface,
                                       const struct dray_origin_listener *listener, void *data);
void dray_origin_destroy(struct dray_origin *origin);
/* One more item travels, in mid-drag too, or one is another than before. The number is the application's own. The kind is the MIME
 * type of the item itself; it and the name may be NULL. Places are local to the surface; 0 by 0 for an item that is not to be
 * seen. */
void dray_origin_set_item(struct dray_origin *origin, uint32_t item, const char *name, const char *kind, int32_t x, int32_t y,
                          int32_t width, int32_t height);
/* What the item looks like: a surface of the application's that has no other role, and has been committed; NULL for none. It is not
 * owned. */
void dray_origin_set_item_preview(struct dray_origin *origin, uint32_t item, struct wl_surface *surface);
/* The same, for an application that has no such surface: premultiplied ARGB8888 in native byte order, which is copied, `scale` pixels
 * for a point. False for an item that is not there, measures that make no sense (at most 4096 pixels a side, each a multiple of
 * the scale), or without memory. */
bool dray_origin_draw_item(struct dray_origin *origin, uint32_t item, const void *pixels, int32_t width, int32_t height,
                           int32_t stride, int32_t scale);
/* Unknown items are passed over. */
void dray_origin_remove_item(struct dray_origin *origin, uint32_t item);
/* Nothing is said of items any more. */
void dray_origin_clear_items(struct dray_origin *origin);
/* Where the content comes from: inside a container a drop moves. */
void dray_origin_set_container(struct dray_origin *origin, uint32_t container);
/* How many bytes are expected of a type. */
void dray_origin_set_size(struct dray_origin *origin, const char *mime_type, uint64_t bytes);

/* --------------------------------------------------------------------------------------- parts of a surface -- */

enum dray_zone_behaviour {
    DRAY_ZONE_ACCEPTING = 1,
    DRAY_ZONE_SPRING_LOADED = 2,
    DRAY_ZONE_SCROLLS_HORIZONTALLY = 4,
    DRAY_ZONE_SCROLLS_VERTICALLY = 8,
};

struct dray_zone_listener {
    void (*enter)(void *data);
    void (*leave)(void *data);
    /* Content has rested over it: it opens. */
    void (*spring)(void *data);
    /* What is in it scrolls by so much, in surface-local coordinates. */
    void (*scroll)(void *data, double dx, double dy);
};

/* A part of a surface, from the next dray_zones_commit on; `behaviour` is of enum dray_zone_behaviour. */
struct dray_zone *dray_zone_create(struct dray_client *client, struct wl_surface *surface, const char *label,
                                   uint32_t behaviour, const struct dray_zone_listener *listener, void *data);
void dray_zone_destroy(struct dray_zone *zone);
void dray_zone_set_rectangle(struct dray_zone *zone, int32_t x, int32_t y, int32_t width, int32_t height);
void dray_zone_set_container(struct dray_zone *zone, uint32_t container);
/* Everything that was set on the zones of all surfaces counts from now on. */
void dray_zones_commit(struct dray_client *client);

/* ----------------------------------------------------------------------------- what the application would take -- */

/* These say something of the content that is over the application, or was dropped on it last, and do nothing without any. */
/* More than there are: all, as if nothing were said. */
void dray_take_items(struct dray_client *client, uint32_t count);
/* Not positive: the content's own size. */
void dray_set_preview_size(struct dray_client *client, int32_t width, int32_t height);
/* Where a drop would put it, local to the surface. */
void dray_set_insertion(struct dray_client *client, int32_t x, int32_t y, int32_t width, int32_t height);
void dray_unset_insertion(struct dray_client *client);
/* In words for a person; NULL: a drop can be undone. */
void dray_set_irreversible(struct dray_client *client, const char *reason);
/* After the drop: whether the compositor has asked the person about that, and the answer was yes. Otherwise the application asks
 * before anything is lost: the compositor may have no such question, or no extension. */
bool dray_is_confirmed(struct dray_client *client);
/* How far the application is with what was dropped, from 0 to 1. What is less than before is passed over. */
void dray_set_progress(struct dray_client *client, double progress);

/* ----------------------------------------------------------------------------------------------- taking back -- */

struct dray_taking_listener {
    /* The drop has finished, and can be undone from now on. */
    void (*finished)(void *data);
    /* The application does its part, and returns whether it could. */
    bool (*undo)(void *data);
    bool (*redo)(void *data);
    /* It cannot be taken back, now or any more. The last one; the object is to be destroyed, in here or later. */
    void (*unavailable)(void *data);
};

/* The application can take back the next drop from an origin, or the drop of the content that is over it. NULL if it has said
 * so already. */
struct dray_taking *dray_origin_take_back(struct dray_origin *origin, const struct dray_taking_listener *listener, void *data);
struct dray_taking *dray_client_take_back(struct dray_client *client, const struct dray_taking_listener *listener, void *data);
/* The person wants it undone, or redone; both sides hear of it by their callbacks. Before `finished` nothing happens. */
void dray_taking_undo(struct dray_taking *taking);
void dray_taking_redo(struct dray_taking *taking);
/* The application cannot take it back any more. */
void dray_taking_destroy(struct dray_taking *taking);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
