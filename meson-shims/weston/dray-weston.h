// SPDX-License-Identifier: MIT
// Dray in an unmodified Weston: what the parts of the module know of each other. Weston's devices and windows go in,
// layers come out; what a drag is, looks like and means is decided by the library.
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

// settings.c: what weston.ini says.
struct dw_settings {
    struct kit_settings common;
    char *cursor_theme;  // NULL for the default one
    int32_t cursor_size;
    uint32_t data_control;  // clipboard managers are let in
};
void dw_settings_read(struct dw_settings *settings, struct weston_compositor *compositor);
void dw_settings_finish(struct dw_settings *settings);

// The module: one for a compositor.
struct dw_module {
    struct weston_compositor *compositor;
    struct dray_engine *dray;
    struct dw_settings settings;
    struct dw_pixels *pixels;
    struct kit_log log;
    struct kit_serials *serials;
    struct weston_layer layer;
    struct wl_list seats;    // struct dw_seat.link
    struct wl_list drags;    // struct dw_drag.link, the newest first
    struct wl_list carried;  // carry.c
    struct wl_list outputs;  // struct dw_output.link
    struct kit_previews previews;
    uint64_t scene;          // a sum over what windows are where
    struct wl_event_source *icon_timer;
    struct wl_event_source *reading_shown;  // a frame that shows what was read of an icon; NULL for none
    bool is_icon_due;
    struct weston_binding *touch_binding;
    struct weston_binding *shortcut;  // for a drag by keyboard; NULL for none
    struct dw_x11 *x11;               // the X server whose windows are shown; NULL for none
    struct wl_listener output_created, activated, compositor_destroyed;
};

enum dw_grab {
    DW_GRAB_NONE,
    DW_GRAB_POINTER,
    DW_GRAB_TOUCH,
    DW_GRAB_X11,  // an X client drags by pointer or finger, and has it
};

// More than one person has, but for the first.
#define DW_FINGERS 10

// A drag that a finger holds beside the seat's own.
struct dw_beside {
    uint64_t number;
    int32_t finger;
};

// A finger that is a client's. Weston itself remembers the first only.
struct dw_touch {
    int32_t finger;
    double down_x, down_y;  // where it came down
    double x, y;            // where it is
};

// A seat of Weston's, with what drives its drag.
struct dw_seat {
    struct dw_module *module;
    struct weston_seat *seat;
    struct dray_seat *dray;
    struct wl_list link;
    struct wl_listener destroyed, caps_updated, selection_changed;
    bool is_gone;  // Weston has freed it

    // drag.c
    enum dw_grab grab;
    struct weston_pointer_grab pointer_grab;
    struct weston_touch_grab touch_grab;
    bool has_passed_fingers;    // to the clients, since the last frame of the touch screen
    struct dw_drag *drag;       // that the grab drives
    uint64_t number;            // of that drag; 0 for none
    int32_t finger;             // that drives it, with DW_GRAB_TOUCH, or with DW_GRAB_X11
    struct dw_beside beside[DW_FINGERS];
    size_t beside_count;
    struct dw_touch fingers[DW_FINGERS];  // that the clients have, the oldest first
    size_t finger_count;
    struct weston_view *focus;  // what the content is over
    double focus_x, focus_y;    // where on it
    struct dray_place *focus_place;  // that stands for it; NULL for none
    struct wl_listener focus_destroyed;
    enum weston_keyboard_modifier modifiers;  // as Dray knows them

    // grabs.c
    struct wl_event_source *grab_check;  // NULL without a drag
    struct timespec pressed_time;        // weston_pointer.grab_time when the drag began
    uint32_t touch_count;                // fingers on the screen at the last check

    // keyboard.c
    struct weston_keyboard *keyboard;  // whose focus is listened to
    struct wl_listener keyboard_focus;
    const struct weston_keyboard_grab_interface *keys;  // Weston's own, while the keyboard is the drag's; else NULL
    struct weston_surface *heir;                        // gets the keyboard afterwards
    struct wl_listener heir_destroyed;
    bool is_taking_focus;

    // hand.c
    bool has_lent_pointer;  // only for a drag by keyboard

    // click.c
    struct weston_pointer *pointer;  // whose focus is listened to
    struct wl_listener pointer_focus, pointer_moved;
    struct weston_pointer_grab click_grab;
    struct weston_view *pressed;  // in the background, and nothing has come of it yet
    struct wl_listener pressed_destroyed;
    struct weston_touch_grab tap_grab;
    struct weston_view *tapped;
    struct wl_listener tapped_destroyed;

    struct kit_scroll scroll;

    // clipboard.c
    uint32_t selection_serial;             // of the client that may take the clipboard now
    struct weston_data_source *selection;  // stands for a client's clipboard towards Weston; NULL if it is not a client's
};

// seat.c
void dw_seat_create(struct dw_module *module, struct weston_seat *seat);
void dw_seat_destroy(struct dw_seat *seat);
// NULL for a seat that is gone.
struct dw_seat *dw_seat_of(struct weston_seat *seat);
// A set of enum dray_modifier.
uint32_t dw_seat_modifiers(const struct dw_seat *seat);
// Tells Dray, if it does not know yet.
void dw_seat_update_modifiers(struct dw_seat *seat);

// Hears of the serials that clients are given, as long as any can be.
void dw_listen_for_serials(struct dw_module *module);

// host.c: the host's side of dray.h. Functions below whose first argument is `void *module` are parts of it as they are.
extern const struct dray_host_interface dw_host;

// drag.c: beginning and end of a drag, and Weston's grabs that drive it.
int dw_drag_requested(void *module, void *seat, const struct dray_start_request *request);
// A drag of the seat has left its hand.
void dw_drag_released(struct dw_seat *seat, uint64_t number);
// All of them, and nobody is asked.
void dw_end_grabs(struct dw_seat *seat);
// What the pointer does, or the finger that drives the drag beside which others may be, is a drag's no longer.
void dw_end_own_grab(struct dw_seat *seat);
// An X client's drag: the pointer moved to where something or nothing (NULL) is.
void dw_drag_moved(struct dw_seat *seat, struct weston_view *view, double x, double y, uint64_t time);

// grabs.c: grabs of others during a drag.
// Keeps the seat's grabs the drag's until the drag is over. Call when a drag begins, by any device.
void dw_grabs_guard(struct dw_seat *seat);
// Sets the drag's grabs again where others have taken their place; cancels the drag if what held it is up.
void dw_grabs_regain(struct dw_seat *seat);
void dw_grabs_forget(struct dw_seat *seat);

// x11.c: drags between X11 windows and others.
// The surface may be the first that is seen of an X server's.
void dw_x11_notice(struct dw_module *module, struct weston_surface *surface);
// Whether the surface is an X11 window's.
bool dw_x11_owns(const struct dw_module *module, struct weston_surface *surface);
// Stands for X11 windows, and takes points of X's screen, which are global ones; NULL for other surfaces, and while X cannot be
// reached.
struct dray_place *dw_x11_place(struct dw_module *module, struct weston_surface *surface);
// What an X client drags looks like that: it lies where the content is, and is not what that is over.
bool dw_x11_is_image(const struct dw_module *module, const struct weston_view *view);
// Whether an X client drags.
bool dw_x11_is_dragging(const struct dw_module *module);
// Whether that is by a finger.
bool dw_x11_is_by_finger(const struct dw_module *module);
// Whether the pointer is with the window that was pressed. For Xwayland a button is up once the pointer has left.
bool dw_x11_has_pointer(const struct dw_module *module, const struct weston_pointer *pointer);
// Windows are elsewhere.
void dw_x11_look(struct dw_module *module);
// The seat's grab is over.
void dw_x11_ended(struct dw_seat *seat);
void dw_x11_watch(struct dw_module *module);
void dw_x11_forget(struct dw_module *module);
void dw_x11_forget_seat(struct dw_seat *seat);

// x11-image.c: an X client's drag is about to end, and what is its picture now takes no press from here on.
void dw_x11_pass_images_by(struct dw_module *module);

// x11-end.c: Weston's window manager hears nothing of the windows of a server that is going.
void dw_x11_let_go(struct dw_module *module, struct wl_client *server);

// keyboard.c: the keyboard, which is no client's during a drag.
void dw_keyboard_watch(struct dw_seat *seat);
void dw_keyboard_loosen(struct dw_seat *seat);
void dw_keyboard_take(struct dw_seat *seat);
void dw_keyboard_give_back(void *module, void *seat);
// Who gets the keyboard after the drag.
void dw_keyboard_set_heir(struct dw_seat *seat, struct weston_surface *surface);
void dw_keyboard_forget(struct dw_seat *seat);

// fingers.c: what grabs of ours see of the fingers that are the clients'.
void dw_fingers_add(struct dw_seat *seat, int32_t finger, double x, double y);
// One that is not known stays so.
void dw_fingers_move(struct dw_seat *seat, int32_t finger, double x, double y);
// It is up, or a drag's.
void dw_fingers_remove(struct dw_seat *seat, int32_t finger);
// One that came down under another grab is as good as where the first is.
struct dw_touch dw_fingers_find(struct dw_seat *seat, const struct weston_touch *touch, int32_t finger);

// click.c: a window in the background comes forward when the button goes up, and not if a drag came of it.
void dw_click_watch(struct dw_seat *seat);
void dw_click_forget(struct dw_seat *seat);
// A drag began: nothing comes of the press.
void dw_click_drop(struct dw_seat *seat);
void dw_click_add_touch(struct dw_module *module);
// As if the view had been clicked.
void dw_activate(struct dw_seat *seat, struct weston_view *view);
// The view's window comes to the front; the keyboard goes to whom it would have gone to.
void dw_raise(struct dw_seat *seat, struct weston_view *view);

// scroll.c: the wheel during a drag.
void dw_scroll_enter(void *module, void *seat, struct wl_resource *surface, double x, double y);
void dw_scroll_leave(void *module, void *seat, struct wl_resource *surface);
void dw_scroll_axis(struct dw_seat *seat, struct weston_pointer *pointer, DW_AXIS);
void dw_scroll_source(struct dw_seat *seat, struct weston_pointer *pointer, uint32_t source);
void dw_scroll_frame(struct dw_seat *seat, struct weston_pointer *pointer);

// hand.c: a drag by keyboard moves a pointer that nobody has in the hand; see dray.h.
void dw_hand_add_shortcut(struct dw_module *module, struct weston_keyboard *keyboard);
void dw_hand_use(void *module, void *seat, int is_on);
void dw_hand_move(void *module, void *seat, double x, double y);
void dw_hand_press(void *module, void *seat, uint32_t button, int is_pressed);
size_t dw_hand_windows(void *module, void *seat, struct wl_resource **surfaces, size_t capacity);

// scene.c: where windows are.
// What takes input at a point, drag images left out; NULL for nothing of a client's. The local point as well.
struct weston_view *dw_pick(struct dw_seat *seat, double x, double y, double *local_x, double *local_y);
// The same as Dray is told of it. False for nothing.
int dw_pick_for(void *module, void *seat, double x, double y, struct dray_pick *pick);
// A view of a surface that is shown, that which the seat's drag is over if it is one of them; NULL if there is none.
struct weston_view *dw_view_of(const struct dw_seat *seat, struct weston_surface *surface);
int dw_scene_bounds(void *module, void *seat, struct wl_resource *surface, struct dray_bounds *bounds);
// Whether another window covers a part of that which the surface is in.
int dw_scene_is_behind(void *module, void *seat, struct wl_resource *surface);
double dw_scene_scale_at(void *module, void *seat, double x, double y);
void dw_scene_watch(struct dw_module *module);
void dw_scene_forget(struct dw_module *module);

// clipboard.c
void dw_clipboard_init(struct dw_seat *seat);
void dw_clipboard_finish(struct dw_seat *seat);
void dw_clipboard_changed(void *module, void *seat, const char *const *types, size_t count);

// carry.c: windows that travel with drags.
// The window of this xdg_toplevel is where the pointer or finger is, less the offset, from now on.
void dw_carry(void *module, void *seat, uint64_t drag, struct wl_resource *toplevel, double offset_x, double offset_y);
// It stays where it is.
void dw_carry_put_down(void *module, void *seat, uint64_t drag, struct wl_resource *toplevel);
// What drives the drag is here now.
void dw_carry_to(struct dw_module *module, uint64_t drag, double x, double y);
// Whether a surface is one of such a window.
bool dw_is_carried(struct dw_module *module, struct weston_surface *surface);
void dw_carry_forget_seat(struct dw_seat *seat);

// layers.c: what is on the screen of a drag, until its last frame.
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

// The client's own icon.
struct dw_icon {
    struct weston_surface *surface;  // referenced, so that it lasts as long as the drag is shown; NULL for none
    struct wl_listener committed;
    struct weston_buffer *buffer;  // with what was drawn last; NULL for none, or once it is gone
    struct wl_listener buffer_destroyed;
#if DW_RESTORES_CONTENT
    struct dw_content content;
#endif
    int32_t offset_x, offset_y;
    bool is_told;  // Dray knows that there is something on it, of this size and there:
    int32_t told_width, told_height, told_x, told_y;
    bool is_released;  // what its client does has no part in the end
    bool is_read;      // its bytes were handed over
};

struct dw_drag {
    struct wl_list link;  // struct dw_module.drags
    struct dw_module *module;
    struct dw_seat *seat;  // NULL once it is gone
    uint64_t number;
    struct dw_icon icon;
    struct dw_slot *slots[DW_LAYERS];  // the lowest first
    size_t slot_count;
    struct dw_slot *leaving[DW_LAYERS];  // shown until Weston has all pictures that take their place
    size_t leaving_count;
    struct dw_slot *followers[DW_LAYERS];  // those that go where the pointer goes
    size_t follower_count;
    double x, y;  // of the pointer, as far as the layers have followed it
};

// NULL if it is not shown, unless it is to be made, and if there is no memory.
struct dw_drag *dw_drag_of(struct dw_module *module, uint64_t number, struct dw_seat *make_for);
void dw_drag_destroy(struct dw_drag *drag);
void dw_layers_show(struct dw_drag *drag, const struct dray_frame *frame);
// They go where the pointer has gone; nothing else changes.
void dw_layers_move(struct dw_drag *drag, double x, double y);
// The icon has another size.
void dw_layers_fit_icon(struct dw_drag *drag);
// The icon was taken off the screen by Weston.
void dw_layers_map_icon(struct dw_drag *drag);
bool dw_layers_have_icon(const struct dw_drag *drag);

// icon.c
void dw_icon_follow(struct dw_drag *drag, struct weston_surface *surface);
void dw_icon_release(struct dw_drag *drag);
void dw_icon_forget(struct dw_drag *drag);
int dw_icons_may_draw(void *module);
// A copy of what is in shared memory, upright, at so many pixels per point or fewer. False if it cannot be.
bool dw_surface_read(struct weston_surface *surface, struct wl_shm_buffer *memory, double scale,
                     struct kit_copy *copy);
// Its client may draw again, though nothing of it is shown.
void dw_surface_may_draw(struct weston_surface *surface);

// preview.c
int dw_preview_adopt(void *module, struct wl_resource *surface);
int dw_preview_read(void *module, struct wl_resource *surface, struct dray_image *picture);

#endif
