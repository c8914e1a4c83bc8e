/* SPDX-License-Identifier: MIT
 *
 * Dray: drags between the windows of an X server and the display's clients.
 */
#ifndef DRAY_X11_H
#define DRAY_X11_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A bridge between the windows of an X server and the display's clients. Created by dray_x11_create, destroyed with
 * its seat at the latest. */
struct dray_x11;

/** The start of a drag of an X client. Zero before the call; `size` is set by Dray. */
struct dray_x11_start {
    size_t size;
    /** The device and detail that are held on an X11 window, and the global position of the press. As in struct
     * dray_begin. */
    enum dray_device device;
    uint32_t detail;
    double x, y;
    uint32_t modifiers;
    /** Whether the pointer is over an X11 window. */
    uint32_t is_over_x11;
};

/** The options of an X11 bridge. The bridge does not handle the clipboard, which is left to the host's X11 window
 * manager; that must not own XdndSelection. */
struct dray_x11_options {
    size_t size;
    /** The name of the Xwayland display, for example ":1", when it accepts clients. Copied. */
    const char *display;
    /** The `data` of the callbacks below. */
    void *data;
    /** An X client has become the owner of XdndSelection. Returns whether anything is held on an X11 window, and fills
     * in `start`; otherwise Dray ignores the client's drag. NULL: drags of X clients stay among X clients. */
    int (*start)(void *data, struct dray_x11_start *start);
    /** The X client's drag is a drag of the seat from here on. The display's clients lose pointer and keyboard focus.
     * The X11 window that was pressed continues to receive motions and the button, since its client tracks them to drop
     * or cancel; the client's own window is the drag image. The host reports what is under the pointer with
     * dray_seat_focus, dray_seat_motion and dray_x11_pointer, and does not call dray_seat_button; over X11 windows the
     * pick is NULL. Until drag_released. May be NULL. */
    void (*began)(void *data, uint64_t drag);
    /** The server could not be reached, or the connection was lost; transfers in progress have failed. Called once,
     * later. The host destroys the object, inside this callback or later, and creates another one for the next server.
     * May be NULL. */
    void (*gone)(void *data);
    /** Whether the window manager moves windows without a synthetic ConfigureNotify (ICCCM 4.1.5), as that of Weston 10
     * does. Dray then notifies a window of its position before content enters it, since XDND positions are in root
     * window coordinates. */
    uint32_t tells_places;
    uint32_t reserved;
};

/**
 * Creates a bridge that lets X11 windows and the display's clients drag to each other (XDND). Each X client counts as a
 * separate application, so content is copied across the bridge.
 *
 * Dray is an ordinary X client in addition to the host's window manager. The first call loads libxcb, libxcb-xfixes and
 * libxcb-composite; the server must support XFixes. The call does not block: another thread connects to the server, and
 * the display's event loop communicates with it.
 *
 * @param options The options; copied.
 * @param[out] x11 The handle, owned by the host, and destroyed with its seat at the latest; NULL after an error.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the libraries are not installed, which is logged as information; or
 *     DRAY_ERROR_MEMORY.
 */
enum dray_status dray_x11_create(struct dray_seat *seat, const struct dray_x11_options *options, struct dray_x11 **x11);

/**
 * Destroys a bridge with its places. Drags and transfers between X11 windows and others fail. May be called inside its
 * callbacks.
 *
 * @param x11 The bridge; NULL has no effect and returns DRAY_OK.
 */
enum dray_status dray_x11_destroy(struct dray_x11 *x11);

/**
 * Creates a place that stands for an X11 toplevel window. The host names it in a struct dray_pick while other clients'
 * content is over the window; the local position is then in pixels of the X11 screen. It is created once per window,
 * and destroyed with dray_place_destroy when the window is destroyed.
 *
 * @param window The window ID; 0 for whichever X11 window is topmost at the position.
 * @param[out] place The handle, owned by the host; NULL after an error.
 * @return DRAY_OK; or DRAY_ERROR_ORDER before the server was reached and after the connection was lost, which is not
 *     logged.
 */
enum dray_status dray_x11_place(struct dray_x11 *x11, uint32_t window, struct dray_place **place);

/**
 * Reports whether the pointer is over an X11 window, during an X client's drag. No effect otherwise, or without a
 * change.
 *
 * @param is_over_x11 Whether the pointer is over an X11 window.
 */
enum dray_status dray_x11_pointer(struct dray_x11 *x11, int is_over_x11);

/**
 * Reports the release of the button or touch point that began an X client's drag. If the client then sends nothing for
 * two seconds, the drag is over.
 */
enum dray_status dray_x11_released(struct dray_x11 *x11);

#ifdef __cplusplus
}
#endif

#endif
