// SPDX-License-Identifier: MIT
// What the files of a drag know of it.
#ifndef DRAG_H
#define DRAG_H

#include "adapter.h"

// The content as wlroots sees it, Xwayland above all. It outlives the drag that was dropped on an X11 window.
struct dwl_source {
    struct wlr_data_source base;
    struct dwl_seat *seat;  // NULL once that is gone
    uint64_t drag;
    bool is_over_x11;
    struct wlr_surface *taker;  // the X11 window that it was dropped on and that has yet to finish; NULL for none
    struct wl_listener taker_destroyed;
};

struct dwl_drag {
    struct dwl_seat *seat;
    struct wlr_drag *drag;  // NULL once it is gone
    uint64_t number;        // 0 until Dray has begun it
    bool has_begun;         // or is about to
    struct wl_listener drag_destroyed;
    // The grab that wlroots made; its cancel is the only public way to end a wlr_drag.
    const struct wlr_pointer_grab_interface *wlroots_grab;
    void *wlroots_data;
    bool is_touch, has_source;
    int32_t touch_id;  // of the finger that drives it, if is_touch
    uint32_t button;   // that drives it, if not is_touch
    bool is_held;      // that button: no release was told
    bool is_global;  // somebody tells where the pointer or finger is on the screen
    bool is_ending;
    struct wlr_surface *focus;
    struct wl_listener focus_destroyed;
    struct dray_place *place;  // that stands for the focus, a window of X's; NULL for a surface, and where wlroots speaks to X
    double sx, sy;  // on the focus
    double x, y;    // global, if is_global
    uint32_t time;  // of the last event
    struct dwl_source *source;  // NULL once it is gone
    struct dwl_image *image;    // NULL for none
};

// grabs.c: what the person does, from the compositor to Dray.

// Puts our grabs in the place of those that wlroots made; they begin with the wlr_drag.
void dwl_drag_take_grabs(struct dwl_drag *drag);
// The drag is over a surface, at this point of it, or over nothing (NULL).
void dwl_drag_set_focus(struct dwl_drag *drag, struct wlr_surface *surface, double sx, double sy);
// As above, without a word to Dray.
void dwl_drag_forget_focus(struct dwl_drag *drag);
// The compositor has cleared the focus of the pointer and asked no grab.
void dwl_drag_focus_cleared(struct dwl_seat *seat);
// Has listeners told of that; takes back what was shown for it once the drag is ending.
void dwl_drag_show_focus(struct dwl_drag *drag);
// Hears of the pointer and of fingers from those eyes that see more than the grabs, as long as one of them drags.
void dwl_watch_devices(struct dwl_seat *seat);
// Something that fingers drag begins beside a wlr_drag, or ends: the touch screen is Dray's until all fingers are up. Those that
// have dragged nothing are the clients' as before.
void dwl_touch_settle(struct dwl_seat *seat);
void dwl_touch_forget_seat(struct dwl_seat *seat);

// rest.c: a drag of the pointer has ended; what is down goes up for nobody. Or nothing is down any more, and the seat may go.
void dwl_pointer_rests(struct dwl_seat *seat, bool is_resting);

// takeover.c: grabs that are not Dray's and begin while it drags.
void dwl_takeover_watch(struct dwl_seat *seat);
void dwl_takeover_forget(struct dwl_seat *seat);
// Whether the pointer's grab is that of a drag of Dray's.
bool dwl_has_pointer(const struct dwl_seat *seat);
// Destroys the wlr_drag, whose grab of the pointer is wlroots' own again, and leaves the grabs of others in place.
void dwl_takeover_end_drag(struct dwl_seat *seat, struct wlr_drag *drag);

// beside.c: drags that fingers hold beside a drag of their seat. A seat of wlroots' has one wlr_drag, so the compositor knows
// nothing of these.
struct dwl_beside;
// A client wants one more. Returns whether it began.
int dwl_beside_requested(struct dwl_seat *seat, const struct dray_start_request *request);
// The finger that a client was told of by a serial, if it is its still and on the window; NULL for none.
struct wlr_touch_point *dwl_touched_by(struct dwl_seat *seat, uint32_t serial, struct wlr_surface *origin);
// Without a grab no finger holds a drag, or has held one: those that had have gone up unseen.
void dwl_forget_left_fingers(struct dwl_seat *seat);
// It is a drag's now.
void dwl_finger_taken(struct dwl_seat *seat, int32_t finger);
struct dwl_beside *dwl_beside_of(struct dwl_seat *seat, int32_t finger);
// A finger that Dray keeps, and that does not drive the seat's own drag, has moved.
void dwl_beside_moved(struct dwl_seat *seat, int32_t finger);
// The compositor has taken the touch screen away.
void dwl_beside_call_off(struct dwl_seat *seat, enum dray_interruption interruption);
// The fingers of somebody are called off. Returns whether one of them was Dray's.
bool dwl_beside_cancel(struct dwl_seat *seat, dwl_touch_owner *owner);
// Returns whether this drag was one of these; it is none any more.
bool dwl_beside_released(struct dwl_seat *seat, uint64_t number);
void dwl_beside_forget_seat(struct dwl_seat *seat);

// x11.c
struct dwl_source *dwl_source_create(struct dwl_seat *seat, const struct dray_start_request *request);
void dwl_source_destroy(struct dwl_source *source);
// Dray is done with its drag, or the seat is gone: no word to Dray any more.
void dwl_source_forget(struct dwl_source *source);

#endif
