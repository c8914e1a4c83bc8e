// SPDX-License-Identifier: MIT
// Where things are on the screen. wlroots tells its grabs local points only; a preload hears what the compositor asks
// wlroots for, and this keeps it: the one cursor, the fingers, the windows as they were drawn last.
#ifndef SIGHT_H
#define SIGHT_H

#include "compat.h"
#include "dray.h"

struct wlr_foreign_toplevel_handle_v1;
struct wlr_input_device;
struct wlr_primary_selection_v1_device_manager;

struct wlr_scene;

#define DWL_FINGERS 16
#define DWL_BUTTONS 16

// A button of a pointer that is down.
struct dwl_button {
    struct dwl_sight *sight;
    struct wlr_input_device *device;  // NULL: the entry is free
    uint32_t code;
    struct wl_listener device_destroyed;
};

struct dwl_finger {
    int32_t id;
    bool is_down;
    bool is_told;           // the compositor has told somebody where it is now
    double x, y;            // now
    double down_x, down_y;  // where it went down
};

// An output on which something was drawn.
struct dwl_screen {
    struct wl_list link;  // struct dwl_sight.screens
    struct dwl_sight *sight;
    struct wlr_output *output;
    struct wl_listener output_destroyed;
    // The newest in which anything was drawn, and the one before: there are others, in which nothing had changed.
    uint32_t frame, frame_before;
};

// A toplevel window that is mapped.
struct dwl_window {
    struct wl_list link;  // struct dwl_sight.windows
    struct wlr_surface *surface;
    struct wl_listener surface_destroyed;
    struct wlr_foreign_toplevel_handle_v1 *handle;  // NULL if the compositor has made none
    struct wl_listener handle_destroyed;
    // As it was drawn last: where the surface is, on which output (NULL if it was not drawn since anybody asked), in
    // which frame.
    double x, y;
    struct dwl_screen *screen;
    uint32_t frame;
    uint64_t order;  // what is drawn later lies above, and has a higher one; 0: it is not shown, or was not yet
    bool passes;     // a menu, a tooltip or a drag's image of X11's: nothing is dropped on it
};

// What a drag hears of fingers beside what its grab is told. A finger is over nothing, so that the compositor told nobody; or was
// cancelled, which sway 1.7 does not look at; or was lifted, of which sway 1.10 tells nobody during a drag. The last comes after the
// compositor had its turn.
struct dwl_finger_watch {
    void (*lost)(void *drag, int32_t id);
    void (*cancelled)(void *drag, int32_t id);
    void (*lifted)(void *drag, int32_t id);
};

// The pointer events that a seat needs beside those of its grabs.
struct dwl_pointer_watch {
    // Called after each frame of the pointer, and so after the compositor.
    void (*seen)(void *seat);
    // The button is up on every device. Called after the compositor had its turn: as it went up, or as its device was
    // destroyed.
    void (*lifted)(void *seat, uint32_t button, bool is_device_gone);
};

struct dwl_sight {
    struct wlr_cursor *cursor;         // NULL if there is none, or more than one
    struct wlr_output_layout *layout;  // NULL if unknown, and once it is gone
    struct wl_listener layout_destroyed;
    struct wl_list windows;            // struct dwl_window.link
    struct wl_list screens;            // struct dwl_screen.link
    struct dwl_window *mapping;        // just now, so that a handle made meanwhile is its own
    struct dwl_finger fingers[DWL_FINGERS];
    int finger_count;                  // of those that are down
    int32_t newest_finger;             // the one that went down last: sway 1.7 has the icon follow it
    double newest_x, newest_y;         // where that one is, or was
    double press_x, press_y;           // where the last button went down
    struct dwl_button buttons[DWL_BUTTONS];  // those that are down
    uint32_t released[DWL_BUTTONS];          // those that went up since the last frame
    int released_count;
    bool is_own_press;  // what is pressed now is the pointer of a drag by keyboard, which is no device of the user's
    struct wlr_surface *focus_before;  // the root of what had the keyboard before the last button or finger went down
    struct wl_listener focus_before_destroyed;
    struct wlr_scene *scene;  // that the compositor draws with; NULL if it has none, or is not known to have one
    struct wl_listener scene_destroyed;
    uint64_t order;      // of the window that was drawn last
    uint64_t scene_sum;  // over what is where, as of the newest frame
    // There is a scene, or there is none any more. May be NULL.
    void (*scene_changed)(void *data);
    // What the compositor found last as it looked what is below a point.
    struct wlr_surface *hit;
    double hit_x, hit_y;

    // The compositor is known to leave an icon in its place once its wlr_drag is of the kind WLR_DRAG_GRAB_KEYBOARD, and to
    // repaint where one is that says it is unmapped, as sway 1.7 does: there images fly back, and land.
    bool bears_icons;
    bool icons_follow;  // such an icon goes with the pointer from then on, as in wayfire
    bool is_watching;  // a drag goes on: windows and hits are wanted
    // A window that was drawn is elsewhere than before. May be NULL, as the two about fingers.
    void (*moved)(void *data);
    void *data;  // of these two, of scene_changed and of fingers_changed
    // Sets what the pointer looks like; NULL if nobody can.
    void (*set_shape)(enum dray_shape shape);
    // The keyboard's focus of the compositor's only seat.
    struct wlr_seat *seat;
    struct wlr_xdg_shell *shell;  // NULL: unknown, or destroyed
    // wlroots' own, whose offers Dray lets end with the keyboard. NULL if the compositor has none.
    struct wlr_primary_selection_v1_device_manager *primary_selections;

    // A finger came down, or is up; or there is another cursor, or none. May be NULL.
    void (*fingers_changed)(void *data);
    const struct dwl_pointer_watch *pointer_watch;  // NULL: no seat watches
    void *pointer_data;                      // the seat that does

    struct wl_listener pressed, pointer_frame, touch_down, touch_motion, touch_up, touch_cancel, touch_frame;
    const struct dwl_finger_watch *finger_watch;  // NULL while nobody wants to hear
    void *drag;                                   // who does
    int32_t lifted[DWL_FINGERS];  // since the last frame
    int lifted_count;
};

void dwl_sight_init(struct dwl_sight *sight);
// The compositor's only cursor; NULL from the second on, and once it is gone.
void dwl_sight_set_cursor(struct dwl_sight *sight, struct wlr_cursor *cursor);
void dwl_sight_set_layout(struct dwl_sight *sight, struct wlr_output_layout *layout);
struct dwl_finger *dwl_sight_finger(struct dwl_sight *sight, int32_t id);
// Whether nobody can say that no finger is down.
bool dwl_sight_may_be_touched(const struct dwl_sight *sight);
// The compositor has told somebody where the finger is now.
void dwl_sight_tell_finger(struct dwl_sight *sight, int32_t id);
// That drag hears of fingers from here on, and nobody else; NULL: not any more, if it did.
void dwl_sight_watch_fingers(struct dwl_sight *sight, void *drag, const struct dwl_finger_watch *watch);

struct dwl_window *dwl_sight_window(struct dwl_sight *sight, struct wlr_surface *surface);
void dwl_sight_window_mapped(struct dwl_sight *sight, struct wlr_surface *surface);
void dwl_sight_window_unmapped(struct dwl_sight *sight, struct wlr_surface *surface);
void dwl_sight_handle_created(struct dwl_sight *sight, struct wlr_foreign_toplevel_handle_v1 *handle);
// A surface was drawn, into this box of the output, in its pixels.
void dwl_sight_drawn(struct dwl_sight *sight, struct wlr_surface *surface, struct wlr_output *output,
                     const struct wlr_box *box);
// The compositor's scene; those after the first are nothing to us.
void dwl_sight_set_scene(struct dwl_sight *sight, struct wlr_scene *scene);
// An output of it was drawn.
void dwl_sight_scene_drawn(struct dwl_sight *sight);
// From now on windows are looked at, or not any more.
void dwl_sight_watch(struct dwl_sight *sight, bool is_watching);

// What takes input at a point, as far as windows go; NULL for nothing. False as long as that is not known: nothing was drawn.
bool dwl_sight_pick(struct dwl_sight *sight, double x, double y, struct wlr_surface **surface, double *local_x,
                    double *local_y);
// What is known of a surface; false if nothing is.
bool dwl_sight_bounds(struct dwl_sight *sight, struct wlr_surface *surface, struct dray_bounds *bounds);
// Brings the order of the windows up to date; without a scene it always is.
void dwl_sight_find_order(struct dwl_sight *sight);
// Whether another window lies above the window of a surface, which can come to the front.
bool dwl_sight_is_behind(struct dwl_sight *sight, struct wlr_surface *surface);
double dwl_sight_scale(struct dwl_sight *sight, double x, double y);
// Asks the compositor to give the keyboard to the window of a surface; false if it cannot be asked.
bool dwl_sight_activate(struct dwl_sight *sight, struct wlr_surface *surface, struct wlr_seat *seat);

#endif
