/* SPDX-License-Identifier: MIT
 *
 * Dray: drag and drop for Wayland compositors.
 *
 * An engine implements wl_data_device_manager on a display, runs every drag, and tells the compositor (the host) what
 * to show. The host reports input and the surface under the pointer. The clipboard is implemented here as well.
 *
 * This header is all that a compositor with a pointer, a keyboard and a touchscreen needs. The others are optional:
 *
 * - dray-observer.h: results of drags, feedback in other forms and in words, transfers, the clipboard, a trace
 * - dray-policy.h: the rules and the appearance of drags, windows that are raised, and the confirmation of drops
 * - dray-input.h: picking by the host, scrolling, pressure, drags by keyboard, a drag for each touch point
 * - dray-content.h: content and drop targets of the host's own, its clipboard, requests that the host checks
 * - dray-protocols.h: optional protocols: toplevels that are dragged, previews of items, data control
 * - dray-desktop.h: the screen reader, desktop settings, drags by name, files for sandboxes
 * - dray-transfer.h: the progress of transfers, stored content, the undo of drops, relays
 * - dray-rules.h: the rules alone, in a compositor that runs its own drags
 * - dray-x11.h: drags between X11 windows and Wayland clients
 *
 * A complete host for a pointer and a keyboard follows. The names without the prefix dray_ that it uses are the
 * compositor's own, in its compositor.h; the compositor calls the functions that are not static.
 *
 *     #include <dray.h>
 *     #include "compositor.h"
 *
 *     static struct dray_engine *dray;
 *     static struct dray_seat *seat;
 *     static uint64_t drag;
 *
 *     static void drag_began(void *data, void *seat_data, const struct dray_beginning *beginning) {
 *         drag = beginning->drag;
 *         clear_focus();  // wl_pointer.leave and wl_keyboard.leave
 *         if (beginning->icon != NULL) watch_icon(beginning->icon);  // calls icon_changed now and after each commit
 *         dray_seat_pointer_moved(seat, pointer_x, pointer_y, DRAY_TIME_OF_DEVICE);
 *     }
 *     static int pick(void *data, void *seat_data, double x, double y, struct dray_pick *pick) {
 *         return (pick->surface = surface_at(x, y, &pick->local_x, &pick->local_y)) != NULL;
 *     }
 *     static int bounds_of(void *data, void *seat_data, struct wl_resource *surface, struct dray_bounds *bounds) {
 *         return find_window(surface, bounds);
 *     }
 *     static int may_be_icon(void *data, struct wl_resource *surface) { return take_icon_role(surface); }
 *     static void drag_released(void *data, void *seat_data, uint64_t number) { focus_pointer(); }
 *     static void keyboard_released(void *data, void *seat_data) { focus_keyboard(active_surface); }
 *     static void activate(void *data, void *seat_data, struct wl_resource *surface) { focus_keyboard(surface); }
 *     static void show(void *data, void *seat_data, uint64_t number, const struct dray_frame *frame) { repaint(); }
 *     static void pointer_shape(void *data, void *seat_data, enum dray_shape shape) {
 *         for (size_t i = 0; dray_pointer_name(shape, i) && !show_cursor(dray_pointer_name(shape, i)); i++) continue;
 *     }
 *     static const struct dray_host_interface host = {
 *         .size = sizeof host, .drag_began = drag_began, .pick = pick, .bounds_of = bounds_of, .show = show,
 *         .may_be_icon = may_be_icon, .pointer_shape = pointer_shape, .drag_released = drag_released,
 *         .keyboard_released = keyboard_released, .activate = activate};
 *     int start(struct wl_display *display) {  // before clients are served
 *         struct dray_engine_options options = {.size = sizeof options, .host = &host};
 *         if (dray_engine_create(display, &options, &dray) != DRAY_OK) return 0;
 *         return dray_seat_create(dray, NULL, &seat) == DRAY_OK;
 *     }
 *     void motion(uint64_t time) {  // pointer_x and pointer_y have changed
 *         if (dray_seat_is_dragging(seat)) dray_seat_pointer_moved(seat, pointer_x, pointer_y, time);
 *         else send_motion(time);
 *     }
 *     void button(uint32_t code, int is_pressed) {
 *         if (dray_seat_button(seat, DRAY_DEVICE_POINTER, code, is_pressed)) return;
 *         struct dray_press press = {.size = sizeof press, .detail = code, .x = pointer_x, .y = pointer_y};
 *         press.surface = send_button(code, is_pressed, &press.serial);  // of wl_pointer.button
 *         if (is_pressed && press.surface != NULL) dray_seat_pressed(seat, &press);
 *     }
 *     void key(uint32_t code, uint32_t keysym, int is_pressed) {
 *         if (!dray_seat_key(seat, code, keysym, is_pressed)) send_key(code, is_pressed);
 *     }
 *     void modifiers(uint32_t effective) { dray_seat_modifiers(seat, effective); }
 *     void keyboard_focus(struct wl_client *client) { dray_seat_keyboard_focus(seat, client); }
 *     void pointer_removed(void) { dray_seat_device_gone(seat, DRAY_DEVICE_POINTER); }
 *     void icon_changed(const struct dray_image *image) { dray_drag_icon(dray, drag, image); }
 *     void windows_changed(void) {  // windows were moved, mapped, unmapped or restacked
 *         dray_engine_scene_changed(dray);
 *         dray_seat_scene_changed(seat, DRAY_TIME_OF_DEVICE);
 *     }
 *     void paint(void) {  // above the windows and below the pointer
 *         const struct dray_frame *frame;
 *         for (size_t i = 0; (frame = dray_engine_shown(dray, i)) != NULL; i++)
 *             for (size_t layer = 0; layer < frame->layer_count; layer++) draw(DRAY_LAYER(frame, layer));
 *     }
 *     void stop(void) { dray_engine_destroy(dray); }  // before the display is destroyed
 *
 * Order of events:
 *
 * 1. A client requests a drag. Dray checks the request against the presses that the host reported, begins the drag and
 *    calls `drag_began`. During the drag it calls `show` and `pointer_shape`, in any order.
 * 2. At the drop or another end it calls `drag_released`, then `keyboard_released` and `activate`, and `drag_ended` of
 *    struct dray_observer when the target has finished. The drag image is animated beyond that, until `show` gets a
 *    frame that is the last.
 *
 * Conventions:
 *
 * - Threads. An engine and its objects belong to the thread that created the engine, which must be the one that runs
 *   the display's event loop. Unless a function is documented with "Any thread", a call from another thread has no
 *   effect and returns DRAY_ERROR_THREAD. Callbacks are made on the engine's thread. Several displays may each have an
 *   engine, on different threads.
 * - Reentrancy. Every function may be called from inside every callback, except dray_engine_destroy of the same engine,
 *   which has no effect there and returns DRAY_ERROR_ORDER.
 * - Handles (struct dray_engine *, dray_seat *, dray_place *, dray_relay *, dray_x11 *) are opaque identifiers, not
 *   addresses. They may be compared, stored and passed. A handle is never reused, so Dray detects one whose object was
 *   destroyed (DRAY_ERROR_HANDLE). A process can have 4096 handles at a time.
 * - Structures with a field `size` are filled in by the caller, who sets `size` to sizeof, unless documented otherwise.
 *   New fields are only added at the end. A library that is older than the host accepts a longer structure if the
 *   fields that it does not know are zero. A newer library accepts a shorter structure if it is at least as long as in
 *   the first version of this header. Any other size is DRAY_ERROR_SIZE. DRAY_HAS tests for a field of a structure
 *   that Dray passes. All declarations are there since 0.1, unless they have a `@since`.
 * - Ownership. Dray does not keep pointers after the call that they were passed to, unless documented otherwise.
 *   Pointers that Dray passes to a callback, and resources, are valid until the callback returns, unless documented
 *   otherwise.
 * - Units. Positions and lengths are in points (logical pixels), y pointing down. "Global" coordinates are in the
 *   compositor's layout space; "local" coordinates are relative to a surface's top left corner. Times are in
 *   microseconds, on the clock of the host's input events, which for Wayland is CLOCK_MONOTONIC. Floating-point values
 *   must be finite.
 * - Booleans are integers: 0 is false, any other value is true.
 * - Errors. A call that fails has no effect, returns a status other than DRAY_OK, and writes a line to the log that
 *   says what is wrong and who caused it. A function that takes a handle returns DRAY_ERROR_NULL, DRAY_ERROR_HANDLE or
 *   DRAY_ERROR_THREAD for a handle that it cannot use; one that takes a structure returns DRAY_ERROR_SIZE or
 *   DRAY_ERROR_VALUE; one that takes a wl_resource returns DRAY_ERROR_RESOURCE. Other errors are documented per
 *   function. Errors of clients are answered with protocol errors and affect the host only by lines in its log. A drag
 *   that is lost because the host leaves out a call is logged once for each client, with the name of the call.
 * - Strings are UTF-8 and end with a zero byte.
 */
#ifndef DRAY_H
#define DRAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct wl_client;
struct wl_display;
struct wl_global;
struct wl_resource;

/** Drag and drop on one display. Created by dray_engine_create, owned by the host. */
struct dray_engine;
/** The pointer, keyboard and touch points of one seat. Created by dray_seat_create, destroyed with its engine at the
 * latest. */
struct dray_seat;
/** A drop target of the host's own (a "place"): see dray-content.h. */
struct dray_place;

/* Declared in dray-policy.h. */
struct dray_policy;
struct dray_style;

/* ------------------------------------------------------------------------------------------------------ Versions -- */

/** The version that this header describes, also as a number that can be compared: 0.1.0 is 0x000100. */
#define DRAY_VERSION_MAJOR 0
#define DRAY_VERSION_MINOR 1
#define DRAY_VERSION_PATCH 0
#define DRAY_VERSION(major, minor, patch) ((major) << 16 | (minor) << 8 | (patch))
#define DRAY_VERSION_NUMBER DRAY_VERSION(DRAY_VERSION_MAJOR, DRAY_VERSION_MINOR, DRAY_VERSION_PATCH)

/** Returns the version of the library, for example "0.1.0", as a static string. Any thread. */
const char *dray_version(void);

/** Returns the version of the library as a number, like DRAY_VERSION_NUMBER. Any thread. */
uint32_t dray_version_number(void);

/** Whether a structure, by its `size`, has a field: a library that is older than this header passes shorter ones. */
#define DRAY_HAS(structure, field) \
    ((size_t)((const char *)(&(structure)->field + 1) - (const char *)(structure)) <= (structure)->size)

/** Marks a result that says whether a drag consumes an event. A host that ignores it sends half a press to a client;
 * `(void)!` ignores it on purpose. */
#ifdef __GNUC__
#define DRAY_CONSUMES __attribute__((warn_unused_result))
#else
#define DRAY_CONSUMES
#endif

/* -------------------------------------------------------------------------------------------------------- Status -- */

/** The result of a call. */
enum dray_status {
    DRAY_OK = 0,
    /** A required pointer is NULL. */
    DRAY_ERROR_NULL = 1,
    /** The field `size` is wrong, or fields are set that this library does not know. */
    DRAY_ERROR_SIZE = 2,
    /** A number is not finite or out of range, a value is not one of its enumeration, or a string is not UTF-8. */
    DRAY_ERROR_VALUE = 3,
    /** Not a handle, a handle of another type or engine, or one whose object was destroyed. */
    DRAY_ERROR_HANDLE = 4,
    /** A wl_resource has the wrong interface or belongs to another display. */
    DRAY_ERROR_RESOURCE = 5,
    /** The call was made on a thread other than that of the engine or relay. */
    DRAY_ERROR_THREAD = 6,
    /** The call is not possible in the present state: see the function. */
    DRAY_ERROR_ORDER = 7,
    /** Out of memory, file descriptors or handles. */
    DRAY_ERROR_MEMORY = 8,
    /** Not possible with a library of this process: see the function. */
    DRAY_ERROR_UNSUPPORTED = 9,
};

/** Returns a short English description of a status, also of an unknown one, as a static string. Any thread. */
const char *dray_status_text(enum dray_status status);

/** The party that caused a line in the log. */
enum dray_blame {
    /** Not an error: information. */
    DRAY_BLAME_NOBODY = 0,  // english: quoted
    /** The host called a function wrongly. */
    DRAY_BLAME_HOST = 1,
    /** A client violated the protocol or exceeded a limit, and is disconnected for it; or it requested a drag without
     * a press on that surface. */
    DRAY_BLAME_CLIENT = 2,
    /** A bug in Dray; please report it. */
    DRAY_BLAME_DRAY = 3,
};

/* -------------------------------------------------------------------------------------------------------- Values -- */

/** A set of actions; the bits of wl_data_device_manager.dnd_action. */
enum dray_action {
    DRAY_ACTION_NONE = 0,
    DRAY_ACTION_COPY = 1,
    DRAY_ACTION_MOVE = 2,
    DRAY_ACTION_ASK = 4,
};

/** A set of effective modifiers (depressed, latched or locked), by meaning. */
enum dray_modifier {
    DRAY_MODIFIER_SHIFT = 1,
    DRAY_MODIFIER_CONTROL = 2,
    DRAY_MODIFIER_ALT = 4,
    DRAY_MODIFIER_LOGO = 8,
    DRAY_MODIFIER_LEVEL3 = 16,
    DRAY_MODIFIER_CAPS_LOCK = 32,
    DRAY_MODIFIER_NUM_LOCK = 64,
};

/** The kind of device that drives a drag. It determines the meaning of the `detail` that accompanies it. */
enum dray_device {
    /** `detail` is the button, as an evdev code. */
    DRAY_DEVICE_POINTER = 0,
    /** `detail` is the evdev code that the tablet tool's tip or button stands for. */
    DRAY_DEVICE_PEN = 1,
    /** `detail` is the ID of the touch point. */
    DRAY_DEVICE_FINGER = 2,
};

/** The cause of an interruption. */
enum dray_interruption {
    DRAY_INTERRUPTION_ESCAPE = 0,
    /** The pointer, touchscreen or tablet that drives the drag was removed. */
    DRAY_INTERRUPTION_DEVICE_GONE = 1,
    DRAY_INTERRUPTION_TOUCH_CANCELLED = 2,
    DRAY_INTERRUPTION_SESSION_LOCKED = 3,
    /** The host cancelled the drag. */
    DRAY_INTERRUPTION_HOST = 4,
    DRAY_INTERRUPTION_TRANSFER_FAILED = 5,
    DRAY_INTERRUPTION_TIMED_OUT = 6,
};

enum dray_pixel_format {
    /** argb8888 of wl_shm, premultiplied alpha. */
    DRAY_FORMAT_ARGB8888 = 0,
    /** xrgb8888 of wl_shm. */
    DRAY_FORMAT_XRGB8888 = 1,
};

/** A drag image. The bytes are copied during the call. */
struct dray_image {
    size_t size;
    /** The pixels. NULL if the host shows the client's own icon surface for layers of the kind DRAY_LAYER_ICON; the
     * fields from `byte_count` to `format` are then ignored. */
    const void *bytes;
    /** The length of `bytes`, in bytes. */
    size_t byte_count;
    /** The dimensions of `bytes`, in pixels. */
    uint32_t width, height;
    /** The distance from one row to the next, in bytes. */
    uint32_t stride;
    enum dray_pixel_format format;
    /** The size of the surface, in points. Both 0: one point for each pixel of `bytes`. */
    double points_wide, points_high;
    /** The vector from the pointer to the image's top left corner, in points: the sum of all offsets of the surface. */
    double offset_x, offset_y;
};

/** The surface or place under the pointer. `size` is set by the host in an argument, and by Dray in a callback. */
struct dray_pick {
    size_t size;
    /** The wl_surface; NULL for a place of the host's. */
    struct wl_resource *surface;
    /** The same position, local to the surface or place. */
    double local_x, local_y;
    /** The wl_surface at the root of the surface tree, that of the toplevel; NULL: `surface`. It identifies the
     * container, the part of an application within which content is moved. */
    struct wl_resource *window;
    /** A number that identifies a smaller or larger container, in place of `window`; 0 for none. */
    uint64_t container;
    /** A place of the host's; NULL for a surface. */
    struct dray_place *place;
};

/** A client's drag that Dray has begun. Valid during the call; `size` is set by Dray. */
struct dray_beginning {
    size_t size;
    /** The number of the drag. */
    uint64_t drag;
    /** As reported by dray_seat_pressed. */
    enum dray_device device;
    uint32_t detail;
    /** The wl_surface of the client's drag icon, or NULL. The host passes its present and later content to
     * dray_drag_icon. */
    struct wl_resource *icon;
};

/* --------------------------------------------------------------------------------------------- What a host shows -- */

/** The pointer's shape during a drag, by meaning; dray_pointer_name returns the names in a cursor theme. */
enum dray_shape {
    /** The default cursor: there is no drag. */
    DRAY_SHAPE_DEFAULT = 0,
    /** Something is dragged. Used where there is no more to show, or where the badge shows it. */
    DRAY_SHAPE_GRABBING = 1,
    DRAY_SHAPE_COPY = 2,
    DRAY_SHAPE_MOVE = 3,
    DRAY_SHAPE_ASK = 4,
    DRAY_SHAPE_NOT_ALLOWED = 5,
};

/** Returns a cursor name for a pointer shape, as a static string. `index` counts from 0, best name first; the host uses
 * the first name that its cursor theme has. NULL after the last name, and for an unknown shape. Any thread. */
const char *dray_pointer_name(enum dray_shape shape, size_t index);

/** A global rectangle, in points. */
struct dray_box {
    double x, y, width, height;
};

/** The current position of a surface. `size` is set by Dray; all other fields are zero before the call. */
struct dray_bounds {
    size_t size;
    /** The global position of the surface's top left corner. */
    double x, y;
    /** The window geometry of the window or popup that contains the surface, without invisible shadows. */
    struct dray_box window;
    /** The output that shows the window; the ring around a target is kept inside. An empty box stands for no output. */
    struct dray_box output;
    /** Whether the user can see any part of the window: it is mapped, on a visible workspace, not minimised, and not
     * entirely covered. */
    uint32_t is_visible;
    uint32_t reserved;
};

enum dray_layer_kind {
    /** An image drawn by Dray: `picture` and `pixels`. */
    DRAY_LAYER_PICTURE = 0,
    /** The client's own icon surface with its last content, even if the client has destroyed the surface since. Used
     * only for a drag whose icon the host passes to dray_drag_icon without bytes. */
    DRAY_LAYER_ICON = 1,
};

/** One image of a frame. */
struct dray_layer {
    enum dray_layer_kind kind;
    /** 1 if the layer moves with the pointer: until the next frame the host translates it by the pointer's motion. */
    uint32_t follows_pointer;
    /** The identifier of the image: equal numbers mean equal pixels, in all frames of this process, so that a host can
     * cache textures by it. 0 for an icon. */
    uint64_t picture;
    /** The pixels: argb8888, premultiplied alpha, native byte order, top row first. Valid as long as the frame. NULL
     * for an icon. */
    const void *pixels;
    /** The dimensions of `pixels` in pixels, and the distance between rows in bytes. */
    uint32_t width, height, stride;
    uint32_t reserved;
    /** The global rectangle that the image is scaled to, in points. Sampling must clamp to the edge, since the parts of
     * a ring are placed edge to edge. */
    double x, y, points_wide, points_high;
    /** 0 to 1, multiplied with the image's own alpha. */
    double opacity;
};

/** The complete visual state of one drag, which replaces its previous frame. `size` is set by Dray.
 *
 * A frame, its layers and their pixels are valid until the next frame of the same drag has been shown (`show` has
 * returned), and no longer than the engine. The last frame is valid only during its call. A host that draws later can
 * therefore keep the pointer and copy nothing. */
struct dray_frame {
    size_t size;
    /** The layers, bottom first, each `layer_size` long: see DRAY_LAYER. */
    const struct dray_layer *layers;
    size_t layer_count;
    /** The regions that changed since the previous frame, in whole points. Global. */
    const struct dray_box *damage;
    size_t damage_count;
    /** The global position of the pointer in this frame; layers that follow the pointer keep their distance to it. */
    double pointer_x, pointer_y;
    /** 1 for the last frame of this drag. It has no layers, and the icon is no longer needed. It is sent exactly once
     * for every drag, also for one that was never visible: at the latest inside dray_seat_destroy or
     * dray_engine_destroy, and for a host that makes no frames after many more drags have ended. */
    uint32_t is_last;
    uint32_t reserved;
    /** The number of the drag. */
    uint64_t drag;
    /** The size of each element of `layers`. A newer library's layers are longer than this header's. */
    size_t layer_size;
};

/** The address of the layer of a frame at an index. */
#define DRAY_LAYER(frame, index) \
    ((const struct dray_layer *)(const void *)((const char *)(frame)->layers + (index) * (frame)->layer_size))

/* ------------------------------------------------------------------------------------------------ Host interface -- */

/**
 * The callbacks of the engine to the host.
 *
 * `data` is `host_data` of the engine's options, `seat` the `data` that the host passed to dray_seat_create.
 * drag_began is required, unless the host has a struct dray_request_handler (dray-content.h); pick is required for
 * dray_seat_pointer_moved. All others may be NULL, which is documented with each.
 *
 * Further behaviour of a host is a structure of callbacks of its own, in the header of its part. The host passes it to
 * a function dray_engine_set_… before it creates the first seat. Such a structure is complete: all its callbacks are
 * required, except those of struct dray_observer.
 *
 * The host makes no decisions: it reports input and surface positions, and shows layers on the screen.
 */
struct dray_host_interface {
    size_t size;

    /** Returns the seat that a client's wl_seat belongs to; NULL if it was destroyed. May be NULL while there is only
     * one seat, which is then used. */
    struct dray_seat *(*seat_of)(void *data, struct wl_resource *wl_seat);
    /** A client's drag has begun. The host removes pointer or touch and keyboard focus from the clients
     * (wl_pointer.leave, wl_keyboard.leave; no wl_touch.up), and reports what is under the pointer with
     * dray_seat_pointer_moved or dray_seat_focus. Not called for a host with a struct dray_request_handler. */
    void (*drag_began)(void *data, void *seat, const struct dray_beginning *beginning);
    /** Returns whether a wl_surface can be a drag icon, since it has no other role. If not, its client is sent
     * wl_data_device's error. NULL: every surface can. Not called for a host with a struct dray_request_handler. */
    int (*may_be_icon)(void *data, struct wl_resource *surface);
    /** Returns whether there is anything that accepts input at a global position, and fills in what; the drag image is
     * ignored. A host that does its own picking (dray-input.h) may implement it as well: Dray then snaps near misses of
     * a finger to a window, and Tab skips what is covered. */
    int (*pick)(void *data, void *seat, double x, double y, struct dray_pick *pick);

    /** Fills in the current position of a wl_surface; returns false if the host does not know where its windows are.
     * Called while frames are made. NULL: images fly back to where the drag began, and targets get no ring. */
    int (*bounds_of)(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds);
    /** Returns the scale of the output at a global position, in pixels per point. NULL: 1. */
    double (*scale_at)(void *data, void *seat, double x, double y);
    /** A frame is due at this time of CLOCK_MONOTONIC, in microseconds, or immediately (0): the host calls
     * dray_engine_frame when it draws next. NULL: Dray makes frames by a timer of the display's event loop, up to sixty
     * times per second. */
    void (*frame_due)(void *data, uint64_t time);
    /** Shows the layers of a drag above everything but the pointer. They accept no input. Several drags can be visible
     * at a time: one flies back while the next is in progress. NULL: nothing is shown, and the pointer's shape shows
     * the outcome. */
    void (*show)(void *data, void *seat, uint64_t drag, const struct dray_frame *frame);
    /** Sets the shape of the seat's pointer. Never called for a drag by touch. Called together with a frame, so that a
     * shape which is reverted within one frame is never visible; with DRAY_SHAPE_DEFAULT at the end of a drag. */
    void (*pointer_shape)(void *data, void *seat, enum dray_shape shape);

    /** The content was dropped, or the drag is over: pointer, tablet tool and touch point belong to the clients again.
     * The host sends wl_pointer.enter to the surface under the pointer. */
    void (*drag_released)(void *data, void *seat, uint64_t drag);
    /** The keyboard belongs to the clients again: the drag is over, and the keys that it consumed are released. After
     * drag_released. */
    void (*keyboard_released)(void *data, void *seat);
    /** The content was dropped on this wl_surface, outside of its origin: the host gives it the keyboard focus, and
     * calls dray_seat_keyboard_focus as for any focus change. After drag_released. */
    void (*activate)(void *data, void *seat, struct wl_resource *surface);
};

/* -------------------------------------------------------------------------------------------------------- Engine -- */

/** The options of an engine. */
struct dray_engine_options {
    size_t size;
    /** The callbacks. Copied. */
    const struct dray_host_interface *host;
    /** The `data` of the callbacks. */
    void *host_data;
    /** The rules of drags. Copied; NULL for DRAY_POLICY_HUMAN_INTERFACE. */
    const struct dray_policy *policy;
    /** The appearance of drags. Copied; NULL for the defaults. */
    const struct dray_style *style;
    /** Receives the log, one line per call without a line feed; NULL for stderr. It may call Dray like any callback;
     * lines that these calls cause are written to stderr. It must not destroy the client. `client` is the client that
     * caused the line, valid during the call; NULL if there is none or it is being destroyed. A client can cause any
     * number of lines by reconnecting, so the host must limit what it stores per client (wl_client_get_credentials) and
     * kind, lest one client fills the log or suppresses the lines of others. Errors with handles that identify no
     * engine are always written to stderr. */
    void (*log)(void *data, enum dray_blame blame, struct wl_client *client, const char *text);
    void *log_data;
    /** Whether the host implements zwp_primary_selection_device_manager_v1 itself, or none is wanted. If not, the
     * engine offers it. A display may have only one: clients that bind different ones do not share a selection. */
    uint32_t host_primary_selection;
    /** Whether the engine offers the protocols for data control: see dray-protocols.h. */
    uint32_t data_control;
    /** Whether each touch point can have a drag of its own: see dray-input.h. Otherwise a seat has one at a time. */
    uint32_t fingers_drag_beside;
    uint32_t reserved;
};

/** Creates an engine, which offers wl_data_device_manager and the primary selection on the display from now on. The
 * host owns it, and destroys it before the display; otherwise it is destroyed together with the display, and the log
 * has a line. `*engine` is NULL after an error. */
enum dray_status dray_engine_create(struct wl_display *display, const struct dray_engine_options *options,
                                    struct dray_engine **engine);

/** Cancels every drag, makes the clients' objects inert, removes the globals, and destroys the engine with its seats,
 * places and X11 bridges. NULL has no effect. Inside a callback of this engine it returns DRAY_ERROR_ORDER. */
enum dray_status dray_engine_destroy(struct dray_engine *engine);

/** Makes and shows the frames that are due at this time of CLOCK_MONOTONIC, in microseconds. For a host with a
 * `frame_due`; any other host may call it before it draws. A drag that has not changed is not shown again. */
enum dray_status dray_engine_frame(struct dray_engine *engine, uint64_t time);

/** Returns the current frame of a drag, for a host that repaints its screen. Such a host stores no frames, and its
 * `show` only records the damage. Layers that follow the pointer are at its current position. `index` counts the
 * visible drags from 0, the bottom one first. NULL after the last, and after an error. */
const struct dray_frame *dray_engine_shown(struct dray_engine *engine, size_t index);

/** Reports that windows have moved, appeared, disappeared or changed in stacking, so that the next frame calls
 * `bounds_of` again for the drag's origin and the ring. Cheap; no effect without a drag. A change of what is under the
 * pointer is reported separately: dray_seat_scene_changed or dray_seat_focus. */
enum dray_status dray_engine_scene_changed(struct dray_engine *engine);

/** Reports the content or the offset of a drag's icon surface. The host calls it for each commit of the icon, and when
 * the drag begins if the surface has content already. `image` is copied; NULL if the surface has no content any more.
 * Without bytes the host shows the surface itself, and Dray never reads a pixel; with bytes Dray draws the image. After
 * the drop, bytes still replace a surface that the host cannot continue to show; all other calls have no effect. */
enum dray_status dray_drag_icon(struct dray_engine *engine, uint64_t drag, const struct dray_image *image);

/** Cancels a drag, also after the drop while the target has not finished: for example, because a transfer takes longer
 * than the host is willing to wait. `interruption` is the reason that struct dray_result reports. No effect for a drag
 * that is over. */
enum dray_status dray_drag_cancel(struct dray_engine *engine, uint64_t drag, enum dray_interruption interruption);

/* --------------------------------------------------------------------------------------------------------- Seats -- */

/** Creates the engine's counterpart of a seat. `data` is the `seat` of callbacks. `*seat` is the handle, owned by the
 * host; NULL after an error. DRAY_ERROR_ORDER while the engine is destroyed; DRAY_ERROR_NULL if the host has neither
 * drag_began nor a struct dray_request_handler. */
enum dray_status dray_seat_create(struct dray_engine *engine, void *data, struct dray_seat **seat);

/** Destroys a seat: its drag is cancelled, its clipboard is cleared, its X11 bridges are destroyed, and the clients'
 * objects become inert. The last callbacks for the seat are made inside this call. NULL has no effect. */
enum dray_status dray_seat_destroy(struct dray_seat *seat);

/** Returns whether the seat has a drag in progress that is not dropped yet; 0 after an error. */
int dray_seat_is_dragging(struct dray_seat *seat);

/* The functions below that report positions, changes of the scene and devices have no effect without a drag. */

/** The time of a motion that no device caused: the engine continues the clock of the device that drives the drag. */
#define DRAY_TIME_OF_DEVICE UINT64_MAX

/** Reports the global position of the device that drives the drag, at a time of that device's clock. The engine calls
 * `pick`; DRAY_ERROR_ORDER if the host has none, and uses dray-input.h instead. */
enum dray_status dray_seat_pointer_moved(struct dray_seat *seat, double x, double y, uint64_t time);

/** Reports that surfaces have appeared, disappeared or moved, possibly under an idle pointer. The engine calls `pick`
 * again, and sends events only if the result differs. */
enum dray_status dray_seat_scene_changed(struct dray_seat *seat, uint64_t time);

/** Reports the effective modifiers, a set of enum dray_modifier, with or without a drag. The action follows at once. */
enum dray_status dray_seat_modifiers(struct dray_seat *seat, uint32_t modifiers);

/** A press of a button, tablet tool or touch point that was sent to a client. */
struct dray_press {
    size_t size;
    enum dray_device device;
    uint32_t detail;
    /** The serial of wl_pointer.button, wl_touch.down, or the tablet tool's down or button event. */
    uint32_t serial;
    uint32_t reserved;
    /** The global position, in points. */
    double x, y;
    /** The wl_surface that received the event. */
    struct wl_resource *surface;
    /** As in struct dray_pick. */
    struct wl_resource *window;
    uint64_t container;
};

/** Reports a press that was sent to a client. A host that reports every press, and calls dray_seat_button,
 * dray_seat_finger and dray_seat_key for each event and dray_seat_modifiers for each change, with or without a drag,
 * needs no struct dray_request_handler, since Dray knows which presses are held. */
enum dray_status dray_seat_pressed(struct dray_seat *seat, const struct dray_press *press);

enum dray_finger_change {
    DRAY_FINGER_DOWN = 0,
    /** If it is consumed, the host reports the position with dray_seat_finger_moved or dray_seat_finger_over
     * (dray-input.h), which distinguish touch points that drive a drag. The motion of any other consumed touch point
     * has no effect. A host that knows which touch point drives the drag may call dray_seat_pointer_moved, or
     * dray_seat_focus and dray_seat_motion, for that one instead. */
    DRAY_FINGER_MOVED = 1,
    DRAY_FINGER_UP = 2,
    /** Cancelled by the touchscreen or a gesture. */
    DRAY_FINGER_CANCELLED = 3,
};

/**
 * Handle a device event, with or without a drag, before the host delivers it.
 *
 * The press that began a drag, and any press that a drag consumed, is grabbed until its release, also after the end of
 * the drag, so that no client receives half of a press. A host that calls these functions only during drags must
 * continue until no button or touch point is down.
 *
 * The release of the button or touch point that drives the drag drops. Escape cancels the drag, and is consumed until
 * it is released, also after the end of the drag. Other keys are not consumed: they are available for the host's
 * shortcuts, and reach no client, since the host has removed the keyboard focus until keyboard_released.
 *
 * `device` is DRAY_DEVICE_POINTER or DRAY_DEVICE_PEN; `button` and `key` are evdev codes; `is_pressed` says whether the
 * button or key was pressed or released; `finger` is the ID of the touch point; `keysym` is the keysym in the current
 * keymap, as defined by xkbcommon.
 *
 * @return 1 if the drag consumes the event, and the host delivers it to no client. 0 if the host delivers it to clients
 *     and its own gestures as usual; also without a drag and after an error.
 */
DRAY_CONSUMES int dray_seat_button(struct dray_seat *seat, enum dray_device device, uint32_t button, int is_pressed);
DRAY_CONSUMES int dray_seat_finger(struct dray_seat *seat, uint32_t finger, enum dray_finger_change change);
DRAY_CONSUMES int dray_seat_key(struct dray_seat *seat, uint32_t key, uint32_t keysym, int is_pressed);

/** Reports that the pointer, tablet or touchscreen was removed, which cancels the drag if the device drives it. */
enum dray_status dray_seat_device_gone(struct dray_seat *seat, enum dray_device device);
/** Reports that the keyboard was removed, and none of its keys will be released. */
enum dray_status dray_seat_keyboard_gone(struct dray_seat *seat);

/** Cancels the seat's drag, as dray_drag_cancel does. */
enum dray_status dray_seat_cancel(struct dray_seat *seat, enum dray_interruption interruption);

/** Reports the client that has the keyboard focus, or NULL, with or without a drag: it is sent the clipboard. The host
 * calls it before it sends wl_keyboard.enter. Without this call clients have no clipboard. */
enum dray_status dray_seat_keyboard_focus(struct dray_seat *seat, struct wl_client *client);

#ifdef __cplusplus
}
#endif

#endif
