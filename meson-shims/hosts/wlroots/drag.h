// SPDX-License-Identifier: MIT
// The internal interfaces of the files that implement a drag.
#ifndef DRAG_H
#define DRAG_H

#include "adapter.h"

// The content as wlroots, and mainly Xwayland, sees it. It outlives a drag that was dropped on an X11 window.
struct dwl_source {
    struct wlr_data_source base;
    struct dwl_seat *seat;  // NULL once it is destroyed
    uint64_t drag;
    bool is_over_x11;
    struct wlr_surface *taker;  // the X11 window that was dropped on and has not finished; NULL for none
    struct wl_listener taker_destroyed;
};

struct dwl_drag {
    struct dwl_seat *seat;
    struct wlr_drag *drag;  // NULL once it is destroyed
    uint64_t number;        // 0 until Dray has begun it
    bool has_begun;         // Whether Dray has begun the drag or is about to.
    struct wl_listener drag_destroyed;
    // The grab that wlroots created; its cancel function is the only public way to end a wlr_drag.
    const struct wlr_pointer_grab_interface *wlroots_grab;
    void *wlroots_data;
    bool is_touch, has_source;
    int32_t touch_id;  // the finger that drives it, if is_touch
    uint32_t button;   // the button that drives it, if not is_touch
    bool is_held;      // Whether the button is down: no release was reported.
    bool is_global;    // Whether the position on the screen is known.
    bool is_ending;
    struct wlr_surface *focus;
    struct wl_listener focus_destroyed;
    // Represents the focus if it is an X11 window; NULL for a surface, and where wlroots bridges to X11.
    struct dray_place *place;
    double sx, sy;              // surface-local coordinates on the focus
    double x, y;                // global, if is_global
    uint32_t time;              // of the last event
    struct dwl_source *source;  // NULL once it is destroyed
    struct dwl_image *image;    // NULL for none
};

struct dwl_concurrent {
    struct wl_list link;  // struct dwl_seat.concurrent
    uint64_t number;
    int32_t finger;
    struct dwl_image *image;  // in the scene; NULL without one: there the compositor shows only the wlr_drag's icon
    double x, y;              // the position of the finger, if it is known
};

// concurrent-fingers.c: the fingers of concurrent drags.
// Returns the finger whose touch down had this serial, if the client still receives its events and it is on the window;
// NULL for none.
struct wlr_touch_point *dwl_touched_by(struct dwl_seat *seat, uint32_t serial, struct wlr_surface *origin);
// Tells Dray that no finger holds a drag, if no touch grab is active: those that did were lifted unnoticed.
void dwl_forget_left_fingers(struct dwl_seat *seat);
// The finger drives a drag now.
void dwl_finger_taken(struct dwl_seat *seat, int32_t finger);
// Returns the finger with its position on the screen; NULL if that is unknown.
struct dwl_finger *dwl_finger_seen(struct dwl_seat *seat, int32_t finger);
struct dwl_concurrent *dwl_concurrent_of(struct dwl_seat *seat, int32_t finger);
// A finger whose events Dray consumes has moved. It does not drive the seat's own drag. Until the compositor has
// reported a surface under it, that is `at_first`.
void dwl_concurrent_moved(struct dwl_seat *seat, int32_t finger, struct wlr_surface *at_first);
// The compositor has taken the touch screen away.
void dwl_concurrent_call_off(struct dwl_seat *seat, enum dray_interruption interruption);
// Cancels the fingers of an owner. Returns whether one of them was Dray's.
bool dwl_concurrent_cancel(struct dwl_seat *seat, dwl_touch_owner *owner);

// focus.c: the surface under a drag.
// The drag is over a surface at a surface-local point, or over nothing (NULL).
void dwl_drag_set_focus(struct dwl_drag *drag, struct wlr_surface *surface, double sx, double sy);
// The same without notifying Dray.
void dwl_drag_forget_focus(struct dwl_drag *drag);
// The compositor has cleared the pointer focus without calling a grab.
void dwl_drag_focus_cleared(struct dwl_seat *seat);
// Shows the drag's focus as the pointer focus where listeners need it, and removes it when the drag ends.
void dwl_drag_show_focus(struct dwl_drag *drag);
// The drag moves over its focus; the time is in milliseconds.
void dwl_drag_motion(struct dwl_drag *drag, uint32_t time, double sx, double sy);

// own-grabs.c: distinguishes the grabs of Dray's drags from all others.
// Whether the seat has a wlr_drag of Dray by the pointer, or by a finger.
bool dwl_has_drag(const struct dwl_seat *seat, bool is_touch);
// The grabs of Dray's drag, or of an X client's; NULL without such a drag.
struct wlr_seat_pointer_grab *dwl_own_pointer_grab(const struct dwl_seat *seat);
struct wlr_seat_touch_grab *dwl_own_touch_grab(struct dwl_seat *seat);
// Whether the pointer grab is that of one of Dray's drags.
bool dwl_has_pointer(const struct dwl_seat *seat);

// grabs.c: passes input from the compositor to Dray.

// Replaces the grabs of wlroots by those of Dray; they begin with the wlr_drag.
void dwl_drag_take_grabs(struct dwl_drag *drag);
// Observes the pointer and the fingers through the tracker, which reports more than the grabs, as long as one of them
// drags.
void dwl_watch_devices(struct dwl_seat *seat);
// A concurrent drag by a finger begins or ends. Dray grabs the touch screen until all fingers are up. Events of fingers
// that have not dragged still go to the clients.
void dwl_touch_settle(struct dwl_seat *seat);
void dwl_touch_forget_seat(struct dwl_seat *seat);

// leftover-grab.c: after a drag by pointer, consumes the releases of buttons that are still down. With `is_leftover`
// false, no button is down any more, or the seat is destroyed.
void dwl_leftover_grab(struct dwl_seat *seat, bool is_leftover);

// takeover.c: grabs that something else starts during a drag.
void dwl_takeover_watch(struct dwl_seat *seat);
void dwl_takeover_forget(struct dwl_seat *seat);
// Destroys the wlr_drag, whose pointer grab is wlroots' own again, without ending grabs that something else has
// started.
void dwl_takeover_end_drag(struct dwl_seat *seat, struct wlr_drag *drag);

// concurrent-drags.c: drags by fingers in addition to a drag of their seat. A seat of wlroots has one wlr_drag, so the
// compositor does not know about these.
// A client requests one more drag. Returns whether it began.
int dwl_concurrent_requested(struct dwl_seat *seat, const struct dray_start_request *request);
// Ends the drag if it is a concurrent one, and returns whether it was.
bool dwl_concurrent_released(struct dwl_seat *seat, uint64_t number);
void dwl_concurrent_forget_seat(struct dwl_seat *seat);

// x11.c
struct dwl_source *dwl_source_create(struct dwl_seat *seat, const struct dray_start_request *request);
void dwl_source_destroy(struct dwl_source *source);
// Dray has finished the drag, or the seat is destroyed: Dray is not notified any more.
void dwl_source_forget(struct dwl_source *source);

#endif
