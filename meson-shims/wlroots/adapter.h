// SPDX-License-Identifier: MIT
// What the parts of the adapter know of each other.
#ifndef ADAPTER_H
#define ADAPTER_H

#include "../kit/log.h"
#include "../kit/previews.h"
#include "../kit/scroll.h"
#include "../kit/serials.h"
#include "../kit/shortcut.h"
#include "compat.h"
#include "dray-wlroots.h"

struct dwl_border;
struct dwl_drag;
struct dwl_image;
struct dwl_picture;
struct dwl_sight;
struct dwl_source;
struct dwl_tiles;
struct pixels_client;

struct dray_wlroots {
    struct wl_display *display;
    struct dray_engine *dray;
    struct dwl_border *border;  // that X clients drag over; NULL for none
    struct dray_place *x11;  // stands for the X11 windows that take what is over them
    struct dwl_sight *sight;  // where things are on the screen; NULL if nobody tells
    struct wl_list seats;     // struct dwl_seat.link
    struct wl_list images;    // struct dwl_image.link
    struct kit_previews previews;
    struct kit_serials *serials;        // of fingers; NULL without memory
    struct pixels_client *pixels;       // NULL if there can be none
    struct dwl_tiles *tiles;            // NULL until the compositor has answered
    struct dwl_picture *spare_picture;  // for the next drag; NULL until the compositor has answered
    struct kit_log log;
    void *data;
    void (*activate)(void *data, struct wlr_seat *seat, struct wlr_surface *surface);
    bool (*is_locked)(void *data);  // NULL: it never is
    int (*confinement_of)(void *data, struct wl_client *client, const char **application);  // NULL: nobody knows
    struct dray_style style;  // as the caller wants it
    struct kit_shortcut shortcut;  // for a drag by keyboard
    struct wl_event_source *look_timer;  // ends that; NULL before the first time
    bool looks_around;                   // somebody wants to know where windows are
    struct wl_listener display_destroyed;
};

// The keyboard of a seat, as long as Dray has it: no client has its focus meanwhile. What the compositor would have
// focused is remembered.
struct dwl_keyboard {
    struct wlr_seat_keyboard_grab grab;
    bool is_taken;
    struct wlr_surface *focus;  // NULL for none
    struct wl_listener focus_destroyed;
    uint32_t keys[WLR_KEYBOARD_KEYS_CAP];  // those that the compositor thinks its focus knows of
    size_t key_count;
    uint32_t modifiers;  // as Dray was told of them; no set of them before that
    // Whose it was before content that rested over a window brought that forward, which gave it the keyboard; NULL: that did
    // not happen.
    struct wlr_surface *sprung_from;
    struct wl_listener sprung_from_destroyed;
    struct wlr_keyboard *device;  // whose key was the last to go down; NULL for none
    struct wl_listener device_destroyed, device_key, device_modifiers;
};

// The pointer of a drag by keyboard, which nobody has in the hand.
struct dwl_hand {
    struct wlr_keyboard_grab_interface keys;  // wlroots' own, but for the shortcut
    const struct wlr_keyboard_grab_interface *keys_before;
    struct wl_listener seat_destroyed;
    bool is_used;
    struct wlr_cursor *cursor;  // that the device is attached to; NULL while it is not
    struct dwl_pointer device;
    bool had_no_pointer;  // the seat
    bool is_telling;  // of what it does: it may not go now
    bool goes;        // once it has told
};

struct dwl_seat {
    struct dray_wlroots *adapter;
    struct wlr_seat *seat;
    struct dray_seat *dray;
    struct wl_list link;
    struct wl_listener destroyed, keyboard_focus, pointer_focus, selection_set;
    // takeover.c
    struct wl_listener pointer_grab_begun, keyboard_grab_begun, keyboard_grab_ended, touch_grab_begun;
    bool is_going;
    struct dwl_keyboard keyboard;
    struct dwl_hand hand;

    struct dwl_drag *drag;     // under way, or NULL
    struct wl_list beside;     // struct dwl_beside.link: those that fingers hold beside it
    struct wlr_seat_touch_grab touch_grab;  // while fingers drag, or have dragged and are down, without a wlr_drag by touch
    bool is_ending_touch;                   // a grab of the touch screen, and means it
    // rest.c
    struct wlr_seat_pointer_grab pointer_rest;
    struct wlr_pointer_grab_interface resting;  // wlroots' own, but for buttons
    struct dwl_source *source;  // of the newest drag; NULL once it is gone
    uint32_t selection_serial;
    struct wl_client *selection_client;
    struct wlr_data_source *selection;  // stands for a client's clipboard towards wlroots

    struct kit_scroll scroll;
    bool is_pointer_lent;  // to the client that is scrolled, while wlroots sends to it
};

// adapter.c
// As dray_wlroots_create, with eyes; they are the caller's.
struct dray_wlroots *dwl_create(struct wl_display *display, const struct dray_wlroots_options *options,
                                struct dwl_sight *sight);

// scroll.c: the wheel during a drag.
void dwl_scroll_enter(void *adapter, void *seat, struct wl_resource *surface, double x, double y);
void dwl_scroll_leave(void *adapter, void *seat, struct wl_resource *surface);
// Somebody scrolls. True: until dwl_scroll_end wlroots sends to the client below the content.
bool dwl_scroll_begin(struct dwl_seat *seat);
void dwl_scroll_end(struct dwl_seat *seat);
void dwl_scroll_frame(struct dwl_seat *seat);

// drag.c: what Dray asks and tells. Functions whose first argument is `void *adapter` are parts of it as they are.
extern const struct dray_host_interface dwl_host;
void dwl_drag_destroy(struct dwl_seat *seat);
// Asks the compositor to give the keyboard to the window of a surface, which comes to the front with most of them.
void dwl_activate(struct dwl_seat *seat, struct wlr_surface *surface);
// Ends every drag of every seat, of fingers and by keyboard too.
void dwl_call_off_all(struct dray_wlroots *adapter, enum dray_interruption interruption);
// Has windows looked at while there is a drag, or an image of one.
void dwl_watch_as_needed(struct dray_wlroots *adapter);

// image.c
void dwl_images_prepare(struct dray_wlroots *adapter);
// NULL for none: nothing is shown. `icon` may be NULL, and has its role already.
struct dwl_image *dwl_image_create(struct dwl_seat *seat, struct wlr_surface *icon, struct wlr_surface *origin);
void dwl_image_destroy(struct dwl_image *image);
struct dwl_image *dwl_image_of(struct dray_wlroots *adapter, uint64_t drag);
// What the compositor is to show as the icon; NULL for nothing. It has no role yet, or that of an icon.
struct wlr_surface *dwl_image_surface(struct dwl_image *image);
// Pixels per point, where nobody tells more than where the drag began.
double dwl_image_scale(struct dwl_image *image);
// The compositor's icon is this one.
void dwl_image_is_icon(struct dwl_image *image, struct wlr_drag_icon *icon);
void dwl_image_begins(struct dwl_image *image, uint64_t drag);
void dwl_image_show(struct dwl_image *image, const struct dray_frame *frame);
// The pointer has gone here: for an image that the compositor does not move along by itself.
void dwl_image_move(struct dwl_image *image, double x, double y);
// The wlr_drag is about to be destroyed, and its icon stays at this point. Destroys the image, or takes the icon away
// from the wlr_drag and keeps it until its last frame.
void dwl_image_let_go(struct dwl_image *image, struct wlr_drag *drag, double x, double y);
// Where any drag began; NULL for none.
struct wlr_output *dwl_images_output(struct dray_wlroots *adapter);
// The seat is gone.
void dwl_images_forget_seat(struct dwl_seat *seat);

// seat.c
struct dwl_seat *dwl_seat_get(struct dray_wlroots *adapter, struct wlr_seat *seat);
void dwl_seat_destroy(struct dwl_seat *seat);
// A set of enum dray_modifier.
uint32_t dwl_modifiers_of(struct wlr_seat *seat);

// keyboard.c
void dwl_keyboard_take(struct dwl_seat *seat);
void dwl_keyboard_give_back(void *adapter, void *seat);
// A window is about to come forward during a drag: what has the keyboard now gets it back at the end, unless the content is
// dropped on another.
void dwl_keyboard_springs(struct dwl_seat *seat);

// x11.c
extern const struct dray_place_options dwl_x11_place;

// clipboard.c
void dwl_clipboard_init(struct dwl_seat *seat);
void dwl_clipboard_finish(struct dwl_seat *seat);
void dwl_clipboard_changed(void *adapter, void *seat, const char *const *types, size_t count);

#endif
