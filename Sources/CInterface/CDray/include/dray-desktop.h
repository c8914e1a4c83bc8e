/* SPDX-License-Identifier: MIT
 *
 * Dray: parts that belong to a desktop. Announcements and feedback in other forms, the screen reader, the desktop's
 * settings, drags by name, and files for sandboxed clients.
 *
 * The last four are off by default. Each is done by a separate process, dray-access, over the session bus. It never
 * blocks the host, and finds the bus by the environment that this process has when the function is called. If
 * dray-access is not installed, the part has no effect, and the log has a line.
 *
 * Callbacks of struct dray_host_interface:
 *
 * - feedback_changed: The outcome of a drop at the current position has changed. Badge and pointer show it already.
 * - announce: A step to be announced to the user; dray_announcement_text returns an English text.
 * - name_of: Returns the user-visible name of the window that contains a wl_surface, usually its title; NULL if it has
 *   none. Dray copies the string immediately. For dray_engine_speak.
 * - desktop_changed: The desktop's settings are known, or have changed, after dray_engine_follow_desktop. Drags follow
 *   them already; a host may apply them to its own user interface.
 * - is_locked: Returns whether the session of the seat is locked, which disables drags by name and the listing of
 *   names. Called each time. NULL: never.
 * - confinement_of: Returns whether a client is sandboxed, and cannot open the files that other programs can: one of
 *   enum dray_confinement. Called when a file list is dragged over its windows or it reads one that is converted from
 *   another type, after dray_engine_hand_over_files; and if the engine offers data control and may_control_selections
 *   is NULL. `*application` is NULL. With DRAY_CONFINEMENT_SANDBOX the host may set it to the application ID, as in
 *   wp_security_context_v1.set_app_id; Dray copies it immediately, and otherwise reads the ID where Flatpak writes it.
 *   Files that a sandboxed client offers are given to other sandboxed clients only if the document portal exports them
 *   to that client. An invalid answer counts as DRAY_CONFINEMENT_SANDBOX. NULL: DRAY_CONFINEMENT_UNKNOWN.
 */
#ifndef DRAY_DESKTOP_H
#define DRAY_DESKTOP_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------ Feedback -- */

/** The outcome of a drop at the current position. */
enum dray_outcome {
    /** Nothing to show: the drag has not left its origin, or its application gives its own feedback. */
    DRAY_OUTCOME_UNDECIDED = 0,
    DRAY_OUTCOME_COPY = 1,
    DRAY_OUTCOME_MOVE = 2,
    /** The target will ask the user after the drop. */
    DRAY_OUTCOME_ASK = 3,
    DRAY_OUTCOME_NOT_POSSIBLE = 4,
};

/** The feedback for a drop at the current position. */
struct dray_feedback {
    size_t size;
    enum dray_outcome outcome;
    /** The number of items that would be dropped; at least 1. */
    uint32_t item_count;
};

/**
 * Returns the feedback for a drop at the current position.
 *
 * @param[out] feedback The feedback; its field `size` must be set.
 * @return DRAY_OK; or DRAY_ERROR_ORDER without a drag, which is not logged.
 */
enum dray_status dray_seat_get_feedback(struct dray_seat *seat, struct dray_feedback *feedback);

/* ------------------------------------------------------------------------------------------------- Announcements -- */

/** A step of a drag that is announced to the user. */
enum dray_step {
    /** Picked up `item_count` items. Repeated when the number becomes known. */
    DRAY_STEP_PICKED_UP = 0,
    /** Over `surface`; a drop would have `outcome`. If `surface` is NULL, the drag is over a place of the host's, or,
     * with DRAY_OUTCOME_NOT_POSSIBLE, over nothing. */
    DRAY_STEP_OVER = 1,
    /** Dropped on `surface`; the target has not finished yet. */
    DRAY_STEP_DROPPED = 2,
    /** The end; `result` is the outcome. */
    DRAY_STEP_ENDED = 3,
    /** In a drag by keyboard, the user is choosing what to drag: in the window `surface`, in no window (NULL), or at
     * the object named `label`. DRAY_STEP_ENDED follows if nothing is picked up. */
    DRAY_STEP_PICKING = 4,
    /** The object under the pointer cannot be dragged; the user is still choosing. */
    DRAY_STEP_NOT_DRAGGABLE = 5,
    /** A window was skipped, since nothing on `surface` accepts the content. */
    DRAY_STEP_TAKES_NOTHING = 6,
    /** No window accepts the content. */
    DRAY_STEP_NOTHING_TAKES = 7,
    /** The user continues a drag by keyboard with the pointer. */
    DRAY_STEP_POINTER_TOOK_OVER = 8,
    /** Released over `surface`, whose client gives a reason why the drop cannot be undone (`label`). The user is asked
     * to confirm. */
    DRAY_STEP_ASKED = 9,
    /** Like DRAY_STEP_DROPPED, but on a drop target near the touch position, where the content was not accepted
     * (HIG-34). */
    DRAY_STEP_DROPPED_BESIDE = 10,
    /** A program or voice control, not the user's hand, drags the object named `label` to the object named `target`. */
    DRAY_STEP_DRAGGING_BY_NAME = 11,
    /** In a drag by keyboard, the search for an accepting drop target takes a while. */
    DRAY_STEP_LOOKING = 12,
    /** The transfer failed after only part of the content had arrived. DRAY_STEP_ENDED does not follow. */
    DRAY_STEP_BROKE_OFF = 13,
};

/** The kind of the items that were picked up, if all have the same kind. */
enum dray_item_kind {
    DRAY_ITEM_KIND_ANY = 0,
    DRAY_ITEM_KIND_PICTURE = 1,
    DRAY_ITEM_KIND_VIDEO = 2,
    DRAY_ITEM_KIND_SOUND = 3,
    DRAY_ITEM_KIND_TEXT = 4,
    DRAY_ITEM_KIND_FOLDER = 5,
};

/** A step to be announced to the user. Valid during the call; `size` is set by Dray. */
struct dray_announcement {
    size_t size;
    enum dray_step step;
    enum dray_outcome outcome;
    struct wl_resource *surface;
    const struct dray_result *result;
    uint32_t item_count;
    /** The application's name for the single item that was picked up, for the part of its window that the content is
     * over (`surface` is NULL then), or for the object that the user has navigated to while choosing; NULL if it has no
     * name. With DRAY_STEP_ASKED, the reason that the application gives; NULL if it gives none. Safe to display. */
    const char *label;
    /** With DRAY_STEP_DRAGGING_BY_NAME, the name of the destination; otherwise NULL. */
    const char *target;
    /** With DRAY_STEP_PICKED_UP, the kind of the items if the application has given it. */
    enum dray_item_kind item_kind;
};

/**
 * Writes an English text for an announcement, for a host that has no texts of its own. Any thread.
 *
 * @param name The user-visible name of the surface, usually the title of its window; NULL if it has none.
 * @param[out] text The text, truncated between characters to `size` bytes with its zero byte.
 * @param size The size of `text`, in bytes; at least 1.
 * @return DRAY_OK; or DRAY_ERROR_NULL, DRAY_ERROR_SIZE, or DRAY_ERROR_VALUE for an unknown step or a size of 0.
 */
enum dray_status dray_announcement_text(const struct dray_announcement *announcement, const char *name, char *text,
                                        size_t size);

/**
 * Turns announcements to the session's screen reader on or off.
 *
 * If a screen reader is active, the steps of drags are announced in English, German, Korean or Japanese, as LANG
 * selects, with the names that `name_of` returns. dray-access does so over AT-SPI, and is started with the first drag.
 * A host with announcements of its own uses `announce` instead.
 *
 * @param is_on Whether to announce.
 */
enum dray_status dray_engine_speak(struct dray_engine *engine, int is_on);

/* ------------------------------------------------------------------------------------------------------ Settings -- */

/** The value of a desktop setting. */
enum dray_wish {
    /** The setting is not set, or Dray does not follow it. */
    DRAY_WISH_UNKNOWN = 0,
    DRAY_WISH_NO = 1,
    DRAY_WISH_YES = 2,
};

/** The desktop's settings, as far as they are known. Valid during the call; `size` is set by Dray. */
struct dray_desktop {
    size_t size;
    enum dray_wish reduce_motion, high_contrast, dark;
    uint32_t reserved;
};

/** The desktop settings that drags follow; a set. */
enum dray_desktop_setting {
    DRAY_DESKTOP_MOTION = 1,
    DRAY_DESKTOP_CONTRAST = 2,
    /** Dark or light appearance. */
    DRAY_DESKTOP_COLOURS = 4,
};

/**
 * Sets which desktop settings drags follow.
 *
 * These settings override the style wherever the desktop sets them. Changes take effect immediately, also for drags in
 * progress, and are reported with `desktop_changed`. dray-access reads them from the session's portal
 * (org.freedesktop.portal.Settings) or, without a portal, from GNOME's settings and KDE's files. Without a session bus
 * nothing changes.
 *
 * @param settings A set of enum dray_desktop_setting; 0 for none.
 * @return DRAY_OK; or DRAY_ERROR_VALUE for unknown bits.
 */
enum dray_status dray_engine_follow_desktop(struct dray_engine *engine, uint32_t settings);

/* ------------------------------------------------------------------------------------------------- Drags by name -- */

/**
 * Turns drags by name on or off for other programs of the same user.
 *
 * dray-access opens a socket in XDG_RUNTIME_DIR that only this user can access, at which programs list named objects
 * and drag by name, as `dray ctl drag --name Photo --to Mail` does. A drag by name controls the user's pointer, so
 * sandboxed programs are rejected, as are all programs while `is_locked` returns true; and each such drag is announced
 * (DRAY_STEP_DRAGGING_BY_NAME). It uses the seat that was created first and the callbacks for drags by keyboard, and
 * requires dray_engine_speak. Without XDG_RUNTIME_DIR no program can drag by name, and the log has a line.
 *
 * @param is_on Whether to allow drags by name.
 */
enum dray_status dray_engine_serve_names(struct dray_engine *engine, int is_on);

/** An object that is identified by its accessible name. */
struct dray_name {
    size_t size;
    /** The accessible name; NULL for the window `window` itself. */
    const char *name;
    /** The AT-SPI role (icon, push button, list item, table cell), to restrict the search; otherwise NULL. */
    const char *role;
    /** The title of the window that contains the object, or a part of the title; NULL for any window. */
    const char *window;
    /** Which of several matches, from 1 for the nearest: a source to the pointer, a destination to the source. 0: the
     * match must be unique. */
    uint32_t number;
    uint32_t reserved;
};

/** The outcome of a drag by name. */
enum dray_named_end {
    /** Dropped on the destination, which accepts the content: from here on it is like any other drop. */
    DRAY_NAMED_DROPPED = 0,
    /** A name matches no object, several objects, or a hidden one. */
    DRAY_NAMED_NOT_FOUND = 1,
    /** The source cannot be dragged. */
    DRAY_NAMED_NOT_DRAGGABLE = 2,
    /** The destination does not accept the content. */
    DRAY_NAMED_REFUSED = 3,
    /** The user took over with the pointer or a key. */
    DRAY_NAMED_TAKEN_OVER = 4,
    /** Cancelled by Escape, or by the end of the source or a window. */
    DRAY_NAMED_INTERRUPTED = 5,
    /** Another drag, or another search for an object to drag, is in progress. */
    DRAY_NAMED_BUSY = 6,
    /** The session is locked. */
    DRAY_NAMED_LOCKED = 7,
    /** dray_engine_speak is off, or dray-access is not installed. */
    DRAY_NAMED_NOT_POSSIBLE = 8,
};

/** A drag by name: "Drag Photo to Mail." Copied. */
struct dray_named_drag {
    size_t size;
    const struct dray_name *from, *to;
    /** Whether `x`, `y` is the global position of a pointer, from which the nearest source is determined. Otherwise it
     * is the centre of the first window of `windows`. */
    uint32_t has_pointer;
    uint32_t reserved;
    double x, y;
    void *data;
    /** The outcome, and an English explanation. Called once, inside dray_seat_drag_by_name or later. May be NULL. */
    void (*done)(void *data, enum dray_named_end end, const char *words);
};

/**
 * Drags one named object to another, with the same callbacks as dray_seat_drag_by_keyboard: the drag grabs the keyboard
 * until it is over, the pointer takes over, and Escape cancels. The visible windows are searched concurrently for at
 * most one second, so that a client that hangs does not delay the others. Announced as DRAY_STEP_DRAGGING_BY_NAME.
 *
 * @param drag The drag; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if the name of the source or a required name is missing, DRAY_ERROR_VALUE for an
 *     unknown role, or DRAY_ERROR_ORDER without keyboard_drag, pointer_move and pointer_button.
 */
enum dray_status dray_seat_drag_by_name(struct dray_seat *seat, const struct dray_named_drag *drag);

/* ----------------------------------------------------------------------------------- Files for sandboxed clients -- */

/** Whether a client is sandboxed: see confinement_of. */
enum dray_confinement {
    /** The client is not sandboxed, and can open the user's files. */
    DRAY_CONFINEMENT_NONE = 0,
    DRAY_CONFINEMENT_SANDBOX = 1,
    /** The host does not know, for example because the sandbox did not create a wp_security_context_v1 for the client.
     * Dray then treats the client as sandboxed if its process has a different view of the file system than this one,
     * has exited, or cannot be inspected. The process is identified when the client connects (SO_PEERPIDFD, start
     * time), so that a later process with the same ID is not mistaken for it, and a client that was once found to be
     * sandboxed remains so. Dray cannot detect a process outside of any sandbox that passes its connection to a process
     * inside. */
    DRAY_CONFINEMENT_UNKNOWN = 2,
};

/**
 * Turns the transfer of files to sandboxed clients through the document portal on or off.
 *
 * A file list (text/uri-list) that a sandboxed client reads from a drag then contains the paths at which the session's
 * document portal exports the files to it. If the source does not offer application/vnd.portal.filetransfer, the client
 * is offered that too. The client gets read access, and for a move also write access. dray-access communicates with the
 * portal, and is started when such a client first receives files. A read fails if the portal does not answer within
 * five seconds. Without a running portal nothing changes, and none is started.
 *
 * @param is_on Whether to transfer files through the portal.
 */
enum dray_status dray_engine_hand_over_files(struct dray_engine *engine, int is_on);

#ifdef __cplusplus
}
#endif

#endif
