/* SPDX-License-Identifier: MIT
 *
 * Dray: further input. Picking by the host, scrolling during a drag, pressure, drags by keyboard, and a drag for each
 * touch point.
 *
 * With `fingers_drag_beside` of struct dray_engine_options, each touch point of a seat can have a drag of its own,
 * concurrent with the seat's drag. drag_requested or drag_began is then also called while the seat has a drag; touch
 * positions are reported with dray_seat_finger_moved or dray_seat_finger_over; callbacks identify the drag by its
 * number, and keyboard_released is called after the last drag.
 *
 * Like the functions of dray.h, those of this header have no effect without a drag, unless documented otherwise.
 */
#ifndef DRAY_INPUT_H
#define DRAY_INPUT_H

#include "dray.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------- Picking by the host -- */

/**
 * Reports that the drag has moved over another surface or place, for a host that does its own picking.
 *
 * @param pick The surface or place; NULL for none.
 * @param x,y The global position, in points.
 */
enum dray_status dray_seat_focus(struct dray_seat *seat, const struct dray_pick *pick, double x, double y);

/**
 * Reports a motion over the surface or place of the last dray_seat_focus, for a host that does its own picking.
 * dray_seat_focus itself needs no motion for its position.
 *
 * @param x,y The global position, in points.
 * @param local_x,local_y The position local to the surface or place; ignored over nothing.
 * @param time The time on the device's clock, in microseconds, or DRAY_TIME_OF_DEVICE.
 */
enum dray_status dray_seat_motion(struct dray_seat *seat, double x, double y, double local_x, double local_y,
                                  uint64_t time);

/**
 * Like dray_seat_focus and dray_seat_motion, for a host that knows local positions only. Layers are placed relative to
 * a point that moves by as much as the pointer moves on surfaces.
 */
enum dray_status dray_seat_focus_local(struct dray_seat *seat, const struct dray_pick *pick);
enum dray_status dray_seat_motion_local(struct dray_seat *seat, double local_x, double local_y, uint64_t time);

/* -------------------------------------------------------------------------- Touch points with drags of their own -- */

/**
 * Returns whether the seat has this drag, and it is not dropped yet.
 *
 * @return 1 or 0; 0 after an error.
 */
int dray_seat_has_drag(struct dray_seat *seat, uint64_t drag);

/**
 * Reports the position of a touch point, for whichever drag the touch point drives, as dray_seat_pointer_moved does.
 *
 * @param finger The ID of the touch point.
 * @param x,y The global position, in points.
 * @param time The time on the device's clock, in microseconds.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the host has no `pick`.
 */
enum dray_status dray_seat_finger_moved(struct dray_seat *seat, uint32_t finger, double x, double y, uint64_t time);

/**
 * Report the position of a touch point and what is under it, for whichever drag the touch point drives: dray_seat_focus
 * and dray_seat_motion in one, with or without a change of focus.
 *
 * @param finger The ID of the touch point.
 * @param pick The surface or place under the touch point; NULL for none.
 * @param x,y The global position, in points.
 * @param time The time on the device's clock, in microseconds.
 */
enum dray_status dray_seat_finger_over(struct dray_seat *seat, uint32_t finger, const struct dray_pick *pick, double x,
                                       double y, uint64_t time);
enum dray_status dray_seat_finger_over_local(struct dray_seat *seat, uint32_t finger, const struct dray_pick *pick,
                                             uint64_t time);

/* ------------------------------------------------------------------------ Scrolling, pressure, and other devices -- */

/** Callbacks for scrolling during a drag. */
struct dray_scroller {
    size_t size;
    /** Called inside dray_seat_scrolled: the host sends wl_pointer.enter to this wl_surface, at a position local to it,
     * and the scroll events until scroll_leave. The serial of that enter event entitles the client to nothing, and the
     * client cannot set the cursor. */
    void (*scroll_enter)(void *data, void *seat, struct wl_resource *surface, double x, double y);
    /** The host sends wl_pointer.leave to the surface. */
    void (*scroll_leave)(void *data, void *seat, struct wl_resource *surface);
};

/**
 * Sets the scroller. Without it, scrolling during a drag reaches no client.
 *
 * @param scroller The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_scroller(struct dray_engine *engine, const struct dray_scroller *scroller);

/**
 * Reports a scroll event during a drag, before the host sends it: the surface under the pointer gets pointer focus for
 * the duration of the scrolling (scroll_enter, scroll_leave).
 *
 * @param time The time on the device's clock, in microseconds.
 */
enum dray_status dray_seat_scrolled(struct dray_seat *seat, uint64_t time);

/**
 * Reports the pressure of a tablet tool or touch point, for devices that report it. A firm press over a spring-loaded
 * object opens it without the delay. Only the device that drives the drag counts. No effect for pointers.
 *
 * @param detail As in struct dray_begin.
 * @param pressure The pressure, from 0 to 1, the maximum of the device.
 */
enum dray_status dray_seat_pressure(struct dray_seat *seat, enum dray_device device, uint32_t detail, double pressure);

/** Drops, whichever device drives the drag: for a host with devices of other kinds. */
enum dray_status dray_seat_drop(struct dray_seat *seat);

/* --------------------------------------------------------------------------------------------- Drags by keyboard -- */

/** Callbacks that move the pointer for a drag by keyboard. */
struct dray_keyboard_driver {
    size_t size;
    /** A drag by keyboard begins (`is_on` is 1): the keyboard is taken from the clients until keyboard_released, every
     * key is passed to dray_seat_key and every change of modifiers to dray_seat_modifiers, and the seat has a pointer,
     * if necessary a virtual one. It ends (0): the virtual pointer is removed. */
    void (*keyboard_drag)(void *data, void *seat, int is_on);
    /** Moves the pointer to a global position, or as near as the outputs allow, as if the user moved it: clients are
     * sent the motion, with serials, and during a drag it is reported to Dray. */
    void (*pointer_move)(void *data, void *seat, double x, double y);
    /** Presses or releases a button of that pointer, by its evdev code, in the same way. */
    void (*pointer_button)(void *data, void *seat, uint32_t button, int is_pressed);
    /** Writes the main wl_surfaces of the visible windows, at most `capacity`, and returns their number: first the
     * window with the keyboard focus, then the others in stacking order, topmost first. Tab cycles through them.
     * bounds_of is called for their positions, and pick, if set, to find where they are not covered. */
    size_t (*windows)(void *data, void *seat, struct wl_resource **surfaces, size_t capacity);
};

/**
 * Sets the driver of drags by keyboard and by name.
 *
 * @param driver The callbacks, all of which are required; copied.
 * @return DRAY_OK; or DRAY_ERROR_NULL if one is missing, DRAY_ERROR_ORDER if the engine has a seat.
 */
enum dray_status dray_engine_set_keyboard_driver(struct dray_engine *engine, const struct dray_keyboard_driver *driver);

/**
 * Begins a drag by keyboard, when the user has pressed the host's shortcut for it. While the user is choosing what to
 * drag, the shortcut cancels.
 *
 * The arrow keys and Tab move the pointer, and Return picks up the object under it. Then Tab moves to the next drop
 * target that accepts the content, Return drops, and Escape cancels. With DRAY_DESKTOP_SPEECH, Tab cycles through named
 * objects in the windows; otherwise it cycles through windows.
 *
 * @param surface The wl_surface of the window with the keyboard focus; NULL for none.
 * @param has_pointer Whether `x`, `y` is the position of a pointer.
 * @param x,y The global position of the pointer, in points. The user starts there if it is in the window, and otherwise
 *     at the window's centre.
 * @return DRAY_OK; or DRAY_ERROR_ORDER if the seat has a drag, if there is neither window nor pointer, or without a
 *     keyboard driver.
 */
enum dray_status dray_seat_drag_by_keyboard(struct dray_seat *seat, struct wl_resource *surface, int has_pointer,
                                            double x, double y);

#ifdef __cplusplus
}
#endif

#endif
