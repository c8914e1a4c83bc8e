// SPDX-License-Identifier: MIT
// Tracks positions on the screen: the cursor, the fingers, and the windows as they were last drawn. wlroots gives its
// grabs only surface-local coordinates, so the preloaded library intercepts the compositor's calls into wlroots and
// records them here.
#ifndef TRACKER_H
#define TRACKER_H

#include "compat.h"
#include "dray.h"

struct wlr_foreign_toplevel_handle_v1;
struct wlr_input_device;
struct wlr_primary_selection_v1_device_manager;

struct wlr_scene;

#define DWL_FINGERS 16
#define DWL_BUTTONS 16

// A pointer button that is down.
struct dwl_button {
    struct dwl_tracker *tracker;
    struct wlr_input_device *device;  // NULL: the entry is free
    uint32_t code;
    struct wl_listener device_destroyed;
};

struct dwl_finger {
    int32_t id;
    bool is_down;
    bool is_told;           // Whether the compositor has reported its current position to a surface.
    double x, y;            // current
    double down_x, down_y;  // at touch down
};

// An output on which something was drawn.
struct dwl_screen {
    struct wl_list link;  // struct dwl_tracker.screens
    struct dwl_tracker *tracker;
    struct wlr_output *output;
    struct wl_listener output_destroyed;
    // The last two frames in which anything was drawn. Frames without changes do not count.
    uint32_t frame, frame_before;
};

// A mapped toplevel window.
struct dwl_window {
    struct wl_list link;  // struct dwl_tracker.windows
    struct wlr_surface *surface;
    struct wl_listener surface_destroyed;
    struct wlr_foreign_toplevel_handle_v1 *handle;  // NULL if the compositor has made none
    struct wl_listener handle_destroyed;
    // The surface's position as it was last drawn, the output (NULL if it was not drawn since tracking began), and the
    // frame.
    double x, y;
    struct dwl_screen *screen;
    uint32_t frame;
    uint64_t order;  // stacking order: higher if drawn later; 0 if it is not shown, or was not yet
    bool passes;     // a menu, tooltip or drag image of X11: never a drop target
};

// Finger events that a drag needs and its touch grab does not receive: a finger over no surface, which the compositor
// reports to none; a cancelled finger, which sway 1.7 ignores; a finger that is lifted, which sway 1.10 does not report
// during a drag. The last one is reported after the compositor has handled it.
struct dwl_finger_watch {
    void (*lost)(void *drag, int32_t id);
    void (*cancelled)(void *drag, int32_t id);
    void (*lifted)(void *drag, int32_t id);
};

// Pointer events that a seat needs in addition to those of its grabs.
struct dwl_pointer_watch {
    // Called after each pointer frame, and so after the compositor has handled it.
    void (*seen)(void *seat);
    // The button is up on every device. Called after the compositor has handled its release or the destruction of its
    // device.
    void (*lifted)(void *seat, uint32_t button, bool is_device_gone);
};

struct dwl_tracker {
    struct wlr_cursor *cursor;         // NULL if there is none, or more than one
    struct wlr_output_layout *layout;  // NULL if unknown or destroyed
    struct wl_listener layout_destroyed;
    struct wl_list windows;      // struct dwl_window.link
    struct wl_list screens;      // struct dwl_screen.link
    struct dwl_window *mapping;  // the window that is being mapped, to match the handle that is created meanwhile
    struct dwl_finger fingers[DWL_FINGERS];
    int finger_count;                        // the number of fingers that are down
    int32_t newest_finger;                   // the finger that came down last: in sway 1.7 the icon follows it
    double newest_x, newest_y;               // its last position
    double press_x, press_y;                 // the position of the last button press
    struct dwl_button buttons[DWL_BUTTONS];  // buttons that are down
    uint32_t released[DWL_BUTTONS];          // buttons that were released since the last frame
    int released_count;
    bool is_own_press;                 // Whether the current press is by the virtual pointer of a drag by keyboard.
    struct wlr_surface *focus_before;  // root of the keyboard focus before the last press or touch down
    struct wl_listener focus_before_destroyed;
    struct wlr_scene *scene;  // the compositor's scene; NULL if none or unknown
    struct wl_listener scene_destroyed;
    uint64_t order;      // of the window that was drawn last
    uint64_t scene_sum;  // a hash of the scene's positions as of the newest frame
    // The scene was created or destroyed. May be NULL.
    void (*scene_changed)(void *data);
    // The compositor's last pick result.
    struct wlr_surface *hit;
    double hit_x, hit_y;

    // Whether the compositor is known to leave an icon in place after its wlr_drag has the type
    // WLR_DRAG_GRAB_KEYBOARD, and to repaint the area of an icon that emits an unmap event, as sway 1.7 does. In such
    // compositors images can fly back and land.
    bool bears_icons;
    bool icons_follow;  // Whether such an icon follows the pointer from then on, as in wayfire.
    bool is_watching;   // Whether a drag is active, so that windows and pick results are tracked.
    // A window that was drawn has moved. May be NULL, like the two functions for fingers.
    void (*moved)(void *data);
    void *data;  // for moved, scene_changed and fingers_changed
    // Sets the cursor shape; NULL if that is not possible.
    void (*set_shape)(enum dray_shape shape);
    // The compositor's only seat.
    struct wlr_seat *seat;
    struct wlr_xdg_shell *shell;  // NULL if unknown or destroyed
    // wlroots' own manager, whose offers Dray ends when the keyboard focus changes. NULL if the compositor has none.
    struct wlr_primary_selection_v1_device_manager *primary_selections;

    // A finger came down or is up, or the cursor was replaced or destroyed. May be NULL.
    void (*fingers_changed)(void *data);
    const struct dwl_pointer_watch *pointer_watch;  // NULL if no seat observes
    void *pointer_data;                             // the observing seat

    struct wl_listener pressed, pointer_frame, touch_down, touch_motion, touch_up, touch_cancel, touch_frame;
    const struct dwl_finger_watch *finger_watch;  // NULL if no drag observes
    void *drag;                                   // the observing drag
    int32_t lifted[DWL_FINGERS];                  // fingers lifted since the last frame
    int lifted_count;
};

void dwl_tracker_init(struct dwl_tracker *tracker);
// Sets the compositor's only cursor; NULL from the second one on, and once it is destroyed.
void dwl_tracker_set_cursor(struct dwl_tracker *tracker, struct wlr_cursor *cursor);
void dwl_tracker_set_layout(struct dwl_tracker *tracker, struct wlr_output_layout *layout);
struct dwl_finger *dwl_tracker_finger(struct dwl_tracker *tracker, int32_t id);
// Whether a finger may be down.
bool dwl_tracker_may_be_touched(const struct dwl_tracker *tracker);
// Records that the compositor has reported the finger's current position.
void dwl_tracker_tell_finger(struct dwl_tracker *tracker, int32_t id);
// Reports fingers only to this drag from now on. If `watch` is NULL, stops reporting to it.
void dwl_tracker_watch_fingers(struct dwl_tracker *tracker, void *drag, const struct dwl_finger_watch *watch);

struct dwl_window *dwl_tracker_window(struct dwl_tracker *tracker, struct wlr_surface *surface);
void dwl_tracker_window_mapped(struct dwl_tracker *tracker, struct wlr_surface *surface);
void dwl_tracker_window_unmapped(struct dwl_tracker *tracker, struct wlr_surface *surface);
void dwl_tracker_handle_created(struct dwl_tracker *tracker, struct wlr_foreign_toplevel_handle_v1 *handle);
// Records that a surface was drawn into this box of the output, in the output's pixels.
void dwl_tracker_drawn(struct dwl_tracker *tracker, struct wlr_surface *surface, struct wlr_output *output,
                       const struct wlr_box *box);
// Sets the compositor's scene; later scenes are ignored.
void dwl_tracker_set_scene(struct dwl_tracker *tracker, struct wlr_scene *scene);
// An output of the scene was drawn.
void dwl_tracker_scene_drawn(struct dwl_tracker *tracker);
// Starts or stops tracking windows.
void dwl_tracker_watch(struct dwl_tracker *tracker, bool is_watching);

// Finds the surface of a window that takes input at a point; NULL if there is none. Returns false if that is unknown,
// because nothing was drawn yet.
bool dwl_tracker_pick(struct dwl_tracker *tracker, double x, double y, struct wlr_surface **surface, double *local_x,
                      double *local_y);
// Returns false if nothing is known about the surface.
bool dwl_tracker_bounds(struct dwl_tracker *tracker, struct wlr_surface *surface, struct dray_bounds *bounds);
// Updates the stacking order of the windows. Without a scene it is always up to date.
void dwl_tracker_find_order(struct dwl_tracker *tracker);
// Whether another window covers the window of a surface, and the latter can be raised.
bool dwl_tracker_is_behind(struct dwl_tracker *tracker, struct wlr_surface *surface);
double dwl_tracker_scale(struct dwl_tracker *tracker, double x, double y);
// Asks the compositor to focus the window of a surface. Returns false if that is not possible.
bool dwl_tracker_activate(struct dwl_tracker *tracker, struct wlr_surface *surface, struct wlr_seat *seat);

#endif
