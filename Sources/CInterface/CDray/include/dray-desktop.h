/* SPDX-License-Identifier: MIT
 *
 * Dray: parts that belong to a desktop. The screen reader, the desktop's settings, drags by name, and files for
 * sandboxed clients. All are off until dray_engine_set_desktop turns them on.
 */
#ifndef DRAY_DESKTOP_H
#define DRAY_DESKTOP_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------- Parts -- */

/** The parts of a desktop that drags use; a set. */
enum dray_desktop_part {
    /** The desktop's settings for reduced motion, high contrast, and dark or light appearance. Each overrides the style
     * wherever the desktop sets it. Changes take effect immediately, also for drags in progress, and are reported with
     * `desktop_changed` of struct dray_observer. They are read from the session's portal
     * (org.freedesktop.portal.Settings) or, without a portal, from GNOME's settings and KDE's files. */
    DRAY_DESKTOP_MOTION = 1,
    DRAY_DESKTOP_CONTRAST = 2,
    DRAY_DESKTOP_COLOURS = 4,
    /** If a screen reader is active, the steps of drags are announced in English, German, Korean or Japanese, as LANG
     * selects, over AT-SPI, with the names that `name_of` returns. A host with announcements of its own uses `announce`
     * of struct dray_observer instead. */
    DRAY_DESKTOP_SPEECH = 8,
    /** Other programs of the same user can list named objects and drag by name, as `dray ctl drag --name Photo --to
     * Mail` does, at a socket in XDG_RUNTIME_DIR that only this user can access. A drag by name controls the user's
     * pointer, so sandboxed programs are rejected, as are all programs while `is_locked` returns true; and each such
     * drag is announced (DRAY_STEP_DRAGGING_BY_NAME). It uses the seat that was created first, and requires a keyboard
     * driver and DRAY_DESKTOP_SPEECH. Without XDG_RUNTIME_DIR no program can drag by name, and the log has a line. */
    DRAY_DESKTOP_NAMES = 16,
    /** A file list (text/uri-list) that a sandboxed client reads from a drag contains the paths at which the session's
     * document portal exports the files to it. If the source does not offer application/vnd.portal.filetransfer, the
     * client is offered that too. The client gets read access, and for a move also write access. A read fails if the
     * portal does not answer within five seconds. Without a running portal nothing changes, and none is started. */
    DRAY_DESKTOP_FILES = 32,
};

/** What an engine uses of the desktop. */
struct dray_desktop_options {
    size_t size;
    /** The address of the session bus, as in DBUS_SESSION_BUS_ADDRESS; NULL for that of this process's environment at
     * the time of the call. Copied. */
    const char *bus_address;
    /** A set of enum dray_desktop_part. */
    uint32_t parts;
    uint32_t reserved;
};

/**
 * Sets which parts of the desktop drags use.
 *
 * Each part is done by a separate process, dray-access, over the session bus. It never blocks the host, and is started
 * when it is first needed. If dray-access is not installed, or there is no session bus, the part has no effect; the log
 * has a line for the former.
 *
 * @param options The parts, in place of those of the previous call; NULL for none. Copied.
 * @return DRAY_OK; or DRAY_ERROR_VALUE for unknown parts.
 */
enum dray_status dray_engine_set_desktop(struct dray_engine *engine, const struct dray_desktop_options *options);

/* ------------------------------------------------------------------------------------------------- Accessibility -- */

/** What the screen reader and drags by name need of the host. */
struct dray_accessibility {
    size_t size;
    /** Returns the user-visible name of the window that contains a wl_surface, usually its title; NULL if it has none.
     * Dray copies the string immediately. */
    const char *(*name_of)(void *data, struct wl_resource *surface);
    /** Returns whether the session of the seat is locked, which disables drags by name and the listing of names. Called
     * each time. */
    int (*is_locked)(void *data, void *seat);
};

/**
 * Sets what names windows. Without it they have no names, and the session counts as unlocked.
 *
 * @param accessibility The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_accessibility(struct dray_engine *engine,
                                               const struct dray_accessibility *accessibility);

/* ------------------------------------------------------------------------------------------------------ Settings -- */

/** The value of a desktop setting. */
enum dray_setting {
    /** The setting is not set, or Dray does not follow it. */
    DRAY_SETTING_UNKNOWN = 0,
    DRAY_SETTING_NO = 1,
    DRAY_SETTING_YES = 2,
};

/** The desktop's settings, as far as they are known. Valid during the call; `size` is set by Dray. */
struct dray_desktop {
    size_t size;
    enum dray_setting reduce_motion, high_contrast, dark;
    uint32_t reserved;
};

/* ------------------------------------------------------------------------------------------------- Drags by name -- */

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
    /** DRAY_DESKTOP_SPEECH is off, or dray-access is not installed. */
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
 *     unknown role, or DRAY_ERROR_ORDER without a keyboard driver.
 */
enum dray_status dray_seat_drag_by_name(struct dray_seat *seat, const struct dray_named_drag *drag);

/* ----------------------------------------------------------------------------------- Files for sandboxed clients -- */

/** Whether a client is sandboxed. */
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

/** What the host knows about sandboxes. */
struct dray_sandbox_inspector {
    size_t size;
    /** Returns whether a client is sandboxed, and cannot open the files that other programs can: one of enum
     * dray_confinement. Called when a file list is dragged over its windows or it reads one that is converted from
     * another type, with DRAY_DESKTOP_FILES; and for data control without a struct dray_selection_guard
     * (dray-protocols.h). `*application` is NULL. With DRAY_CONFINEMENT_SANDBOX the host may set it to the application
     * ID, as in wp_security_context_v1.set_app_id; Dray copies it immediately, and otherwise reads the ID where Flatpak
     * writes it. Files that a sandboxed client offers are given to other sandboxed clients only if the document portal
     * exports them to that client. An invalid answer counts as DRAY_CONFINEMENT_SANDBOX. */
    int (*confinement_of)(void *data, struct wl_client *client, const char **application);
};

/**
 * Sets what knows about sandboxes. Without it every client is DRAY_CONFINEMENT_UNKNOWN.
 *
 * @param inspector The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_sandbox_inspector(struct dray_engine *engine,
                                                   const struct dray_sandbox_inspector *inspector);

#ifdef __cplusplus
}
#endif

#endif
