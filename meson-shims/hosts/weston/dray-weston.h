// SPDX-License-Identifier: MIT
// The internal interfaces of the module for an unmodified Weston. Each source file has its section. The module passes
// Weston's input devices and windows to Dray and shows the layers that Dray returns. The library alone decides the
// state, the appearance and the outcome of a drag.
#ifndef DRAY_WESTON_H
#define DRAY_WESTON_H

#include <libweston/libweston.h>
#include <stdbool.h>
#include <stdint.h>

#include "../kit/log.h"
#include "../kit/previews.h"
#include "../kit/scroll.h"
#include "../kit/serials.h"
#include "../kit/settings.h"
#include "compat.h"
#include "dray.h"
#include "pixels.h"

struct dray_start_request;

// settings.c: the settings in weston.ini.
struct dw_settings {
    struct kit_settings common;
    char *cursor_theme;  // NULL for the default one
    int32_t cursor_size;
    uint32_t data_control;  // Whether clipboard managers are admitted (data-control).
};
void dw_settings_read(struct dw_settings *settings, struct weston_compositor *compositor);
void dw_settings_finish(struct dw_settings *settings);

// The state of the module, one instance per compositor.
struct dw_module {
    struct weston_compositor *compositor;
    struct dray_engine *dray;
    struct dw_settings settings;
    struct dw_pixels *pixels;
    struct kit_log log;
    struct kit_serials *serials;
    struct weston_layer layer;
    struct wl_list seats;     // struct dw_seat.link
    struct wl_list drags;     // struct dw_drag.link, newest first
    struct wl_list attached;  // toplevel-drag.c
    struct wl_list outputs;   // struct dw_output.link
    struct kit_previews previews;
    uint64_t scene;  // a hash of the windows' positions, sizes and stacking order
    struct wl_event_source *icon_timer;
    struct wl_event_source *reading_shown;  // shows a frame with the icon that was just read; NULL if not pending
    bool is_icon_due;
    struct weston_binding *touch_binding;
    struct weston_binding *shortcut;  // starts a drag by keyboard; NULL if not set
    struct dw_x11 *x11;               // the X server whose windows are shown; NULL for none
    struct wl_listener output_created, activated, compositor_destroyed;
};

enum dw_grab {
    DW_GRAB_NONE,
    DW_GRAB_POINTER,
    DW_GRAB_TOUCH,
    DW_GRAB_X11,  // an X client drags by pointer or finger, and keeps receiving its events
};

// The limit of tracked fingers per seat: a user has ten, the seat's own drag included.
#define DW_FINGERS 10

// A concurrent drag, driven by a finger in addition to the seat's main drag.
struct dw_concurrent {
    uint64_t number;
    int32_t finger;
};

// A finger whose events clients receive. Weston itself tracks the first finger only.
struct dw_touch {
    int32_t finger;
    double down_x, down_y;  // global coordinates of the touch down
    double x, y;            // current global coordinates
};

struct dw_seat;

// The calls of a seat's parts to those that use them.
struct dw_seat_events {
    void (*destroyed)(struct dw_seat *seat);         // Weston has freed the seat.
    void (*keyboard_focused)(struct dw_seat *seat);  // Another surface has the keyboard focus, or none.
    void (*pointer_focused)(struct dw_seat *seat, struct weston_surface *surface);
    void (*x11_drag_ended)(struct dw_seat *seat);  // The grab DW_GRAB_X11 has ended.
};

// A Weston seat with the state of its drag.
struct dw_seat {
    struct dw_module *module;
    struct weston_seat *seat;
    const struct dw_seat_events *events;
    struct dray_seat *dray;
    struct wl_list link;
    struct wl_listener destroyed, caps_updated, selection_changed;
    bool is_gone;  // Whether Weston has freed the seat.

    // drag.c
    enum dw_grab grab;
    struct weston_pointer_grab pointer_grab;
    struct weston_touch_grab touch_grab;
    bool has_passed_fingers;  // Whether fingers were forwarded to clients since the last touch frame.
    struct dw_drag *drag;     // the drag that the grab drives
    uint64_t number;          // its number; 0 for none
    int32_t finger;           // the finger that drives it, with DW_GRAB_TOUCH or DW_GRAB_X11
    struct dw_concurrent concurrent[DW_FINGERS];
    size_t concurrent_count;
    struct dw_touch fingers[DW_FINGERS];  // fingers whose events clients receive, oldest first
    size_t finger_count;
    struct weston_view *focus;       // the view under the drag
    double focus_x, focus_y;         // surface-local coordinates of the drag on it
    struct dray_place *focus_place;  // the drop target that represents it; NULL for none
    struct wl_listener focus_destroyed;
    enum weston_keyboard_modifier modifiers;  // the modifiers last sent to Dray

    // grabs.c
    struct wl_event_source *grab_check;  // NULL without a drag
    struct timespec pressed_time;        // weston_pointer.grab_time when the drag began
    uint32_t touch_count;                // the number of fingers on the screen at the last check

    // keyboard.c
    struct weston_keyboard *keyboard;  // the keyboard whose focus signal is observed
    struct wl_listener keyboard_focus;
    const struct weston_keyboard_grab_interface *keys;  // Weston's own, while the drag consumes the keys; else NULL
    struct weston_surface *heir;                        // the surface that gets the keyboard focus after the drag
    struct wl_listener heir_destroyed;
    bool is_taking_focus;

    // virtual-pointer.c
    bool has_lent_pointer;  // Whether the seat's pointer exists only for a drag by keyboard.

    // click.c
    struct weston_pointer *pointer;  // the pointer whose focus signal is observed
    struct wl_listener pointer_focus, pointer_moved;
    struct weston_pointer_grab click_grab;
    struct weston_view *pressed;  // the pressed view in the background, until the press becomes a click or a drag
    struct wl_listener pressed_destroyed;
    struct weston_touch_grab tap_grab;
    struct weston_view *tapped;
    struct wl_listener tapped_destroyed;

    struct kit_scroll scroll;

    // clipboard.c
    uint32_t selection_serial;             // the serial with which a client may set the clipboard now
    struct weston_data_source *selection;  // a client's clipboard as Weston sees it; NULL if no client owns it
};

// seats.c
void dw_seat_create(struct dw_module *module, struct weston_seat *seat);
void dw_seat_destroy(struct dw_seat *seat);

// seat.c
// Begins to observe the destruction of Weston's seat.
void dw_seat_watch(struct dw_seat *seat);
// Returns NULL for a seat that is destroyed.
struct dw_seat *dw_seat_of(struct weston_seat *seat);
// Returns a set of enum dray_modifier.
uint32_t dw_seat_modifiers(const struct dw_seat *seat);
// Sends the modifiers to Dray if they have changed.
void dw_seat_update_modifiers(struct dw_seat *seat);

// Starts or stops recording the serials that are sent to clients. It stops while no client can receive one.
void dw_listen_for_serials(struct dw_module *module);

// host.c: the host interface of dray.h. Functions below whose first argument is `void *module` implement its members
// directly.
extern const struct dray_host_interface dw_host;
// Adds the optional interfaces to a new engine.
enum dray_status dw_host_complete(struct dray_engine *dray);

// drag.c: begins and ends drags, and implements the Weston grabs that drive them.
int dw_drag_requested(void *module, void *seat, const struct dray_start_request *request);
// Ends the grab of one of the seat's drags, which was dropped or cancelled.
void dw_drag_released(struct dw_seat *seat, uint64_t number);
// Ends all of the seat's grabs without notifying Dray.
void dw_end_grabs(struct dw_seat *seat);
// Ends the grab of the seat's main drag, by pointer or finger. Concurrent drags go on.
void dw_end_own_grab(struct dw_seat *seat);
// For a drag by an X client: the pointer is over `view`, or over nothing if it is NULL, at global coordinates.
void dw_drag_moved(struct dw_seat *seat, struct weston_view *view, double x, double y, uint64_t time);

// grabs.c: grabs that something else starts during a drag.
// Keeps the drag's grabs in place until the drag is over. Called when a drag begins, by any device.
void dw_grabs_guard(struct dw_seat *seat);
// Restores the drag's grabs where another grab has replaced them. Cancels the drag if its button or finger is up.
void dw_grabs_regain(struct dw_seat *seat);
void dw_grabs_forget(struct dw_seat *seat);

// x11.c: drags between X11 windows and Wayland clients.
// Starts the X11 bridge if the surface is the first one of an X server.
void dw_x11_notice(struct dw_module *module, struct weston_surface *surface);
// Picks again for the drag of an X client, after windows have changed.
void dw_x11_look(struct dw_module *module);
// Ends the state of the X client's drag when the seat's grab ends.
void dw_x11_ended(struct dw_seat *seat);
void dw_x11_watch(struct dw_module *module);
void dw_x11_forget(struct dw_module *module);
void dw_x11_forget_seat(struct dw_seat *seat);

// x11-windows.c
// Whether the surface belongs to an X11 window.
bool dw_x11_owns(const struct dw_module *module, struct weston_surface *surface);
// Returns the drop target that represents X11 windows. Its coordinates are those of X's screen, which are global.
// Returns NULL for other surfaces, and while the X server cannot be reached.
struct dray_place *dw_x11_place(struct dw_module *module, struct weston_surface *surface);
// Whether the view shows the drag image of an X client. Such a view is never the pick result.
bool dw_x11_is_image(const struct dw_module *module, const struct weston_view *view);
// Whether an X client drags.
bool dw_x11_is_dragging(const struct dw_module *module);
// Whether an X client drags by a finger.
bool dw_x11_is_by_finger(const struct dw_module *module);
// Whether the pointer focus is on the pressed window. Xwayland takes the button as released once the pointer has left.
bool dw_x11_has_pointer(const struct dw_module *module, const struct weston_pointer *pointer);

// x11-image.c: takes input away from drag images of X clients. Called when such a drag is about to end.
void dw_x11_pass_images_by(struct dw_module *module);

// x11-end.c: removes the listeners of Weston's window manager from the windows of an X server that exits.
void dw_x11_remove_listeners(struct dw_module *module, struct wl_client *server);

// keyboard.c: the keyboard focus, which no client has during a drag.
// Returns whether the keyboard is a new one.
bool dw_keyboard_watch(struct dw_seat *seat);
void dw_keyboard_loosen(struct dw_seat *seat);
void dw_keyboard_take(struct dw_seat *seat);
void dw_keyboard_give_back(void *module, void *seat);
// Sets the surface that gets the keyboard focus after the drag.
void dw_keyboard_set_heir(struct dw_seat *seat, struct weston_surface *surface);
void dw_keyboard_forget(struct dw_seat *seat);

// fingers.c: the fingers whose events clients receive, as seen by the module's grabs.
void dw_fingers_add(struct dw_seat *seat, int32_t finger, double x, double y);
// Does nothing for an unknown finger.
void dw_fingers_move(struct dw_seat *seat, int32_t finger, double x, double y);
// Removes a finger that is up or now drives a drag.
void dw_fingers_remove(struct dw_seat *seat, int32_t finger);
// Returns the position of the first finger for one that came down under another grab.
struct dw_touch dw_fingers_find(struct dw_seat *seat, const struct weston_touch *touch, int32_t finger);

// click.c: a window in the background comes to the front when the button is released, unless the press became a drag.
void dw_click_watch(struct dw_seat *seat);
void dw_click_forget(struct dw_seat *seat);
// Forgets the press, because it has become a drag.
void dw_click_drop(struct dw_seat *seat);
void dw_click_add_touch(struct dw_module *module);
// Activates the view as a click does.
void dw_activate(struct dw_seat *seat, struct weston_view *view);
// Brings the view's window to the front. The keyboard focus after the drag stays as it was set.
void dw_raise(struct dw_seat *seat, struct weston_view *view);

// scroll.c: scrolling during a drag.
void dw_scroll_enter(void *module, void *seat, struct wl_resource *surface, double x, double y);
void dw_scroll_leave(void *module, void *seat, struct wl_resource *surface);
void dw_scroll_axis(struct dw_seat *seat, struct weston_pointer *pointer, DW_AXIS);
void dw_scroll_source(struct dw_seat *seat, struct weston_pointer *pointer, uint32_t source);
void dw_scroll_frame(struct dw_seat *seat, struct weston_pointer *pointer);

// virtual-pointer.c: a drag by keyboard moves a pointer without a device; see dray-input.h.
void dw_virtual_pointer_add_shortcut(struct dw_module *module, struct weston_keyboard *keyboard);
void dw_virtual_pointer_use(void *module, void *seat, int is_on);
void dw_virtual_pointer_move(void *module, void *seat, double x, double y);
void dw_virtual_pointer_press(void *module, void *seat, uint32_t button, int is_pressed);
size_t dw_virtual_pointer_windows(void *module, void *seat, struct wl_resource **surfaces, size_t capacity);

// scene.c: the positions of windows.
// Returns the view that takes input at a point of global coordinates, ignoring drag images, and the point in
// surface-local coordinates. Returns NULL if no client's view is there.
struct weston_view *dw_pick(struct dw_seat *seat, double x, double y, double *local_x, double *local_y);
// The same for the host interface. Returns false if no client's view is there.
int dw_pick_for(void *module, void *seat, double x, double y, struct dray_pick *pick);
// Returns a view of the surface that is shown, preferably the one under the seat's drag; NULL if there is none.
struct weston_view *dw_view_of(const struct dw_seat *seat, struct weston_surface *surface);
int dw_scene_bounds(void *module, void *seat, struct wl_resource *surface, struct dray_bounds *bounds);
// Whether another window overlaps the window that the surface belongs to.
int dw_scene_is_behind(void *module, void *seat, struct wl_resource *surface);
double dw_scene_scale_at(void *module, void *seat, double x, double y);
// Whether the surface belongs to a window that is attached to a drag.
bool dw_is_attached(struct dw_module *module, struct weston_surface *surface);
// Whether the view is the cursor, part of a drag image, or an attached window. Picking ignores those.
bool dw_is_overlay(struct dw_module *module, const struct weston_view *view);

// scene-changes.c: reports to Dray that windows have changed.
void dw_scene_watch(struct dw_module *module);
void dw_scene_forget(struct dw_module *module);

// clipboard.c
void dw_clipboard_init(struct dw_seat *seat);
void dw_clipboard_finish(struct dw_seat *seat);
void dw_clipboard_changed(void *module, void *seat, const char *const *types, size_t count);

// toplevel-drag.c: windows that are attached to drags.
struct dw_attached {
    struct wl_list link;  // struct dw_module.attached
    struct dw_seat *seat;
    uint64_t drag;
    struct wl_resource *toplevel;
    struct weston_surface *surface;
    double offset_x, offset_y;  // of the pointer or finger, from the upper left corner of the window geometry
    double x, y;                // global coordinates of the pointer or finger
    bool is_shown;
    struct wl_listener committed, surface_destroyed;
};

// Attaches the window of this xdg_toplevel: from now on it follows the pointer or finger, at the offset from its
// position.
void dw_toplevel_attach(void *module, void *seat, uint64_t drag, struct wl_resource *toplevel, double offset_x,
                        double offset_y);
// Detaches the window. It stays where it is.
void dw_toplevel_detach(void *module, void *seat, uint64_t drag, struct wl_resource *toplevel);
// Moves the attached window: the drag is at this point now.
void dw_toplevel_move(struct dw_module *module, uint64_t drag, double x, double y);
void dw_toplevel_forget_seat(struct dw_seat *seat);

// layers.c: the layers of a drag on the screen, until its last frame.
#define DW_LAYERS 64

// A layer as Weston shows it.
struct dw_slot {
    struct weston_surface *surface;  // a picture's, or the icon's
    struct dw_picture *picture;      // NULL for the icon
    struct weston_view *view;        // NULL until Weston has the picture
    struct wl_listener view_destroyed;
    struct weston_transform scale;
    double x, y, wide, high;
    float opacity;
    bool is_used;
    bool follows_pointer;
};

// The icon surface of the client.
struct dw_icon {
    struct weston_surface *surface;  // referenced so that it lasts as long as the drag is shown; NULL for none
    struct wl_listener committed;
    struct weston_buffer *buffer;  // the buffer with the last content; NULL for none or if it is destroyed
    struct wl_listener buffer_destroyed;
#if DW_RESTORES_CONTENT
    struct dw_content content;
#endif
    int32_t offset_x, offset_y;
    bool is_told;  // Whether Dray was sent the size and offset below.
    int32_t told_width, told_height, told_x, told_y;
    bool is_released;  // Whether the drag has ended, so that the client's commits no longer change what is shown.
    bool is_read;      // Whether the icon's pixels were copied.
};

struct dw_drag {
    struct wl_list link;  // struct dw_module.drags
    struct dw_module *module;
    struct dw_seat *seat;  // NULL once it is destroyed
    uint64_t number;
    struct dw_icon icon;
    struct dw_slot *slots[DW_LAYERS];  // lowest first
    size_t slot_count;
    struct dw_slot *leaving[DW_LAYERS];  // still shown, until Weston has all pictures that replace them
    size_t leaving_count;
    struct dw_slot *followers[DW_LAYERS];  // the slots that follow the pointer
    size_t follower_count;
    double x, y;  // the pointer position that the layers have followed
};

void dw_layers_show(struct dw_drag *drag, const struct dray_frame *frame);
// Shows the layers whose pictures have arrived.
void dw_layers_show_arrived(struct dw_module *module);
// Moves the layers that follow the pointer; nothing else changes.
void dw_layers_move(struct dw_drag *drag, double x, double y);
// Adapts the slot of the icon to its new size.
void dw_layers_fit_icon(struct dw_drag *drag);
// Shows the icon again after Weston has unmapped it.
void dw_layers_map_icon(struct dw_drag *drag);
bool dw_layers_have_icon(const struct dw_drag *drag);
void dw_layers_forget(struct dw_drag *drag);

// icon.c
void dw_icon_follow(struct dw_drag *drag, struct weston_surface *surface);
void dw_icon_release(struct dw_drag *drag);
void dw_icon_forget(struct dw_drag *drag);
int dw_icons_may_draw(void *module);
// Copies the content of shared memory upright, with at most `scale` pixels per point. Returns false if it cannot.
bool dw_surface_read(struct weston_surface *surface, struct wl_shm_buffer *memory, double scale, struct kit_copy *copy);
// Sends the surface's frame callbacks, though it is not shown.
void dw_surface_may_draw(struct weston_surface *surface);

// shown-drags.c
// Returns the drag that is shown under this number. If there is none, creates it for the seat `make_for`, unless that
// is NULL. Returns NULL without memory.
struct dw_drag *dw_drag_of(struct dw_module *module, uint64_t number, struct dw_seat *make_for);
void dw_drag_destroy(struct dw_drag *drag);

// preview.c
int dw_preview_adopt(void *module, struct wl_resource *surface);
int dw_preview_read(void *module, struct wl_resource *surface, struct dray_image *picture);

#endif
