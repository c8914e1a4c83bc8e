/* SPDX-License-Identifier: MIT
 *
 * Dray: drags that the host begins itself, with content of its own or by answering a client's request; drop targets of
 * its own; and its share of the clipboard.
 *
 * The results of drags are in dray-observer.h.
 */
#ifndef DRAY_CONTENT_H
#define DRAY_CONTENT_H

#include "dray.h"
#include "dray-observer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------- Drags -- */

/** A client's request to begin a drag: wl_data_device.start_drag. Valid during the call; `size` is set by Dray. */
struct dray_start_request {
    size_t size;
    /** The number to answer the request with. Never reused by this engine. */
    uint64_t request;
    /** The wl_data_device, for protocol errors. */
    struct wl_resource *device;
    /** The wl_surface that the drag begins on. */
    struct wl_resource *origin;
    /** The wl_surface of the drag icon, or NULL. */
    struct wl_resource *icon;
    /** The serial of the press, touch or tablet tool contact that began the drag. */
    uint32_t serial;
    /** 1 if there is a source; 0 for a drag that stays within the client. */
    uint32_t has_source;
    /** The actions that the source supports: a set of enum dray_action. 0 without a source. */
    uint32_t actions;
    uint32_t reserved;
    /** The offered MIME types, in the source's order. */
    const char *const *types;
    size_t type_count;
};

/** Callbacks of a host that checks the serials of clients' requests, in place of dray_seat_pressed and drag_began. */
struct dray_request_handler {
    size_t size;
    /** A client requests a drag. The host checks that the serial is that of a press or touch on this surface which is
     * still held, and that the icon can have that role (if not, it posts wl_data_device's error). It answers with
     * dray_seat_begin, inside this callback or later, and returns true; or it rejects the request by returning false. A
     * pending request is dropped when the same seat gets another request, and when the client disconnects. */
    int (*drag_requested)(void *data, void *seat, const struct dray_start_request *request);
    /** Returns whether the serial entitles the client to set the clipboard, by an input event or by the keyboard focus.
     * Without a request handler the client is entitled if it has the keyboard focus (dray_seat_keyboard_focus), or if
     * the serial is that of a press which is still held (dray_seat_pressed). */
    int (*may_take_selection)(void *data, void *seat, struct wl_client *client, uint32_t serial);
};

/**
 * Sets the handler of clients' requests.
 *
 * @param handler The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_request_handler(struct dray_engine *engine,
                                                 const struct dray_request_handler *handler);

/** Content of the host's own, such as that of a panel, a desktop, or a file manager inside the compositor. */
struct dray_content {
    size_t size;
    /** The MIME types, in order of fidelity, highest first. Copied. */
    const char *const *types;
    size_t type_count;
    /** The supported actions: a non-empty set of enum dray_action. */
    uint32_t actions;
    /** The number of dragged items; 0 counts as 1. */
    uint32_t item_count;
    /** The drag image; NULL for a standard image that suits the types. */
    const struct dray_image *image;
    /** The `data` of the callbacks below. */
    void *data;
    /** Writes the content as `type` to `fd`, which the host owns from here on and closes. Required unless `bytes` is
     * set. More than a pipe holds (64 KiB) must be written from the event loop, since the reader may be slow or
     * gone. */
    void (*send)(void *data, const char *type, int fd);
    /** The drag has ended, and Dray does not use `data` any more. Called exactly once if dray_seat_begin returned
     * DRAY_OK. After a move (`action` of the result) the host removes the original. May be NULL. */
    void (*ended)(void *data, const struct dray_result *result);
    /** The content itself, the same for all types, in place of `send`. Copied. Dray writes it without blocking. */
    const void *bytes;
    /** The length of `bytes`, in bytes. */
    size_t byte_count;
};

/** The start of a drag, either as the answer to a client's request or with content of the host's own. */
struct dray_begin {
    size_t size;
    /** The number of the struct dray_start_request; 0 for content of the host's own. */
    uint64_t request;
    /** The content if `request` is 0; otherwise NULL. */
    const struct dray_content *content;
    enum dray_device device;
    uint32_t detail;
    /** The global position of the press, to which the image of a failed drag flies back; 0, 0 for a host that knows
     * local positions only. */
    double x, y;
    /** The modifiers that are already held, and take effect: a set of enum dray_modifier. */
    uint32_t modifiers;
    uint32_t reserved;
    /** As in struct dray_pick. */
    struct wl_resource *window;
    uint64_t container;
};

/**
 * Begins a drag on the seat, either as the answer to a client's request or with content of the host's own.
 *
 * The host then removes pointer or touch and keyboard focus from the clients (wl_pointer.leave, wl_keyboard.leave; no
 * wl_touch.up), and reports what is under the pointer with dray_seat_pointer_moved or dray_seat_focus.
 *
 * @param begin The start of the drag; read during the call.
 * @param[out] drag The number of the drag, 0 after an error; may be NULL. Callbacks are made inside this call, before
 *     it is written.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the seat has a drag in progress, or if the request was answered or dropped.
 */
enum dray_status dray_seat_begin(struct dray_seat *seat, const struct dray_begin *begin, uint64_t *drag);

/**
 * Rejects a pending request; the drag of its client is cancelled.
 *
 * @param request The number of the request.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the request was answered or dropped.
 */
enum dray_status dray_seat_refuse(struct dray_seat *seat, uint64_t request);

/* -------------------------------------------------------------------------------------------------------- Places -- */

/** A place's answer to an offer. Zero before the call; `size` is set by Dray. */
struct dray_answer {
    size_t size;
    /** The index of the accepted type among the offered types, from 0. */
    size_t type;
    /** The supported actions: a set of enum dray_action. */
    uint32_t actions;
    /** The preferred action: one of enum dray_action, or DRAY_ACTION_NONE. */
    uint32_t preferred;
};

/** A place: a drop target of the host's own, such as a task bar, a trash can, or the desktop. */
struct dray_place_options {
    size_t size;
    /** The `data` of the callbacks below. */
    void *data;
    /** Content has entered the place. Returns whether the place accepts it, and fills in `answer`. Required unless
     * `taken` is set. */
    int (*entered)(void *data, uint64_t drag, const char *const *types, size_t type_count, struct dray_answer *answer);
    /** The content has moved to a position local to the place. May be NULL. */
    void (*moved)(void *data, uint64_t drag, double x, double y);
    /** The content has left the place without a drop. May be NULL. */
    void (*left)(void *data, uint64_t drag);
    /** The content was dropped on the place, with this action. The host calls dray_drag_take, or reads with
     * dray_drag_read and ends with dray_drag_finish, inside this callback or later. Before drag_released. Required
     * unless `taken` is set. */
    void (*dropped)(void *data, uint64_t drag, enum dray_action action);
    /** The content has hovered over the place for `spring_wait` of struct dray_policy: the host activates the place as
     * by a click, and the drag continues. NULL: the place is not spring-loaded. */
    void (*sprung)(void *data, uint64_t drag);
    /** Instead of all callbacks above: the types of a place that reads what is dropped on it into memory. Among the
     * offered types it accepts the source's richest. Copied. */
    const char *const *types;
    size_t type_count;
    /** The supported actions: a set of DRAY_ACTION_COPY and DRAY_ACTION_MOVE. */
    uint32_t actions;
    uint32_t reserved;
    /** The maximum length of the content, in bytes; content that is longer is dropped entirely. */
    size_t limit;
    /** All of the content has arrived as `type`: `count` bytes, followed by a zero byte; `bytes` is NULL if it exceeds
     * `limit`, or the drag has failed. Returns whether the host could use the content, which finishes the drop. Called
     * once for each drop, later. */
    int (*taken)(void *data, uint64_t drag, const char *type, const void *bytes, size_t count);
    /** Fills in the place's bounds and returns true; returns false while no part of it is visible. Global. Called while
     * a frame is made with content over the place. The ring around a target surrounds these bounds, and flashes before
     * the place springs. NULL: the host highlights the place itself. */
    int (*bounds)(void *data, struct dray_box *bounds);
};

/**
 * Creates a place.
 *
 * @param options The options; copied.
 * @param[out] place The handle, owned by the host, and destroyed with its engine at the latest; NULL after an error.
 * @return DRAY_OK; or DRAY_ERROR_NULL if a required callback is NULL, DRAY_ERROR_VALUE for invalid actions,
 *     DRAY_ERROR_MEMORY if no handles are left, or DRAY_ERROR_ORDER while the engine is destroyed.
 */
enum dray_status dray_place_create(struct dray_engine *engine, const struct dray_place_options *options,
                                   struct dray_place **place);

/**
 * Destroys a place. Content over it is over nothing then; a drop on it that has not finished fails.
 *
 * @param place The place; NULL has no effect and returns DRAY_OK.
 */
enum dray_status dray_place_destroy(struct dray_place *place);

/**
 * Replaces the answer that a place gave in `entered`, or gives it later. No effect unless the content is over a place
 * of the host's.
 *
 * @param drag The number of the drag.
 * @param answer The answer; NULL if the place does not accept the content.
 */
enum dray_status dray_drag_answer(struct dray_engine *engine, uint64_t drag, const struct dray_answer *answer);

/**
 * Reads content that is over a place of the host's, or was dropped on it.
 *
 * @param drag The number of the drag.
 * @param type The MIME type.
 * @param fd The descriptor that the source writes to. Dray owns and closes it, also after an error.
 */
enum dray_status dray_drag_read(struct dray_engine *engine, uint64_t drag, const char *type, int fd);

/**
 * Reads content that was dropped on a place of the host's into memory, and finishes the drop. A host that uses it needs
 * neither dray_drag_read nor dray_drag_finish.
 *
 * @param drag The number of the drag.
 * @param type The MIME type.
 * @param limit The maximum length of the content, in bytes.
 * @param data The `data` of `taken`.
 * @param taken Called once, later, when the source has written everything: `count` bytes, followed by a zero byte;
 *     `bytes` is NULL if the content exceeds `limit`, or the drag has failed. Its result finishes the drop as
 *     dray_drag_finish does. Not called after an error, or if the engine is destroyed before.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the drag was not dropped on a place, or no descriptors are left.
 */
enum dray_status dray_drag_take(struct dray_engine *engine, uint64_t drag, const char *type, size_t limit, void *data,
                                int (*taken)(void *data, uint64_t drag, const void *bytes, size_t count));

/**
 * Finishes a drop on a place of the host's.
 *
 * @param drag The number of the drag.
 * @param succeeded Whether the host could use the content.
 */
enum dray_status dray_drag_finish(struct dray_engine *engine, uint64_t drag, int succeeded);

/**
 * Returns the richest offered type, in the source's order, that is also accepted. Any thread.
 *
 * @param types The offered types. NULL entries are skipped.
 * @param taken The accepted types, in any order. NULL entries are skipped.
 * @return The index in `types`; -1 for none.
 */
int dray_richest_type(const char *const *types, size_t type_count, const char *const *taken, size_t taken_count);

/* ----------------------------------------------------------------------------------------------------- Clipboard -- */

/** Clipboard content of the host's own. */
struct dray_selection {
    size_t size;
    /** The MIME types. Copied. */
    const char *const *types;
    size_t type_count;
    void *data;
    /** Writes the content as `type` to `fd`, which the host owns from here on and closes. Not called after `cancelled`.
     * Required without `send_to`. */
    void (*send)(void *data, const char *type, int fd);
    /** The content was replaced. May be NULL. */
    void (*cancelled)(void *data);
    /** In place of `send`, for hosts that limit what one client can read at a time: `reader` is the client that reads;
     * NULL if it is disconnecting. May be NULL. */
    void (*send_to)(void *data, struct wl_client *reader, const char *type, int fd);
};

/**
 * Sets the clipboard to content of the host's own.
 *
 * @param selection The content; NULL to clear the clipboard.
 */
enum dray_status dray_seat_set_selection(struct dray_seat *seat, const struct dray_selection *selection);

/**
 * Requests the clipboard content from the client that owns it.
 *
 * @param type The MIME type.
 * @param fd The descriptor that the client writes to. Dray owns and closes it, also after an error; without a client's
 *     content immediately.
 */
enum dray_status dray_seat_send_selection(struct dray_seat *seat, const char *type, int fd);

#ifdef __cplusplus
}
#endif

#endif
