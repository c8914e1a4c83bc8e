/* SPDX-License-Identifier: MIT
 *
 * Dray: drag and drop for Wayland compositors.
 *
 * An engine offers wl_data_device_manager on a display, follows every drag, and tells the compositor (the host) what to
 * show. The host says what the pointer is over, and when the person lets go. Clipboards are complete in here as well.
 *
 *     struct dray_engine_options options = { .size = sizeof options, .host = &host, .host_data = me };
 *     struct dray_engine *engine;
 *     if (dray_engine_create(display, &options, &engine) != DRAY_OK) …
 *
 * In this order:
 *
 * 1. dray_engine_create, then dray_seat_create for each seat, before clients are served.
 * 2. A client asks for a drag. Dray begins it by the press that the host has told of (dray_seat_pressed), and says so:
 *    `drag_began`; or the host looks by itself: `drag_requested`, and answers by dray_seat_begin, now or later. The host takes
 *    pointer or finger and keyboard away from the clients, and says what is under the pointer. Content of the host's own
 *    begins likewise, by dray_seat_begin.
 * 3. For each event of a device: first dray_seat_button, dray_seat_finger or dray_seat_key, and if it is not kept, the
 *    clients as ever. For each motion of what drags: dray_seat_pointer_moved; or dray_seat_focus and dray_seat_motion.
 * 4. Meanwhile `show`, `pointer_shape`, `feedback_changed` and `announce`, in any order; dray_drag_icon for each commit of the
 *    client's icon.
 * 5. The drop, or another end: `drag_released`, then `keyboard_released` and `activate`; `drag_ended` once the target is done.
 *    The image flies on: `show` comes until a frame says that it is the last.
 *
 * meson-shims/example is a whole small compositor that does so.
 *
 * What holds for everything below:
 *
 * - Threads. Everything belongs to the thread that made the engine: the one that runs the display's event loop. Calls
 *   from another thread do nothing and return DRAY_ERROR_THREAD. Callbacks arrive on that thread as well. Several
 *   displays may each have an engine, on threads of their own.
 * - Calls out of callbacks are allowed, all of them and in any order; only dray_engine_destroy of the same engine does nothing
 *   there, and returns DRAY_ERROR_ORDER.
 * - Handles (struct dray_engine *, dray_seat *, dray_place *, dray_relay *, dray_x11 *) are names and point nowhere: they may be compared,
 *   kept and passed, and a handle whose object is gone is told from one that is not (DRAY_ERROR_HANDLE). Handles are
 *   never used again. A process can have 4096 at a time.
 * - Structures that have a field `size` are filled by the caller, who sets it to sizeof. Fields are only ever added, at
 *   the end: a library that is older than the host takes a longer structure as long as the rest is zero, and a newer one
 *   takes a shorter structure as long as it is not shorter than that of version 1. All else is DRAY_ERROR_SIZE.
 * - Pointers in arguments are read during the call and not kept, unless said otherwise.
 * - Units. Positions and lengths are points (logical pixels), y downwards; "global" is the compositor's own space,
 *   "local" starts at a surface's top left corner. Times are microseconds on the clock of the host's input events, which
 *   for Wayland is CLOCK_MONOTONIC. Numbers have to be finite.
 * - Mistakes. Whatever is wrong with a call, it does nothing, returns a status, and writes a line to the log that says
 *   what is wrong and whose mistake it is. Mistakes of clients are answered by the protocol's errors and reach nothing of the
 *   host's but its log.
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

/* Drag and drop on one display. Made by dray_engine_create, owned by the host. */
struct dray_engine;
/* The pointer, keyboard and fingers of one person. Made by dray_seat_create; goes with its engine at the latest. */
struct dray_seat;
/* A control of the host's own that content can be dropped on. Made by dray_place_create; goes with its engine at the latest. */
struct dray_place;
/* Carries one transfer. Made by dray_relay_create, owned by the host, independent of any engine. */
struct dray_relay;
/* Between the windows of an X server and the display's clients. Made by dray_x11_create; goes with its seat at the latest. */
struct dray_x11;

/* ------------------------------------------------------------------------------------------------------ Versions -- */

/* The version that this header describes. */
#define DRAY_VERSION_MAJOR 0
#define DRAY_VERSION_MINOR 1

/* The version of the library, for example "0.1.0". Never freed. Any thread. */
const char *dray_version(void);

/* -------------------------------------------------------------------------------------------------------- Status -- */

enum dray_status {
    DRAY_OK = 0,
    /* A pointer that is needed is NULL. */
    DRAY_ERROR_NULL = 1,
    /* The field `size` is wrong, or says that fields are set which this library does not know. */
    DRAY_ERROR_SIZE = 2,
    /* A number is not finite, or not one of an enumeration, or text is not UTF-8. */
    DRAY_ERROR_VALUE = 3,
    /* Not a handle, one of another kind, one of another engine, or one whose object is gone. */
    DRAY_ERROR_HANDLE = 4,
    /* A wl_resource of another interface, or of another display, than wanted. */
    DRAY_ERROR_RESOURCE = 5,
    /* Called on another thread than that of the engine or relay. */
    DRAY_ERROR_THREAD = 6,
    /* Not possible at this moment: see the function. */
    DRAY_ERROR_ORDER = 7,
    /* Out of memory, descriptors or handles. */
    DRAY_ERROR_MEMORY = 8,
};

/* The status in words. Never freed. Any thread. */
const char *dray_status_text(enum dray_status status);

/* Whose mistake a line of the log is about. */
enum dray_blame {
    /* Nobody's: something worth knowing. */
    DRAY_BLAME_NOBODY = 0,
    /* The host called a function wrongly. */
    DRAY_BLAME_HOST = 1,
    /* A client broke the protocol or went beyond a limit, and is disconnected for it. */
    DRAY_BLAME_CLIENT = 2,
    /* Dray itself; please report it. */
    DRAY_BLAME_DRAY = 3,
};

/* ------------------------------------------------------------------------------------------------------ Policies -- */

/* A set of actions; the bits of wl_data_device_manager.dnd_action. */
enum dray_action {
    DRAY_ACTION_NONE = 0,
    DRAY_ACTION_COPY = 1,
    DRAY_ACTION_MOVE = 2,
    DRAY_ACTION_ASK = 4,
};

/* Modifiers in effect (pressed, latched or locked), by meaning; a set. */
enum dray_modifier {
    DRAY_MODIFIER_SHIFT = 1,
    DRAY_MODIFIER_CONTROL = 2,
    DRAY_MODIFIER_ALT = 4,
    DRAY_MODIFIER_LOGO = 8,
    DRAY_MODIFIER_LEVEL3 = 16,
    DRAY_MODIFIER_CAPS_LOCK = 32,
    DRAY_MODIFIER_NUM_LOCK = 64,
};

enum dray_policy_preset {
    /* Inside an application content is moved, between applications it is copied. The default. */
    DRAY_POLICY_HUMAN_INTERFACE = 0,
    /* The negotiation of the protocol and nothing else: what other compositors do. */
    DRAY_POLICY_WAYLAND = 1,
};

/* How one action is chosen from those that source and target both offer. */
struct dray_action_rule {
    /* A set of enum dray_action: the only actions that either side may see. */
    uint32_t allowed;
    /* Not 0: the target's preferred action counts, where no modifier decides. */
    uint32_t target_may_choose;
    /* Where neither a modifier nor the target decides: the first of these that both offer. DRAY_ACTION_NONE ends it. */
    uint32_t order[3];
    /* Not 0: only a modifier brings DRAY_ACTION_ASK about, where it is allowed; neither the target nor the order does. */
    uint32_t ask_by_modifier;
};

/* What a combination of modifiers asks for. It chooses among what the rules and both clients allow. */
struct dray_modifier_wish {
    /* A set of enum dray_modifier. */
    uint32_t modifiers;
    /* One of enum dray_action. */
    uint32_t action;
};

#define DRAY_MODIFIER_WISHES 16

/* What happens to a read before the drop. */
enum dray_early_reads {
    /* It goes on to the source: toolkits peek at content to decide whether they can take it. */
    DRAY_READS_FORWARDED = 0,
    /* It waits for the drop, and gets nothing if there is none. */
    DRAY_READS_HELD = 1,
    /* It goes on once the client has said anything about the offer, and gets nothing before: content is kept from windows
     * that are merely crossed. Text fields of Qt 6 take no text then, since they read before they answer. */
    DRAY_READS_AFTER_ANSWER = 2,
};

/* The rules of a drag, as a value. Filled by dray_policy_init, changed by the host. */
struct dray_policy {
    size_t size;
    /* Over the place that the content came from. */
    struct dray_action_rule same_container;
    /* Over another place of the same application. */
    struct dray_action_rule same_application;
    /* Over another application. */
    struct dray_action_rule other_application;
    /* The combinations that mean something; a modifier that none of them names is ignored. */
    uint32_t wish_count;
    struct dray_modifier_wish wishes[DRAY_MODIFIER_WISHES];
    /* One of enum dray_early_reads. */
    uint32_t early_reads;
    /* Not 0: a source that offers text/uri-list is read once, as the drag begins, to know how many items travel. */
    uint32_t count_uri_list;
    /* Not 0: two windows of one process are as two applications, and other_application rules between them. */
    uint32_t separate_windows;
    /* How long content rests over a window behind others until that comes to the front, or over a place of the host's
     * until that is activated, in milliseconds; two flashes come before, of the ring or, with `hide_ring`,
     * of the image. Clients are told meanwhile that the content rests, and open what they open by themselves. 0: none of all this. */
    uint32_t spring_wait;
    /* Not 0: a target that takes none of the content's types is offered others that Dray makes of them: text in other encodings,
     * lists of files and links of other kinds, text out of HTML and PNG, JPEG, TIFF and BMP of each other (both by the program
     * dray-convert, if it is installed), and text/uri-list with a file that is made of a text, a link, a picture, a document
     * or a promised file, for file managers (if XDG_RUNTIME_DIR is set). What is made is always copied. Of a source that has
     * text in UTF-8, text/plain and TEXT are that text too. */
    uint32_t offer_made;
};

/* Fills a policy, of which `size` is set, with a preset. Any thread. */
enum dray_status dray_policy_init(struct dray_policy *policy, enum dray_policy_preset preset);

/* --------------------------------------------------------------------------------------------------- How it ended -- */

enum dray_interruption {
    DRAY_INTERRUPTION_ESCAPE = 0,
    /* The pointer, touch screen or tablet that drives the drag is gone. */
    DRAY_INTERRUPTION_DEVICE_GONE = 1,
    DRAY_INTERRUPTION_TOUCH_CANCELLED = 2,
    DRAY_INTERRUPTION_SESSION_LOCKED = 3,
    /* The host wants it so. */
    DRAY_INTERRUPTION_HOST = 4,
    DRAY_INTERRUPTION_TRANSFER_FAILED = 5,
    DRAY_INTERRUPTION_TIMED_OUT = 6,
};

enum dray_end {
    /* The target has finished. */
    DRAY_END_FINISHED = 0,
    /* Dropped on the application that began a drag without a source. */
    DRAY_END_HANDED_OVER = 1,
    /* Released where there was no target. */
    DRAY_END_MISSED = 2,
    /* Released over a target that takes nothing of it. */
    DRAY_END_REFUSED = 3,
    /* The target gave its offer back after the drop. */
    DRAY_END_ABANDONED = 4,
    /* The target's application went away before it had finished. */
    DRAY_END_TARGET_GONE = 5,
    /* The source, or its application, went away before the drop. */
    DRAY_END_SOURCE_GONE = 6,
    DRAY_END_INTERRUPTED = 7,
};

/* How a drag ended. Valid during the call; the size is set by Dray. */
struct dray_result {
    size_t size;
    enum dray_end end;
    /* What happened to the content; DRAY_ACTION_NONE unless `end` is DRAY_END_FINISHED. Never DRAY_ACTION_ASK. */
    enum dray_action action;
    /* Of meaning only if `end` is DRAY_END_INTERRUPTED. */
    enum dray_interruption interruption;
};

/* ------------------------------------------------------------------------------------------------------- Pictures -- */

enum dray_pixel_format {
    /* wl_shm's argb8888, premultiplied. */
    DRAY_FORMAT_ARGB8888 = 0,
    /* wl_shm's xrgb8888. */
    DRAY_FORMAT_XRGB8888 = 1,
};

/* How drags look. Filled by dray_style_init, changed by the host. */
struct dray_style {
    size_t size;
    /* Not 0: the desktop is dark. */
    uint32_t dark;
    /* Not 0: nothing moves by itself, all is a short fade. */
    uint32_t reduce_motion;
    /* Not 0: no badge; the shape of the pointer tells the outcome. */
    uint32_t hide_badge;
    /* Not 0: no ring around a target. */
    uint32_t hide_ring;
    /* Of the drag image, 0 to 1. */
    double opacity;
    /* How far the pointer moves before the drag image appears, in points; 0 or more. */
    double threshold;
    /* Not 0: hard edges, darker colours, a thicker ring, and images that nothing shines through. */
    uint32_t high_contrast;
    uint32_t reserved;
};

/* Fills a style, of which `size` is set, with the defaults. Any thread. */
enum dray_status dray_style_init(struct dray_style *style);

/* ---------------------------------------------------------------------------------------------- Beginning of a drag -- */

/* A client wants to begin a drag: wl_data_device.start_drag. Valid during the call; the size is set by Dray. */
struct dray_start_request {
    size_t size;
    /* The number of the request, to answer it with. Never used again by this engine. */
    uint64_t request;
    /* The object of the request, for protocol errors. */
    struct wl_resource *device;
    /* The wl_surface that the drag begins on. */
    struct wl_resource *origin;
    /* The wl_surface of the drag icon, or NULL. */
    struct wl_resource *icon;
    /* That of the press, touch or pen contact which began the drag. */
    uint32_t serial;
    /* 1 if there is a source; 0 for a drag that stays inside the client. */
    uint32_t has_source;
    /* What the source can do: a set of enum dray_action. 0 without a source. */
    uint32_t actions;
    uint32_t reserved;
    /* The types on offer, in the source's order. */
    const char *const *types;
    size_t type_count;
};

/* What drives a drag. */
enum dray_device {
    /* `detail` is the button, as an evdev code. */
    DRAY_DEVICE_POINTER = 0,
    /* `detail` is what the tip or button of the pen stands for, as an evdev code. */
    DRAY_DEVICE_PEN = 1,
    /* `detail` is the number of the finger. */
    DRAY_DEVICE_FINGER = 2,
};

/* A picture of what is dragged. The bytes are copied during the call. */
struct dray_image {
    size_t size;
    /* NULL: the host shows the client's own icon surface wherever a layer is of the kind DRAY_LAYER_ICON; then
     * `byte_count` to `format` are of no meaning. */
    const void *bytes;
    /* Of `bytes`, all of them. */
    size_t byte_count;
    /* In pixels. */
    uint32_t width, height;
    /* Bytes from one row to the next. */
    uint32_t stride;
    enum dray_pixel_format format;
    /* The size of the surface, in points. Both 0: a point for each pixel of `bytes`. */
    double points_wide, points_high;
    /* From the pointer to the picture's top left corner, in points: the sum of all offsets of the surface. */
    double offset_x, offset_y;
};

/* Content of the host's own: that of a panel, a desktop, a file manager inside the compositor. */
struct dray_content {
    size_t size;
    /* Copied. In the order of fidelity, the highest first. */
    const char *const *types;
    size_t type_count;
    /* A set of enum dray_action. */
    uint32_t actions;
    /* How many items travel; 0 counts as 1. */
    uint32_t item_count;
    /* What it looks like; NULL for a standard image that suits the types. */
    const struct dray_image *image;
    void *data;
    /* Writes the content as one of the types into `fd`, which belongs to the host from here on. Needed, unless `bytes` is set.
     * What a pipe does not hold (64 KiB) is written from the event loop: writing waits for the reader, who may take its time
     * or be gone. */
    void (*send)(void *data, const char *type, int fd);
    /* The drag has ended, and `data` is not used any more: called exactly once if dray_seat_begin returned DRAY_OK. After a
     * move (`action` of the result) the host takes the original away. May be NULL. */
    void (*ended)(void *data, const struct dray_result *result);
    /* In place of `send`: the content itself, the same for all types. Copied. Dray writes it, and waits for nobody. */
    const void *bytes;
    size_t byte_count;
};

/* How a drag begins: the answer to a client's request, or the host's own. */
struct dray_begin {
    size_t size;
    /* That of a struct dray_start_request; 0 for content of the host's own. */
    uint64_t request;
    /* With `request` 0; else NULL. */
    const struct dray_content *content;
    enum dray_device device;
    uint32_t detail;
    /* Where the button, pen or finger went down: there the content lies, and flies back to. Global; 0, 0 for a host that
     * knows local points only. */
    double x, y;
    /* A set of enum dray_modifier: held already. They count. */
    uint32_t modifiers;
    uint32_t reserved;
    /* As in struct dray_pick. */
    struct wl_resource *window;
    uint64_t container;
};

/* What is under the pointer. As an argument its size is set by the host, in a callback by Dray. */
struct dray_pick {
    size_t size;
    /* The wl_surface; NULL with a place of the host's own. */
    struct wl_resource *surface;
    /* The same point, local to the surface or place. */
    double local_x, local_y;
    /* The wl_surface at the root of its tree: that of the toplevel. It stands for the container, the place in an
     * application inside which content is moved. NULL: the surface itself. */
    struct wl_resource *window;
    /* A number for a smaller or larger container, in place of the window; 0 for none. */
    uint64_t container;
    /* A control of the host's own; NULL for a surface. */
    struct dray_place *place;
};

/* --------------------------------------------------------------------------------------------- What the host does -- */

enum dray_outcome {
    /* Nothing to tell: not left where it came from, or its application does everything by itself. */
    DRAY_OUTCOME_UNDECIDED = 0,
    DRAY_OUTCOME_COPY = 1,
    DRAY_OUTCOME_MOVE = 2,
    /* The target will ask the person after the drop. */
    DRAY_OUTCOME_ASK = 3,
    DRAY_OUTCOME_NOT_POSSIBLE = 4,
};

/* What would happen if the content were dropped now. */
struct dray_feedback {
    size_t size;
    enum dray_outcome outcome;
    /* How many items would be taken; at least 1. */
    uint32_t item_count;
};

/* The pointer during a drag, by meaning; dray_pointer_name has the names in a cursor theme. */
enum dray_shape {
    /* The desktop's own pointer: there is no drag any more. */
    DRAY_SHAPE_DEFAULT = 0,
    /* Something is held. That is all there is to tell, or the badge tells the rest. */
    DRAY_SHAPE_GRABBING = 1,
    DRAY_SHAPE_COPY = 2,
    DRAY_SHAPE_MOVE = 3,
    DRAY_SHAPE_ASK = 4,
    DRAY_SHAPE_NOT_ALLOWED = 5,
};

enum dray_step {
    /* Picked up; `item_count` items travel. Said again when the number becomes known. */
    DRAY_STEP_PICKED_UP = 0,
    /* Over `surface`; a drop would lead to `outcome`. NULL: over a place of the host's own, or with
     * DRAY_OUTCOME_NOT_POSSIBLE over nothing. */
    DRAY_STEP_OVER = 1,
    /* Dropped on `surface`; the target has yet to finish. */
    DRAY_STEP_DROPPED = 2,
    /* The end; `result` says which. */
    DRAY_STEP_ENDED = 3,
    /* A drag by keyboard: the person picks what to drag, in the window `surface`, or in none (NULL), or has gone to what is
     * called `label`. If that comes to nothing, DRAY_STEP_ENDED follows. */
    DRAY_STEP_PICKING = 4,
    /* What lies below the pointer cannot be dragged; the person goes on picking. */
    DRAY_STEP_NOT_DRAGGABLE = 5,
    /* Passed by: nothing on `surface` takes the content. */
    DRAY_STEP_TAKES_NOTHING = 6,
    /* There is no window that takes it. */
    DRAY_STEP_NOTHING_TAKES = 7,
    /* A hand has taken the drag over from the keyboard. */
    DRAY_STEP_POINTER_TOOK_OVER = 8,
    /* Let go of over `surface`, which says why a drop there could not be undone (`label`): the person is asked. */
    DRAY_STEP_ASKED = 9,
    /* As DRAY_STEP_DROPPED, at a place beside the finger: where that let go of the content, it was not taken (HIG-34). */
    DRAY_STEP_DROPPED_BESIDE = 10,
    /* Nobody has a hand in what is dragged from here on: a program, or a voice, drags what is called `label` to what is called
     * `target`. */
    DRAY_STEP_DRAGGING_BY_NAME = 11,
    /* A drag by keyboard: it takes a while to find a place that takes the content. */
    DRAY_STEP_LOOKING = 12,
    /* Only a part of what was dropped arrived: the transfer broke off. DRAY_STEP_ENDED does not follow. */
    DRAY_STEP_BROKE_OFF = 13,
};

/* What people call the things that were picked up, where all of them are of one kind. */
enum dray_item_kind {
    DRAY_ITEM_KIND_ANY = 0,
    DRAY_ITEM_KIND_PICTURE = 1,
    DRAY_ITEM_KIND_VIDEO = 2,
    DRAY_ITEM_KIND_SOUND = 3,
    DRAY_ITEM_KIND_TEXT = 4,
    DRAY_ITEM_KIND_FOLDER = 5,
};

/* A step to be told in words. Valid during the call; the size is set by Dray. */
struct dray_announcement {
    size_t size;
    enum dray_step step;
    enum dray_outcome outcome;
    struct wl_resource *surface;
    const struct dray_result *result;
    uint32_t item_count;
    /* What an application calls the one item that was picked up, the part of its window that the content is over (`surface` is
     * NULL then), or what the person has gone to while picking; NULL where it has no name. With DRAY_STEP_ASKED the application's reason, NULL where it
     * gave none. Safe to show. */
    const char *label;
    /* With DRAY_STEP_DRAGGING_BY_NAME, where to; else NULL. */
    const char *target;
    /* With DRAY_STEP_PICKED_UP, as far as the application has said it. */
    enum dray_item_kind item_kind;
};

/* Whether a drop waits for a person's word. */
enum dray_confirmation {
    DRAY_CONFIRMATION_NOT_NEEDED = 0,
    DRAY_CONFIRMATION_BY_HOST = 1,
    DRAY_CONFIRMATION_STANDARD = 2,
};

/* Whether a client is in a sandbox: see confinement_of. */
enum dray_confinement {
    /* It is in none, and opens what the person can. */
    DRAY_CONFINEMENT_NONE = 0,
    DRAY_CONFINEMENT_SANDBOX = 1,
    /* The host does not know, for instance because there is no wp_security_context_v1 for the client, which not every sandbox makes:
     * the client is in a sandbox if its process sees other file systems than this one, has ended, or cannot be looked at.
     * The process is identified when the client connects (SO_PEERPIDFD, start time), so that a later process with the same
     * number is not taken for it, and a client that was in a sandbox once stays so. Dray cannot see that a process outside
     * of any sandbox has handed its connection to one inside. */
    DRAY_CONFINEMENT_UNKNOWN = 2,
};

enum dray_haptic {
    DRAY_HAPTIC_LIFT = 0,
    /* Over a target that would take the content. */
    DRAY_HAPTIC_TARGET = 1,
    DRAY_HAPTIC_REFUSAL = 2,
    DRAY_HAPTIC_LANDING = 3,
    /* What the content rested over has come to the front, or was activated. */
    DRAY_HAPTIC_SPRING = 4,
};

/* A global rectangle, in points. */
struct dray_box {
    double x, y, width, height;
};

/* Where a surface is now. The size is set by Dray, the rest is zero before the call. */
struct dray_bounds {
    size_t size;
    /* The surface's top left corner. Global. */
    double x, y;
    /* The window or popup that the surface is in: its window geometry, without invisible shadows. */
    struct dray_box window;
    /* The output that the window is on: the line around a target stays inside. One without extent is none. */
    struct dray_box output;
    /* Whether (not 0) a person can see anything of the window: it is mapped, on a workspace that is shown, not minimised,
     * not wholly covered by others. */
    uint32_t is_visible;
    uint32_t reserved;
};

enum dray_layer_kind {
    /* A picture of Dray's: `picture` and `pixels`. */
    DRAY_LAYER_PICTURE = 0,
    /* The client's own icon surface, with what was on it last, even if its client has destroyed it meanwhile. Only for a
     * drag whose icon the host has told without bytes (dray_drag_icon). */
    DRAY_LAYER_ICON = 1,
};

/* One picture in its place. */
struct dray_layer {
    enum dray_layer_kind kind;
    /* 1 if it goes where the pointer goes: until the next frame the host moves it by as much, and needs no other. */
    uint32_t follows_pointer;
    /* A number for the picture: the same number is the same pixels, in any frame of this process, so that a host can keep
     * a texture for it. 0 for an icon. */
    uint64_t picture;
    /* argb8888, premultiplied, native byte order, rows from the top. Valid as long as the frame. NULL for an icon. */
    const void *pixels;
    /* In pixels; the stride in bytes. */
    uint32_t width, height, stride;
    uint32_t reserved;
    /* Where it is shown, scaled to fill, with the colours of its edge up to the edge ("clamp to edge"): the parts of a ring lie
     * side by side. Global, in points. */
    double x, y, points_wide, points_high;
    /* 0 to 1, multiplied with the picture's own alpha. */
    double opacity;
};

/* What is to be on the screen of one drag, in place of what was shown of it before. The size is set by Dray.
 *
 * A frame, its layers and their pixels are valid until the next frame of the same drag has been shown (until `show`
 * returns), the last one only during its call; and no longer than the engine. So a host that draws later keeps the
 * pointer, and copies nothing. */
struct dray_frame {
    size_t size;
    /* The lowest first. */
    const struct dray_layer *layers;
    size_t layer_count;
    /* What has changed since the frame before, in whole points. */
    const struct dray_box *damage;
    size_t damage_count;
    /* Where the pointer was for this frame: what follows the pointer keeps its distance to it. Global. */
    double pointer_x, pointer_y;
    /* 1: the last frame of this drag. It has no layers, and the icon is not needed any more. Comes exactly once for every
     * drag, also for one of which nothing was ever seen: at the latest inside dray_seat_destroy or dray_engine_destroy, and
     * for a host that makes no frames when many more drags have ended. */
    uint32_t is_last;
    uint32_t reserved;
    /* Whose frame it is. */
    uint64_t drag;
};

/* What the content of a transfer is offered by. */
enum dray_channel {
    /* `drag` of struct dray_transfer says which. */
    DRAY_CHANNEL_DRAG = 0,
    DRAY_CHANNEL_CLIPBOARD = 1,
    DRAY_CHANNEL_PRIMARY = 2,
};

enum dray_transfer_state {
    /* The source was asked, and nothing has come yet. */
    DRAY_TRANSFER_ASKED = 0,
    /* Bytes come. */
    DRAY_TRANSFER_FLOWING = 1,
    /* Nothing has moved for longer than the policy's time; `waits_for` says for whom. It goes on if anything moves again. */
    DRAY_TRANSFER_STALLED = 2,
    /* The source has closed its end, and the reader has taken everything. An end, as all that follow. */
    DRAY_TRANSFER_COMPLETE = 3,
    /* What was asked for did not come, or not all of it; `fault` says why. */
    DRAY_TRANSFER_BROKEN = 4,
    /* The reader closed its end before the source had: some read only the beginning. */
    DRAY_TRANSFER_GIVEN_UP = 5,
    /* The source writes to the reader directly, and nothing more is known: the reader gave no pipe, or there are too many. */
    DRAY_TRANSFER_UNWATCHED = 6,
};

enum dray_side {
    DRAY_SIDE_SOURCE = 0,
    DRAY_SIDE_TARGET = 1,
};

/* Why a transfer is broken. */
enum dray_fault {
    /* The source could not be asked: it is gone, does not take note of earlier reads, or there are no descriptors. */
    DRAY_FAULT_NOT_ASKED = 0,
    /* The source's application went away before it had written anything. */
    DRAY_FAULT_SOURCE_GONE = 1,
    /* The source has closed its end without having written anything. */
    DRAY_FAULT_WROTE_NOTHING = 2,
    /* The source's application went away, or its pipe failed, after some of the content had come. */
    DRAY_FAULT_BROKE_OFF = 3,
    /* The host has broken it off. */
    DRAY_FAULT_CANCELLED = 4,
    /* The source gave what could not be made into the type that was read, or there was no room for it. */
    DRAY_FAULT_NOT_CONVERTED = 5,
};

/* One read of offered content. Valid during the call, with all it points to; the size is set by Dray. Times are of the
 * machine's own clock: it is processes that are waited for. */
struct dray_transfer {
    size_t size;
    /* Never used again by its engine. */
    uint64_t transfer;
    /* The number of the drag; 0 for a clipboard. */
    uint64_t drag;
    const char *type;
    enum dray_channel channel;
    enum dray_transfer_state state;
    /* Of meaning only while `state` is DRAY_TRANSFER_STALLED. */
    enum dray_side waits_for;
    /* Of meaning only if `state` is DRAY_TRANSFER_BROKEN. */
    enum dray_fault fault;
    /* What has gone to the reader so far. */
    uint64_t bytes;
    /* How much there is in all; 0 where nobody has said so. */
    uint64_t total;
    /* How long it has taken so far or took in all, in microseconds. */
    uint64_t duration;
    /* How much longer it takes at its present rate, in microseconds; 0 where that is not known. */
    uint64_t time_left;
    /* Bytes per second, of the last looks. */
    double rate;
    /* What the source was asked for, where `type` is made of that (offer_made of struct dray_policy); NULL if it is its own. */
    const char *made_of;
};

/* A drag that Dray has begun by itself. Valid during the call; the size is set by Dray. */
struct dray_beginning {
    size_t size;
    uint64_t drag;
    /* As told by dray_seat_pressed. */
    enum dray_device device;
    uint32_t detail;
    /* The wl_surface that the client draws its image on, or NULL. What is on it, and will be, is told by dray_drag_icon. */
    struct wl_resource *icon;
};

/* What the desktop wishes of something. */
enum dray_wish {
    /* It says nothing, or is not followed in this. */
    DRAY_WISH_UNKNOWN = 0,
    DRAY_WISH_NO = 1,
    DRAY_WISH_YES = 2,
};

/* What the desktop's settings say, as far as they are known. Valid during the call; the size is set by Dray. */
struct dray_desktop {
    size_t size;
    enum dray_wish reduce_motion, high_contrast, dark;
    uint32_t reserved;
};

/* What the engine asks the host, and tells it.
 *
 * `data` is host_data of the engine's options, `seat` what the host gave to dray_seat_create. Needed are drag_requested or
 * drag_began, and pick if dray_seat_pointer_moved is called; any other may be NULL. Resources that are handed to the host are
 * alive during the call.
 *
 * The host decides nothing: it hands in what devices do and where surfaces are, and puts layers on the screen. */
struct dray_host_interface {
    size_t size;

    /* The seat that a client's wl_seat stands for; NULL if it is gone. May be NULL while there is one seat: that. */
    struct dray_seat *(*seat_of)(void *data, struct wl_resource *wl_seat);
    /* Whether (not 0) this serial entitles the client to set the clipboard: it had input, or has the keyboard focus. NULL: it
     * has the focus (dray_seat_keyboard_focus), or something is held down that it was told of by this serial
     * (dray_seat_pressed). */
    int (*may_take_selection)(void *data, void *seat, struct wl_client *client, uint32_t serial);
    /* A client wants to begin a drag. To check: the serial is that of a press or touch which still holds, on this surface,
     * and the icon can be one (if not: post the error of wl_data_device). The host answers with dray_seat_begin, in here
     * or later, and returns not 0; or it refuses and returns 0. A later request of the same seat takes the place of one
     * that waits, as does the end of the client. NULL: Dray checks all that, by what dray_seat_pressed has told and
     * may_be_icon says, begins the drag, and tells it by drag_began. */
    int (*drag_requested)(void *data, void *seat, const struct dray_start_request *request);
    /* Whether (not 0) there is something that takes input at a global point, and what; the drag image left out. A host that picks
     * by itself may have it as well: then fingers that miss a window hit it, and Tab goes nowhere that is covered. */
    int (*pick)(void *data, void *seat, double x, double y, struct dray_pick *pick);

    /* The content was dropped or the drag is over: pointer, pen and finger are the clients' again. The host tells the one
     * that is under the pointer now (wl_pointer.enter). */
    void (*drag_released)(void *data, void *seat, uint64_t drag);
    /* The keyboard is the clients' again: the drag is over, and the keys that it has kept are up. After drag_released. */
    void (*keyboard_released)(void *data, void *seat);
    /* The drag has ended; after drag_released, and much later if the target takes its time. */
    void (*drag_ended)(void *data, void *seat, uint64_t drag, const struct dray_result *result);

    /* Where a wl_surface is now; returns 0 if the host does not know where its windows are. Asked as frames are made. NULL:
     * images fly back to where the drag began, and no target is ringed. */
    int (*bounds_of)(void *data, void *seat, struct wl_resource *surface, struct dray_bounds *bounds);
    /* Pixels per point of the output at a global point. NULL: 1. */
    double (*scale_at)(void *data, void *seat, double x, double y);
    /* A frame is due at this time of CLOCK_MONOTONIC, or at once (0): the host calls dray_engine_frame when it draws next.
     * NULL: Dray does so by itself, by a timer of the display's event loop, up to sixty times a second. */
    void (*frame_due)(void *data, uint64_t time);
    /* Puts the layers of a drag on the screen, above everything but the pointer; they take no input. Several drags can be
     * seen at a time: one flies back while the next is under way. NULL: nothing is shown, and the pointer's shape tells
     * the outcome. */
    void (*show)(void *data, void *seat, uint64_t drag, const struct dray_frame *frame);
    /* What the pointer of the seat looks like from now on; never for a drag by finger. Comes with a frame, so that what changes
     * back within one is never seen; DRAY_SHAPE_DEFAULT with the end of a drag. */
    void (*pointer_shape)(void *data, void *seat, enum dray_shape shape);

    /* What a drop would do now. Badge and pointer show it already. */
    void (*feedback_changed)(void *data, void *seat, uint64_t drag, const struct dray_feedback *feedback);
    /* A step to be told in words; dray_announcement_text has English ones. */
    void (*announce)(void *data, void *seat, const struct dray_announcement *announcement);
    /* A step to be felt or heard. */
    void (*haptic)(void *data, void *seat, enum dray_haptic haptic);
    /* The content was dropped on this wl_surface, outside of where it came from: the host gives it the keyboard focus, and
     * says so by dray_seat_keyboard_focus as ever. After drag_released. */
    void (*activate)(void *data, void *seat, struct wl_resource *surface);

    /* A client's content has taken the clipboard (type_count is 0 and types NULL: has left it). The types are valid
     * during the call. Not called for what dray_seat_set_selection brings. */
    void (*selection_changed)(void *data, void *seat, const char *const *types, size_t type_count);

    /* Stands between source and target. `fd` is what the target wants written and belongs to the host from here on; what
     * is returned belongs to Dray, is what the source writes into, and may be the same. -1 drops the request. */
    int (*transfer)(void *data, uint64_t drag, const char *type, int fd);
    /* Each event of a drag with what it led to, as text for people. Costs a lot: leave NULL unless traces are wanted. */
    void (*trace)(void *data, uint64_t drag, const char *text);
    /* A client that the content is merely held over wanted to read it before it had said anything about it. With
     * DRAY_READS_FORWARDED the read went on to the source, with DRAY_READS_AFTER_ANSWER it got nothing; those that
     * DRAY_READS_HELD keeps for the drop are not told. `count`: so many such reads there were in this drag. For hosts that
     * guard their people's data. */
    void (*early_reads)(void *data, void *seat, uint64_t drag, uint32_t count);

    /* Whether (not 0) the window that a surface is in lies behind others and can come to the front. Asked when content has
     * rested over it. NULL: no. */
    int (*is_behind)(void *data, void *seat, struct wl_resource *surface);
    /* Content has rested over this wl_surface: its window comes to the front, and the keyboard focus stays where it is. */
    void (*raise)(void *data, void *seat, uint64_t drag, struct wl_resource *surface);

    /* Out of dray_seat_scrolled: wl_pointer.enter is sent to this wl_surface, at a point local to it, and what is scrolled
     * goes there until scroll_leave. Nothing may be begun by the serial of that, and the client has no say in what the
     * pointer looks like. Both or neither. */
    void (*scroll_enter)(void *data, void *seat, struct wl_resource *surface, double x, double y);
    /* wl_pointer.leave is sent to it. */
    void (*scroll_leave)(void *data, void *seat, struct wl_resource *surface);

    /* A transfer by a drag or clipboard of the seat takes longer than a person expects (told four times a second until its
     * end), has stalled, or is broken. */
    void (*transfer_changed)(void *data, void *seat, const struct dray_transfer *transfer);

    /* The content is about to be dropped on what it is over, which takes it. Until a question is answered the target does not
     * know of the drop, and the image stays where it is.
     *
     * NULL, or DRAY_CONFIRMATION_STANDARD: Dray asks by itself where the target says that a drop could not be undone
     * (dray_drag_irreversible). The image gets a question mark, the person is told by DRAY_STEP_ASKED, and answers by a click or
     * tap on the image or by Return; a click or tap elsewhere, Escape, or nothing for the time of
     * dray_engine_set_confirmation_time is a no. What drove the drag, and the keyboard, are the drag's as long.
     *
     * DRAY_CONFIRMATION_NOT_NEEDED: nobody is asked.
     *
     * DRAY_CONFIRMATION_BY_HOST: the host asks, and answers by dray_drag_confirm, in here or later; what buttons and fingers do is
     * passed, and the host gives it to its question and not to clients. */
    int (*confirm_drop)(void *data, void *seat, uint64_t drag);

    /* Whether (not 0) a client may read and set the selections of every seat at any time, as clipboard managers do: it sees
     * every password that is copied. Asked where the engine offers data control. NULL: a client that is not in a sandbox
     * may, by confinement_of and enum dray_confinement; programs of Flatpak, Snap and containers may not. */
    int (*may_control_selections)(void *data, struct wl_client *client);

    /* Without drag_requested: a client's drag has begun. The host takes pointer or finger and the keyboard away from the
     * clients (wl_pointer.leave, wl_keyboard.leave; no wl_touch.up), and says what is under the pointer, by
     * dray_seat_pointer_moved or dray_seat_focus. */
    void (*drag_began)(void *data, void *seat, const struct dray_beginning *beginning);
    /* Without drag_requested: whether (not 0) a wl_surface can be a drag icon, since it has no other role. If not, its client
     * gets wl_data_device's error. NULL: every surface can. */
    int (*may_be_icon)(void *data, struct wl_resource *surface);

    /* Drags by keyboard, begun by dray_seat_drag_by_keyboard: these three, or none. */

    /* Not 0: a person drags by keyboard. It is taken from the clients until keyboard_released; every key comes by dray_seat_key,
     * every change of modifiers by dray_seat_modifiers; and the seat has a pointer from here on, if need be one that is no
     * device. 0: that pointer goes again. */
    void (*keyboard_drag)(void *data, void *seat, int is_on);
    /* The pointer moves to this global point, or as near as the screens reach, as if a hand moved it: clients are told, with
     * serials, and during a drag Dray is. */
    void (*pointer_move)(void *data, void *seat, double x, double y);
    /* It presses or releases a button, by its evdev code, likewise. */
    void (*pointer_button)(void *data, void *seat, uint32_t button, int is_pressed);
    /* Writes the main wl_surfaces of windows that can be seen, `capacity` at most, and returns how many: that with the keyboard
     * first, the others as they lie, the topmost first. Tab goes there. bounds_of is asked where they are, and pick, if there is
     * one, where they are not covered. NULL: Tab goes nowhere. */
    size_t (*windows)(void *data, void *seat, struct wl_resource **surfaces, size_t capacity);

    /* A window travels with a drag: from now on, and with each motion, the host moves this xdg_toplevel of the client so that
     * the pointer or finger is at the offset from its geometry's upper left corner, in points; it snaps to nothing, comes to
     * the front, and `pick` passes it by. It may be one that is yet to be shown. `put_down_window`: it stays where it is; NULL
     * if it has gone. Comes before drag_released. With both, the engine offers xdg_toplevel_drag_manager_v1: tabs that are torn
     * off into windows. */
    void (*carry_window)(void *data, void *seat, uint64_t drag, struct wl_resource *xdg_toplevel, double offset_x,
                         double offset_y);
    void (*put_down_window)(void *data, void *seat, uint64_t drag, struct wl_resource *xdg_toplevel);

    /* What a person calls the window that a wl_surface is in, most often its title: copied at once; NULL if it has no name. For
     * dray_engine_speak. */
    const char *(*name_of)(void *data, struct wl_resource *surface);

    /* The desktop's settings are known, or have changed, after dray_engine_follow_desktop. Drags obey already; a host may obey in
     * what it shows by itself. */
    void (*desktop_changed)(void *data, const struct dray_desktop *desktop);

    /* Whether (not 0) the session of the seat is locked: nobody drags by name then, or hears names. Asked each time. NULL: it never
     * is. */
    int (*is_locked)(void *data, void *seat);

    /* Whether a client is in a sandbox, and cannot open what other programs can: one of enum dray_confinement. Asked as a
     * list of files comes over its windows, or as it reads one that is made of something else, after
     * dray_engine_hand_over_files; and where the engine offers data control and may_control_selections is NULL.
     * `*application` is NULL; with DRAY_CONFINEMENT_SANDBOX the host may leave the application's ID there, copied at once,
     * as wp_security_context_v1.set_app_id has said it; else it is looked for where Flatpak writes it. Of the files that such a
     * client gives, others in a sandbox get none but those that the portal shows it. A wrong answer is one that it is in a
     * sandbox. NULL: DRAY_CONFINEMENT_UNKNOWN. */
    int (*confinement_of)(void *data, struct wl_client *client, const char **application);
    /* Whether (not 0) a wl_surface can be the preview of an item (dray_drag_item_v1.set_preview), since it has no other role: then
     * it is one from here on, and the host calls dray_engine_preview_changed with each of its commits. If not, its client gets an
     * error. Comes again for a surface that is one. NULL: as may_be_icon says. */
    int (*may_be_preview)(void *data, struct wl_resource *surface);
    /* Fills in what is on such a surface now, with bytes, and lets its client draw again (wl_surface.frame); the subsurfaces and the
     * offset are left out. The bytes are copied once the call has returned, and may be others from the next call on. 0: there is
     * nothing on it, or it cannot be read. Asked as a frame is made, for the few items that are seen. NULL: previews are not shown,
     * but pictures that suit the kinds of the items. */
    int (*picture_of)(void *data, struct wl_resource *surface, struct dray_image *picture);
};

/* -------------------------------------------------------------------------------------------------------- Engine -- */

struct dray_engine_options {
    size_t size;
    /* Copied. */
    const struct dray_host_interface *host;
    void *host_data;
    /* Copied; NULL for DRAY_POLICY_HUMAN_INTERFACE. */
    const struct dray_policy *policy;
    /* Copied; NULL for the defaults. */
    const struct dray_style *style;
    /* Where the log goes, line by line without a line feed; NULL for stderr. It may call Dray as any callback may; lines that these
     * calls bring about are written to stderr. Must not destroy the client.
     * `client` is who has brought the line about, valid during the call; NULL: no client, or it is going. A client can bring
     * about as many lines as it likes, by connecting again: what is kept is to be limited, by client (wl_client_get_credentials)
     * and kind, so that none of them fills the log or silences the lines of others. Mistakes with handles that lead to no
     * engine are always written to stderr. */
    void (*log)(void *data, enum dray_blame blame, struct wl_client *client, const char *text);
    void *log_data;
    /* Not 0: zwp_primary_selection_device_manager_v1 is the host's own, or there is none. 0: the engine offers it. There
     * may be only one on a display: clients that bind different ones would not hear of each other. */
    uint32_t host_primary_selection;
    /* Not 0: the engine offers zwlr_data_control_manager_v1 and ext_data_control_manager_v1, by which clipboard managers and
     * tools of the command line read and set the selections; for clients that `may_control_selections` says. 0: not. */
    uint32_t data_control;
    /* Not 0: the fingers of a seat can drag beside its drag, each its own content. Requests for drags, and drag_began, come
     * while the seat drags as well; where fingers are is told by dray_seat_finger_moved or dray_seat_finger_over; callbacks say
     * by the drag's number which is meant, and keyboard_released comes after the last. 0: a seat has one drag at a time. */
    uint32_t fingers_drag_beside;
    uint32_t reserved;
};

/* Offers wl_data_device_manager on the display, and the primary selection, from now on. `*engine` is NULL after an error.
 *
 * The host destroys the engine before the display. If it forgets, the engine ends itself with the display, writes so to
 * the log, and the handle is retired. */
enum dray_status dray_engine_create(struct wl_display *display, const struct dray_engine_options *options,
                                    struct dray_engine **engine);

/* Cancels every drag, makes the objects of clients inert, and withdraws the global. Seats and places go with it. NULL is
 * allowed and does nothing. DRAY_ERROR_ORDER inside a callback of this engine. */
enum dray_status dray_engine_destroy(struct dray_engine *engine);

/* The rules for drags that begin from now on; NULL for DRAY_POLICY_HUMAN_INTERFACE. */
enum dray_status dray_engine_set_policy(struct dray_engine *engine, const struct dray_policy *policy);

/* How drags look from now on, those under way as well; NULL for the defaults. */
enum dray_status dray_engine_set_style(struct dray_engine *engine, const struct dray_style *style);

/* Not 0: from now on the steps of drags are said to the screen reader of the session, where one is on; in English, German, Korean
 * or Japanese, as LANG says, with the names that `name_of` tells. A process of its own does it by AT-SPI, dray-access, which finds
 * the session bus by the environment that this process has now, and is started with the first drag; nobody waits for it. 0: nothing
 * is said any more, as before the first call. Where dray-access is not installed nothing is said either, and the log has a line.
 * A host that speaks by itself does so by `announce`. */
enum dray_status dray_engine_speak(struct dray_engine *engine, int is_on);

/* What of a desktop's settings drags follow; a set. */
enum dray_desktop_setting {
    DRAY_DESKTOP_MOTION = 1,
    DRAY_DESKTOP_CONTRAST = 2,
    /* Dark or light. */
    DRAY_DESKTOP_COLOURS = 4,
};

/* From now on drags look as the desktop's settings say, in what `settings`, a set of enum dray_desktop_setting, has; where the
 * desktop says nothing, and in all else, as the style does. Settings count as soon as they change, for drags under way as well, and
 * the host is told by `desktop_changed`. dray-access reads them, from the session's portal (org.freedesktop.portal.Settings), or
 * where there is none from GNOME's settings and KDE's files; it finds the session bus, and those, by the environment that this
 * process has now, and nobody waits for it. Without a session bus nothing changes.
 * 0: nothing is followed, as before the first call. Where dray-access is not installed it is so too, and the log has a line. */
enum dray_status dray_engine_follow_desktop(struct dray_engine *engine, uint32_t settings);

/* Not 0: from now on programs of the same user may drag by name, and ask what has a name, at a socket that dray-access opens in
 * XDG_RUNTIME_DIR for this user alone; `dray ctl drag --name Photo --to Mail` does. A drag by name is as good as a hand: programs in
 * a sandbox are refused, and everybody is while `is_locked` says so; each such drag is announced (DRAY_STEP_DRAGGING_BY_NAME). It is
 * done on the seat that was created first, by the callbacks for drags by keyboard, and needs dray_engine_speak. 0: nobody may, as
 * before the first call. Where dray-access is not installed it is so too, and the log has a line. */
enum dray_status dray_engine_serve_names(struct dray_engine *engine, int is_on);

/* Not 0: from now on clients in a sandbox get files that they can open. A list of files (text/uri-list) that such a client reads of a
 * drag names the places at which the session's document portal shows them to it, and where the source has no key of that portal's it
 * is offered one (application/vnd.portal.filetransfer). It may read them; what is moved to it, it may write as well. dray-access speaks
 * to the portal, and is started when such a client is first to get files; it finds the session bus by the environment that
 * this process has now. Nobody waits for it: a read for which the portal does not answer within five seconds fails. Without a portal
 * nothing changes, and none is started for this. 0: nothing is handed over, as before the first call. Where dray-access is not
 * installed it is so too, and the log has a line. */
enum dray_status dray_engine_hand_over_files(struct dray_engine *engine, int is_on);

/* Makes the frames that are due at this time and shows them: for a host with a `frame_due`; any other may call it before it
 * draws. `time` is on the clock of CLOCK_MONOTONIC. A drag of which nothing has changed is not shown again. */
enum dray_status dray_engine_frame(struct dray_engine *engine, uint64_t time);

/* What is on the screen of one drag now, for a host that draws its screen anew: with this it keeps no frames, and its
 * `show` has no more to do than to note the damage. Layers that follow the pointer are where it is now. `index` counts from 0 in the order in which drags were first seen,
 * the lowest on the screen first; NULL after the last, and after a mistake. */
const struct dray_frame *dray_engine_shown(struct dray_engine *engine, size_t index);

/* Windows have moved, come, gone or changed in stacking: `bounds_of` is asked again with the next frame, for home and ring.
 * Cheap, and does nothing without a drag. What is under the pointer then is another matter: dray_seat_scene_changed, or
 * dray_seat_focus. */
enum dray_status dray_engine_scene_changed(struct dray_engine *engine);

/* What a client has drawn on its icon surface, or where it has moved it; NULL if there is nothing on it any more. To be
 * called with each commit of the icon, and right after dray_seat_begin if there is something on it already. Without
 * bytes the host shows the surface itself, and Dray never sees a pixel; with bytes Dray draws. After the drop, bytes still
 * take the place of a surface that the host cannot go on showing; everything else changes nothing any more. */
enum dray_status dray_drag_icon(struct dray_engine *engine, uint64_t drag, const struct dray_image *image);

/* A client has drawn on a surface that `may_be_preview` was asked about, and may be. Of one that is no preview nothing comes. */
enum dray_status dray_engine_preview_changed(struct dray_engine *engine, struct wl_resource *surface);

/* Breaks a drag off by its number, also after the drop while its target has yet to finish: a transfer has failed, or takes
 * longer than the host wants to wait. A drag that is over is none any more, and nothing happens. */
enum dray_status dray_engine_cancel(struct dray_engine *engine, uint64_t drag, enum dray_interruption interruption);

/* The person's word on a drop that waits for it: not 0, and it is performed, or 0, and the drag is cancelled.
 * Does nothing with a drag that nobody is asked about. */
enum dray_status dray_drag_confirm(struct dray_engine *engine, uint64_t drag, int is_wanted);

/* Why a drop where the drag is now could not be undone: the words of a target with the extension dray_drag_v1, for a person, cut
 * to `size` bytes with the zero at the end. Empty where the target has said nothing of that kind. For `confirm_drop`. */
enum dray_status dray_drag_irreversible(struct dray_engine *engine, uint64_t drag, char *text, size_t size);

/* How long a person may take, in microseconds of real time; no answer is a no. A minute unless it is set. */
enum dray_status dray_engine_set_confirmation_time(struct dray_engine *engine, uint64_t time);

/* The host does not show this xdg_toplevel any more: it travels with no drag. For hosts with a `carry_window`. */
enum dray_status dray_engine_window_unmapped(struct dray_engine *engine, struct wl_resource *xdg_toplevel);

/* Whether a global is this engine's: for a host that hides others of the same interface by
 * wl_display_set_global_filter. Returns 1 or 0; 0 after a mistake. */
int dray_engine_owns_global(struct dray_engine *engine, const struct wl_global *global);

/* Whether a client may see a global, for the same filter: those of data control only where `may_control_selections` says so, or
 * would say so. A host without a filter may leave it: a client that binds them all the same can do nothing by them. Returns
 * 1 or 0; 1 for globals that are not the engine's, and after a mistake. */
int dray_engine_shows_global(struct dray_engine *engine, const struct wl_client *client, const struct wl_global *global);

/* --------------------------------------------------------------------------------------------------------- Seats -- */

/* A seat of the host's. `data` is what callbacks are given for it, and may be NULL. `*seat` is NULL after an error. */
enum dray_status dray_seat_create(struct dray_engine *engine, void *data, struct dray_seat **seat);

/* The seat is gone: its drag is cancelled, its clipboard is empty, and the objects of clients become inert. NULL is
 * allowed and does nothing. The last callbacks for the seat come from inside this call. */
enum dray_status dray_seat_destroy(struct dray_seat *seat);

/* Begins a drag on the seat: the answer to a client's request, or the host's own. `*drag` is its number, and may be passed
 * as NULL; callbacks come from inside this call, before it is written. The host then takes the pointer or finger and the
 * keyboard away from the clients (wl_pointer.leave, wl_keyboard.leave; no wl_touch.up), and says what is under the pointer,
 * by dray_seat_pointer_moved or dray_seat_focus. DRAY_ERROR_ORDER if the seat has a drag under way, or the request is
 * answered or gone. */
enum dray_status dray_seat_begin(struct dray_seat *seat, const struct dray_begin *begin, uint64_t *drag);

/* Refuses a request that waits for an answer; its client hears that there is no drag. */
enum dray_status dray_seat_refuse(struct dray_seat *seat, uint64_t request);

/* Whether a drag is under way on the seat, not dropped yet: 1 or 0. 0 after a mistake. */
int dray_seat_is_dragging(struct dray_seat *seat);

/* Whether the seat has this drag, and it is not dropped yet: 1 or 0. 0 after a mistake. */
int dray_seat_has_drag(struct dray_seat *seat, uint64_t drag);

/* What a drop would do now. `feedback->size` is set by the host. DRAY_ERROR_ORDER without a drag, without a log line. */
enum dray_status dray_seat_get_feedback(struct dray_seat *seat, struct dray_feedback *feedback);

/* The host picks: the content came over another surface, or over nothing (NULL). `x`, `y` are global. Without a drag
 * this does nothing, as do all the following functions of seats down to dray_seat_cancel. */
enum dray_status dray_seat_focus(struct dray_seat *seat, const struct dray_pick *pick, double x, double y);

/* The time of a motion that no device has made: the engine continues the clock of the device that drives the drag. */
#define DRAY_TIME_OF_DEVICE UINT64_MAX

/* The host picks: the pointer moved to a global point, over what was told by dray_seat_focus last; over nothing the local
 * point means nothing. `time` in microseconds, by the device's clock, or DRAY_TIME_OF_DEVICE. The point of a dray_seat_focus needs
 * no motion of its own. */
enum dray_status dray_seat_motion(struct dray_seat *seat, double x, double y, double local_x, double local_y,
                                  uint64_t time);

/* The engine picks: the pointer, finger or pen is at a global point now. The host's `pick` is asked what is below.
 * DRAY_ERROR_ORDER if the host has no `pick`. */
enum dray_status dray_seat_pointer_moved(struct dray_seat *seat, double x, double y, uint64_t time);

/* The engine picks: surfaces have come, gone or moved, maybe below a pointer that rests. The host's `pick` is asked again, and
 * nothing is told if all is as before. DRAY_ERROR_ORDER if the host has no `pick`. */
enum dray_status dray_seat_scene_changed(struct dray_seat *seat, uint64_t time);

/* A set of enum dray_modifier is in effect now. What a drop would do follows at once. Without a drag it is noted, for drags
 * that Dray begins by itself. */
enum dray_status dray_seat_modifiers(struct dray_seat *seat, uint32_t modifiers);

/* The host picks, and knows local points only. As dray_seat_focus and dray_seat_motion, for a host to which nobody tells where the
 * pointer is on the screen: layers are placed around a point that moves as far as the pointer does on surfaces. */
enum dray_status dray_seat_focus_local(struct dray_seat *seat, const struct dray_pick *pick);
enum dray_status dray_seat_motion_local(struct dray_seat *seat, double local_x, double local_y, uint64_t time);

/* The same for a finger, on a seat that may have several drags (`fingers_drag_beside`): what the finger drives is there now,
 * whichever drag that is. dray_seat_finger_moved as dray_seat_pointer_moved; the other two as focus and motion in one: over
 * this, or over nothing (NULL), be that new or not. */
enum dray_status dray_seat_finger_moved(struct dray_seat *seat, uint32_t finger, double x, double y, uint64_t time);
enum dray_status dray_seat_finger_over(struct dray_seat *seat, uint32_t finger, const struct dray_pick *pick, double x,
                                       double y, uint64_t time);
enum dray_status dray_seat_finger_over_local(struct dray_seat *seat, uint32_t finger, const struct dray_pick *pick,
                                             uint64_t time);

/* The wheel was turned, or fingers scroll, during a drag: what the content is over gets the pointer for as long as that goes
 * on. Comes before the host sends what is scrolled; `time` in microseconds. */
enum dray_status dray_seat_scrolled(struct dray_seat *seat, uint64_t time);

/* A button, tip or finger that went down, as a client was told of it. */
struct dray_press {
    size_t size;
    enum dray_device device;
    /* As in struct dray_begin. */
    uint32_t detail;
    /* Of wl_pointer.button, wl_touch.down or the pen's down. */
    uint32_t serial;
    uint32_t reserved;
    /* Where. Global. */
    double x, y;
    /* The wl_surface whose client was told. */
    struct wl_resource *surface;
    /* As in struct dray_pick. */
    struct wl_resource *window;
    uint64_t container;
};

/* A client was told of a press. A host that says so each time, and calls the three functions below for each event and
 * dray_seat_modifiers for each change, drag or not, needs neither drag_requested nor may_take_selection: Dray knows which
 * press still holds. */
enum dray_status dray_seat_pressed(struct dray_seat *seat, const struct dray_press *press);

/* What devices do during a drag, and for as long as the drag keeps a key, button or finger: a host may call these for each event,
 * drag or not, before anybody else hears of it. Each returns 1 if the drag keeps it: the host tells nobody. 0 means it goes on, to
 * the clients and the host's own gestures, as if there were no drag; so it is after a mistake, and without a drag.
 *
 * What began a drag, and what else a drag has kept as it went down, is kept until it is up, also after the end of the drag: else
 * somebody heard of half a press. A host that hands in nothing without a drag does so until no button or finger is down. */

/* A button of the pointer or pen. The one that drives the drag drops as it is released. */
int dray_seat_button(struct dray_seat *seat, enum dray_device device, uint32_t button, int is_pressed);

enum dray_finger_change {
    DRAY_FINGER_DOWN = 0,
    /* Kept: say where, by dray_seat_finger_moved or dray_seat_finger_over, which know whether it drives a drag. One that has is kept as
     * well, and what it does moves nothing: a host that knows which finger drives a drag may as well call dray_seat_pointer_moved,
     * or dray_seat_focus and dray_seat_motion, for that alone. */
    DRAY_FINGER_MOVED = 1,
    DRAY_FINGER_UP = 2,
    /* The screen, or a gesture, has taken it away. */
    DRAY_FINGER_CANCELLED = 3,
};
int dray_seat_finger(struct dray_seat *seat, uint32_t finger, enum dray_finger_change change);

/* How hard a pen or a finger presses now, from 0 to 1 of what its device can tell, for devices that tell it. Who presses firmly on
 * what is spring-loaded need not wait until it opens. `detail` as in struct dray_begin; only what drives the drag counts, and
 * without one nothing happens. Pointers press with nothing. */
enum dray_status dray_seat_pressure(struct dray_seat *seat, enum dray_device device, uint32_t detail, double pressure);

/* `key` is its evdev code, `keysym` what it means by the keymap (a number of xkbcommon's). Escape cancels, and is kept until
 * it is up, also after the end of the drag. Other keys are not kept: they are the host's, for its shortcuts, and reach no
 * client, since the host has taken the keyboard's focus away until keyboard_released. */
int dray_seat_key(struct dray_seat *seat, uint32_t key, uint32_t keysym, int is_pressed);

/* The person has pressed the host's shortcut for dragging by keyboard. Arrows and Tab move the pointer, Return picks up what
 * lies below it; then Tab goes on to the next place that takes the content, Return drops, and Escape cancels. Tab goes through
 * what has a name in the windows, where dray_engine_speak is on, else from window to window. While the person picks, the shortcut ends that. `surface`: of the window that has the keyboard; NULL for none. `x`, `y`: where the pointer
 * is, if `has_pointer` is not 0; the person begins there if that is in the window, else in its middle. DRAY_ERROR_ORDER if
 * something is dragged already, if there is neither window nor pointer, or without the callbacks. */
enum dray_status dray_seat_drag_by_keyboard(struct dray_seat *seat, struct wl_resource *surface, int has_pointer, double x,
                                            double y);

/* Something that a person calls by its name: as its application calls it for assistive technology. */
struct dray_name {
    size_t size;
    /* NULL: the window itself, by `window`. */
    const char *name;
    /* What it is, in AT-SPI's words (icon, push button, list item, table cell), if that matters; else NULL. */
    const char *role;
    /* The title of the window that it is in, or a part of it; NULL for any. */
    const char *window;
    /* Which of several, 1 for the nearest: to the pointer what is dragged, to that where it goes. 0: there is one. */
    uint32_t number;
    uint32_t reserved;
};

/* What became of a drag by name. */
enum dray_named_end {
    /* Let go of where it was to go, which takes it: from here on it is as any other drop. */
    DRAY_NAMED_DROPPED = 0,
    /* A name leads nowhere, to several things, or to what is hidden. */
    DRAY_NAMED_NOT_FOUND = 1,
    /* What lies at the one place cannot be dragged. */
    DRAY_NAMED_NOT_DRAGGABLE = 2,
    /* The other place does not take it. */
    DRAY_NAMED_REFUSED = 3,
    /* A hand, or a key, has taken it over. */
    DRAY_NAMED_TAKEN_OVER = 4,
    /* Escape, a source or a window that has gone. */
    DRAY_NAMED_INTERRUPTED = 5,
    /* Something is dragged, or looked for to be dragged, already. */
    DRAY_NAMED_BUSY = 6,
    DRAY_NAMED_LOCKED = 7,
    /* Without dray_engine_speak, or without dray-access. */
    DRAY_NAMED_NOT_POSSIBLE = 8,
};

/* "Drag Photo to Mail." Copied. */
struct dray_named_drag {
    size_t size;
    const struct dray_name *from, *to;
    /* Not 0: the pointer is at this global point, from where the nearest is told. 0: the middle of the first window of `windows`. */
    uint32_t has_pointer;
    uint32_t reserved;
    double x, y;
    void *data;
    /* What became of it, and why, in English. Called once, in here or later. May be NULL. */
    void (*done)(void *data, enum dray_named_end end, const char *words);
};

/* Drags what is called so to what is called so, as dray_seat_drag_by_keyboard does for a person, and by the same callbacks: the
 * keyboard is the drag's until it is over, a hand takes over, Escape cancels. The windows that can be seen are asked what is in
 * them, all at once and for a second at most; one that hangs costs the others nothing. Announced by DRAY_STEP_DRAGGING_BY_NAME. */
enum dray_status dray_seat_drag_by_name(struct dray_seat *seat, const struct dray_named_drag *drag);

/* A device is gone. If it drives the drag, the drag is broken off; DRAY_DEVICE_FINGER with any detail is the screen. The
 * keyboard needs dray_seat_keyboard_gone. */
enum dray_status dray_seat_device_gone(struct dray_seat *seat, enum dray_device device);
/* The keyboard is gone, and no key of it will be released. */
enum dray_status dray_seat_keyboard_gone(struct dray_seat *seat);

/* Drops, whatever drives the drag: for a host with devices of its own kind. */
enum dray_status dray_seat_drop(struct dray_seat *seat);

/* The drag is broken off. */
enum dray_status dray_seat_cancel(struct dray_seat *seat, enum dray_interruption interruption);

/* ----------------------------------------------------------------------------------------------------- Clipboard -- */

/* The keyboard focus went to a surface of this client (NULL: of none): it is told of the clipboard, drag or not. A host that
 * never calls this has no clipboard. Call before wl_keyboard.enter is sent. */
enum dray_status dray_seat_keyboard_focus(struct dray_seat *seat, struct wl_client *client);

/* Clipboard content of the host's own. */
struct dray_selection {
    size_t size;
    /* Copied. */
    const char *const *types;
    size_t type_count;
    void *data;
    /* Writes the content as one of the types into `fd`, which belongs to the host from here on. Not called any more after
     * `cancelled`. Needed. */
    void (*send)(void *data, const char *type, int fd);
    /* Other content has taken its place. May be NULL. */
    void (*cancelled)(void *data);
};

/* Puts content of the host's own into the clipboard, or empties it (NULL). */
enum dray_status dray_seat_set_selection(struct dray_seat *seat, const struct dray_selection *selection);

/* Asks the client whose content is in the clipboard to write it as `type` into `fd`, which Dray closes in every case.
 * Without such content it is closed at once. */
enum dray_status dray_seat_send_selection(struct dray_seat *seat, const char *type, int fd);

/* ------------------------------------------------------------------------------------------- Places of the host's own -- */

/* What a place says of content over it. Zero before the call; the size is set by Dray. */
struct dray_answer {
    size_t size;
    /* Which of the types it takes, counted from 0. */
    size_t type;
    /* What it can do: a set of enum dray_action. */
    uint32_t actions;
    /* Which of them it likes best; one of enum dray_action, or none. */
    uint32_t preferred;
};

/* A control of the host's own that content can be dropped on: a task bar, a wastebasket, the desktop. */
struct dray_place_options {
    size_t size;
    void *data;
    /* Content came over it. Returns whether (not 0) the place takes it, and fills `answer`. Needed, unless `taken` is set. */
    int (*entered)(void *data, uint64_t drag, const char *const *types, size_t type_count, struct dray_answer *answer);
    /* The content moved over it, to a point local to the place. May be NULL. */
    void (*moved)(void *data, uint64_t drag, double x, double y);
    /* The content is over it no longer, without a drop. May be NULL. */
    void (*left)(void *data, uint64_t drag);
    /* The content was dropped on it; `action` is what is to become of it. The host calls dray_drag_take; or it reads by
     * dray_drag_read, and ends by dray_drag_finish. In here or later. Comes before drag_released. Needed, unless `taken` is
     * set. */
    void (*dropped)(void *data, uint64_t drag, enum dray_action action);
    /* The content has rested over it (`spring_wait` of struct dray_policy): it is activated as by a click, and the drag goes
     * on. NULL: nothing comes of that. */
    void (*sprung)(void *data, uint64_t drag);
    /* In place of all the callbacks above: a place that takes what is dropped on it into memory. It takes these types, and of
     * those that are offered the source's richest; copied. */
    const char *const *types;
    size_t type_count;
    /* What it can do with content: a set of DRAY_ACTION_COPY and DRAY_ACTION_MOVE. */
    uint32_t actions;
    uint32_t reserved;
    /* In bytes; of what is larger nothing is taken. */
    size_t limit;
    /* All of it has come, as `type`: `count` bytes, with a zero byte after them; NULL if it is more than `limit`, or the drag
     * has failed meanwhile. Returns whether (not 0) the host could take it, which ends the drop. Comes once for each drop,
     * later. */
    int (*taken)(void *data, uint64_t drag, const char *type, const void *bytes, size_t count);
    /* Where it is: fills `bounds`, in the global space, and returns not 0; 0 while nothing of it can be seen. Asked as a frame is
     * made with content over it. The line around a target goes round it, and flashes before it springs. NULL: the host marks it
     * itself. */
    int (*bounds)(void *data, struct dray_box *bounds);
};

/* `*place` is NULL after an error. It goes with its engine at the latest. */
enum dray_status dray_place_create(struct dray_engine *engine, const struct dray_place_options *options,
                                   struct dray_place **place);

/* Content over it is over nothing; a drop on it that has not been finished fails. NULL is allowed and does nothing. */
enum dray_status dray_place_destroy(struct dray_place *place);

/* The place says something else than it did in `entered`, or says it only now; NULL: it does not take the content. Does
 * nothing unless the content is over a place of the host's. */
enum dray_status dray_drag_answer(struct dray_engine *engine, uint64_t drag, const struct dray_answer *answer);

/* Has the source write what is over a place of the host's, or was dropped on it, as `type` into `fd`, which Dray closes in
 * every case. */
enum dray_status dray_drag_read(struct dray_engine *engine, uint64_t drag, const char *type, int fd);

/* Reads what was dropped on a place of the host's, as `type`, and hands all of it to `taken` once the source has written
 * it: `count` bytes, with a zero byte after them. NULL if they are more than `limit`, or the drag has failed meanwhile. What
 * `taken` returns ends the drop as dray_drag_finish does, so a host that takes content into memory needs neither that nor
 * dray_drag_read. It is called once, later, unless the engine is destroyed before. DRAY_ERROR_ORDER if the drag was not
 * dropped on a place, or no descriptors are left; then it is not called. */
enum dray_status dray_drag_take(struct dray_engine *engine, uint64_t drag, const char *type, size_t limit, void *data,
                                int (*taken)(void *data, uint64_t drag, const void *bytes, size_t count));

/* The host is done with a drop on its place; `succeeded` 0: it could not take the content. */
enum dray_status dray_drag_finish(struct dray_engine *engine, uint64_t drag, int succeeded);

/* Which of the types on offer, in the source's order, is the richest that is also among `taken`: its place in `types`, or -1 for
 * none. Whatever order `taken` has; a NULL in either list is passed over. Any thread. */
int dray_richest_type(const char *const *types, size_t type_count, const char *const *taken, size_t taken_count);

/* ---------------------------------------------------------------------------------------------------- X11 windows -- */

/* How a drag of an X client's begins. Zero before the call; the size is set by Dray. */
struct dray_x11_start {
    size_t size;
    /* What is held on a window of X's, and where it went down. As in struct dray_begin. */
    enum dray_device device;
    uint32_t detail;
    double x, y;
    uint32_t modifiers;
    /* Not 0: the pointer is over a window of X's. */
    uint32_t is_over_x11;
};

/* The clipboard is left to the host's own window manager, which leaves XdndSelection alone in turn. */
struct dray_x11_options {
    size_t size;
    /* Xwayland's name, as ":1", once it serves clients. Copied. */
    const char *display;
    void *data;
    /* An X client says that it drags. Returns whether (not 0) something is held on a window of X's, and fills `start`; else the
     * client drags nothing, as far as Dray knows. NULL: what X clients drag stays with them. */
    int (*start)(void *data, struct dray_x11_start *start);
    /* What an X client drags is content of the engine's from here on, and dragged by the seat. Clients of the display keep
     * neither pointer nor keyboard: the window that was pressed goes on being told of motions and of the button, since its
     * client follows these by itself, and drops and cancels by its own word; its own window is the image. The host says what is
     * under the pointer, by dray_seat_focus and dray_seat_motion and not by dray_seat_button, and by dray_x11_pointer; over X11
     * windows the content is over nothing (NULL). Until drag_released. May be NULL. */
    void (*began)(void *data, uint64_t drag);
    /* The server could not be reached, or has gone: what was on its way has failed. Called once, later. The host destroys the
     * object, in here or later, and makes another one for the next server. May be NULL. */
    void (*gone)(void *data);
    /* Not 0: the window manager moves windows and does not tell their clients (ICCCM 4.1.5), as that of Weston 10 does. Then they
     * are told before they hear of content, which XDND brings by points of X's screen. */
    uint32_t tells_places;
    uint32_t reserved;
};

/* Lets X11 windows and the display's clients drag to each other (XDND), each X client as an application of its own: content is
 * copied across. Dray is an ordinary X client, beside the host's window manager; it needs libxcb, libxcb-xfixes and
 * libxcb-composite, which are loaded by the first call, and the server's XFixes. Waits for nobody: the server is reached from
 * another thread, and spoken to from the display's event loop. `*x11` is NULL after an error. DRAY_ERROR_ORDER if this machine
 * lacks those libraries, which a line in the log says. */
enum dray_status dray_x11_create(struct dray_seat *seat, const struct dray_x11_options *options, struct dray_x11 **x11);

/* What is on its way between X11 windows and others has failed. Its places go with it. NULL is allowed and does nothing. Allowed
 * inside its callbacks. */
enum dray_status dray_x11_destroy(struct dray_x11 *x11);

/* The place that stands for a toplevel of X's, by its window's number; 0 for whatever X11 window is topmost at the point. The
 * host names it in a struct dray_pick while content of others is over such a window, with the point on X's screen as the local
 * one, in pixels; made once, and destroyed by dray_place_destroy as the window goes. `*place` is NULL after an error.
 * DRAY_ERROR_ORDER before the server was reached and once it is gone, without a line in the log. */
enum dray_status dray_x11_place(struct dray_x11 *x11, uint32_t window, struct dray_place **place);

/* While an X client drags: the pointer is over a window of X's (not 0), or over none. Does nothing otherwise, or again. */
enum dray_status dray_x11_pointer(struct dray_x11 *x11, int is_over_x11);

/* While an X client drags: the button or finger that it began with is up. A client that says nothing more within two seconds
 * drags no longer. */
enum dray_status dray_x11_released(struct dray_x11 *x11);

/* ---------------------------------------------------------------------------------------------------------- Words -- */

/* The names of a pointer in a cursor theme, the best first: the host shows the first that its theme has. NULL after the
 * last, and for what is no shape. Never freed. Any thread. */
const char *dray_pointer_name(enum dray_shape shape, size_t index);

/* A step in English, for a host that has no words of its own. `name` is what a person calls the surface, most often the
 * title of its window; NULL if it has none. Writes at most `size` bytes into `text`, the zero byte included; a longer text
 * is cut between two characters. Any thread. */
enum dray_status dray_announcement_text(const struct dray_announcement *announcement, const char *name, char *text,
                                        size_t size);

/* ----------------------------------------------------------------------------------------------------- Transfers -- */

/* How transfers are watched. Filled by dray_transfer_policy_init, changed by the host. Times are microseconds of real time. */
struct dray_transfer_policy {
    size_t size;
    /* A transfer that takes longer is told by transfer_changed. */
    uint64_t announce_after;
    /* One in which nothing has moved for so long is told as stalled. */
    uint64_t stall_after;
    /* Not 0: what is dropped is taken in at the drop, so that it arrives even if its source quits: first what the target has
     * shown to want, then the richest other types. */
    uint32_t keep_drops;
    /* Not 0: what a client copies is taken in, so that it outlives the client. Not what a password manager marks as such. */
    uint32_t keep_clipboard;
    /* How much of one drop or one clipboard is taken in, all types together, in bytes. */
    uint64_t keep_bytes;
    /* What has not come by then is not waited for. */
    uint64_t keep_time;
    /* Not 0: sources write into their readers' own pipes, and Dray only looks at these from time to time. Then it is not known
     * how much has come, whether a source that is gone had written all of it or anything, and a transfer cannot be broken off:
     * the drop of a source that wrote nothing counts as a success. What is converted or kept comes from Dray all the same. */
    uint32_t direct;
    uint32_t reserved;
};

/* Fills a policy, of which `size` is set, with the defaults: a second, and ten; nothing is kept, and if it is, 64 mebibytes in
 * five seconds. Any thread. */
enum dray_status dray_transfer_policy_init(struct dray_transfer_policy *policy);

/* How transfers are watched from now on, those under way as well; NULL for the defaults. */
enum dray_status dray_engine_set_transfer_policy(struct dray_engine *engine, const struct dray_transfer_policy *policy);

/* Calls `each` for every read of every offer on the display, by drag or clipboard: the last that have come to their end (64
 * at most), then those under way, each in its order. `each` may call Dray; what begins meanwhile is left out. */
enum dray_status dray_engine_list_transfers(struct dray_engine *engine, void *data,
                                            void (*each)(void *data, const struct dray_transfer *transfer));

/* Breaks a transfer off by its number: its reader gets the end of the file, its source hears that nobody reads, and a drop
 * that needed it has failed. One that is over or unwatched is none any more, and nothing happens. */
enum dray_status dray_transfer_cancel(struct dray_engine *engine, uint64_t transfer);

/* Says how much there is of a transfer, in bytes: then it has a total and a time left. A hint, which the bytes may refute. */
enum dray_status dray_transfer_expect(struct dray_engine *engine, uint64_t transfer, uint64_t total);

/* One drop that has finished. Valid during the call, with all it points to; the size is set by Dray. */
struct dray_drop {
    size_t size;
    /* The number of its drag. */
    uint64_t drag;
    /* When its target had finished, in microseconds of CLOCK_MONOTONIC. */
    uint64_t time;
    /* The wl_surfaces that it came from and went to; NULL for the host's own, and for one that is gone. */
    struct wl_resource *origin, *target;
    /* What it was offered as, in the source's order; no content is kept. */
    const char *const *types;
    size_t type_count;
    /* What happened to it; never DRAY_ACTION_ASK. */
    enum dray_action action;
    uint32_t item_count;
    /* 1: it was undone, and can be done again. */
    uint32_t is_undone;
    uint32_t reserved;
};

/* Calls `each` for the last drops on the display that have finished (100 at most), in their order. A host shows them, and undoes
 * and redoes them as far as it can. Clients that speak dray_drag_v1 are told, and do their part; wl_data_device has no word for
 * the others. */
enum dray_status dray_engine_list_drops(struct dray_engine *engine, void *data,
                                        void (*each)(void *data, const struct dray_drop *drop));

/* The last drop that is not undone is, or the one that was undone last is done again. `*drag` is its number, or 0 if there is
 * none; it may be passed as NULL. A drop that finishes ends what could be redone. */
enum dray_status dray_engine_undo_drop(struct dray_engine *engine, uint64_t *drag);
enum dray_status dray_engine_redo_drop(struct dray_engine *engine, uint64_t *drag);

/* No drop is known any more: the session goes to another person. */
enum dray_status dray_engine_forget_drops(struct dray_engine *engine);

enum dray_relay_end {
    /* The source closed its end, and the target has taken everything. */
    DRAY_RELAY_FINISHED = 0,
    /* The target closed its end before everything was written. */
    DRAY_RELAY_TARGET_CLOSED = 1,
    /* The source's end could not be read. */
    DRAY_RELAY_SOURCE_FAILED = 2,
};

struct dray_relay_options {
    size_t size;
    /* Its event loop does the work, on its thread, which is the one that creates the relay. */
    struct wl_display *display;
    /* What the target wants written: the `fd` of the callback `transfer`. */
    int target;
    uint32_t reserved;
    void *data;
    /* These bytes were read from the source, in order; valid during the call. May be NULL. */
    void (*bytes)(void *data, const void *bytes, size_t count);
    /* The transfer is over; comes once at most, and last. The relay is still to be destroyed. May be NULL. */
    void (*ended)(void *data, enum dray_relay_end end);
};

/* Stands between source and target, and shows the bytes on their way: for progress, time-outs, and records. Never waits
 * for either. `*source` is what the callback `transfer` returns, and belongs to the caller; -1 after an error. `target`
 * belongs to Dray if the relay could be made, and stays the caller's after an error. A target may close its end at any
 * time: the process hears of no SIGPIPE because of it. */
enum dray_status dray_relay_create(const struct dray_relay_options *options, int *source, struct dray_relay **relay);

/* Ends the transfer at once if it is not over. NULL is allowed and does nothing. Allowed inside its callbacks. The host
 * destroys it before the display. */
enum dray_status dray_relay_destroy(struct dray_relay *relay);

#ifdef __cplusplus
}
#endif

#endif
