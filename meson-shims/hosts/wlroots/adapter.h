// SPDX-License-Identifier: MIT
// The internal interfaces of the wlroots adapter. Each source file has its section.
#ifndef ADAPTER_H
#define ADAPTER_H

#include "../kit/log.h"
#include "../kit/previews.h"
#include "../kit/scroll.h"
#include "../kit/serials.h"
#include "../kit/shortcut.h"
#include "compat.h"
#include "dray-wlroots.h"
#include "dray-content.h"

struct dwl_seat;
struct dwl_x11_bridge;
struct dwl_drag;
struct dwl_image;
struct dwl_picture;
struct dwl_tracker;
struct dwl_source;
struct dwl_tiles;
struct pixels_client;

struct dray_wlroots {
    struct wl_display *display;
    struct dray_engine *dray;
    struct dwl_x11_bridge *bridge;  // the bridge for drags by X clients; NULL for none
    struct dray_place *x11;         // the drop target that represents the X11 windows under a drag
    struct dwl_tracker *tracker;    // positions on the screen; NULL without the preloaded library
    struct wl_list seats;           // struct dwl_seat.link
    struct wl_list images;          // struct dwl_image.link
    struct kit_previews previews;
    struct kit_serials *serials;        // serials of fingers; NULL without memory
    struct pixels_client *pixels;       // NULL if it cannot be created
    struct dwl_tiles *tiles;            // NULL until the compositor has answered
    struct dwl_picture *spare_picture;  // for the next drag; NULL until the compositor has answered
    struct kit_log log;
    void *data;
    void (*activate)(void *data, struct wlr_seat *seat, struct wlr_surface *surface);
    bool (*is_locked)(void *data);  // NULL: it never is
    // NULL: unknown for all clients.
    int (*confinement_of)(void *data, struct wl_client *client, const char **application);
    struct dray_style style;             // as requested by the caller
    struct kit_shortcut shortcut;        // starts a drag by keyboard
    struct wl_event_source *look_timer;  // ends `looks_around`; NULL until first used
    bool looks_around;                   // Whether the positions of windows are in demand.
    struct wl_listener display_destroyed;
};

// The keyboard of a seat while Dray has it: no client has the focus meanwhile, and the focus that the compositor sets
// is recorded.
struct dwl_keyboard {
    struct wlr_seat_keyboard_grab grab;
    // Whether the pressed key was the shortcut, so that the user no longer picks.
    bool (*ends_picking)(struct dwl_seat *seat, uint32_t key);
    bool is_taken;
    struct wlr_surface *focus;  // NULL for none
    struct wl_listener focus_destroyed;
    uint32_t keys[WLR_KEYBOARD_KEYS_CAP];  // keys that the compositor has reported to the focus
    size_t key_count;
    uint32_t modifiers;  // as sent to Dray; not a valid set until then
    // The focus before a window was raised because the drag hovered over it, which gave the window the focus; NULL if
    // that did not happen.
    struct wlr_surface *sprung_from;
    struct wl_listener sprung_from_destroyed;
    struct wlr_keyboard *device;  // the keyboard of the most recent key press; NULL for none
    struct wl_listener device_destroyed, device_key, device_modifiers;
};

// The virtual pointer of a drag by keyboard.
struct dwl_virtual_pointer {
    struct wlr_keyboard_grab_interface keys;  // wlroots' own interface with its key function replaced
    const struct wlr_keyboard_grab_interface *keys_before;
    struct wl_listener seat_destroyed;
    bool is_used;
    struct wlr_cursor *cursor;  // the cursor that the device is attached to; NULL while it is not
    struct dwl_pointer device;
    bool had_no_pointer;  // Whether the seat had no pointer.
    bool is_telling;      // Whether the device emits an event, so that it must not be destroyed now.
    bool goes;            // Whether it is destroyed after the event.
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
    struct dwl_virtual_pointer virtual_pointer;

    struct dwl_drag *drag;      // the current drag, or NULL
    struct wl_list concurrent;  // struct dwl_concurrent.link: concurrent drags by fingers
    // Active while fingers drag, or have dragged and are down, without a wlr_drag by touch.
    struct wlr_seat_touch_grab touch_grab;
    bool is_ending_touch;  // Whether a touch grab is being ended on purpose.
    // leftover-grab.c
    struct wlr_seat_pointer_grab leftover_grab;
    struct wlr_pointer_grab_interface leftover_interface;  // wlroots' own interface with its button function replaced
    struct dwl_source *source;                             // of the newest drag; NULL once it is destroyed
    uint32_t selection_serial;
    struct wl_client *selection_client;
    struct wlr_data_source *selection;  // a client's clipboard as wlroots sees it

    struct kit_scroll scroll;
    bool is_pointer_lent;  // Whether wlroots sends axis events to the scrolled client at the moment.
};

// adapter.c
// Works as dray_wlroots_create, with a tracker, which the caller owns.
struct dray_wlroots *dwl_create(struct wl_display *display, const struct dray_wlroots_options *options,
                                struct dwl_tracker *tracker);

// scroll.c: scrolling during a drag.
void dwl_scroll_enter(void *adapter, void *seat, struct wl_resource *surface, double x, double y);
void dwl_scroll_leave(void *adapter, void *seat, struct wl_resource *surface);
// The user scrolls. Returns true if wlroots sends to the client under the drag until dwl_scroll_end.
bool dwl_scroll_begin(struct dwl_seat *seat);
void dwl_scroll_end(struct dwl_seat *seat);
void dwl_scroll_frame(struct dwl_seat *seat);

// host.c: the host interface. Functions whose first argument is `void *adapter` implement its members directly.
extern const struct dray_host_interface dwl_host;
// Adds the optional interfaces to a new engine.
enum dray_status dwl_host_complete(struct dray_engine *dray);

// drag.c
int dwl_drag_requested(void *adapter, void *seat, const struct dray_start_request *request);
int dwl_is_locked(void *adapter, void *seat);
void dwl_drag_destroy(struct dwl_seat *seat);

// takeover.c
// Ends all drags of all seats, including those by fingers and by keyboard.
void dwl_call_off_all(struct dray_wlroots *adapter, enum dray_interruption interruption);

// tracking.c
// Tracks windows while there is a drag or a drag image, or their positions were requested.
void dwl_watch_as_needed(struct dray_wlroots *adapter);
// Tracks windows for a moment, because their positions were requested. Positions are known from drawing only.
void dwl_look_around(struct dray_wlroots *adapter);

// image.c
void dwl_images_prepare(struct dray_wlroots *adapter);
// Returns NULL if there is nothing to show. `icon` may be NULL; otherwise it already has its role.
struct dwl_image *dwl_image_create(struct dwl_seat *seat, struct wlr_surface *icon, struct wlr_surface *origin);
void dwl_image_destroy(struct dwl_image *image);
struct dwl_image *dwl_image_of(struct dray_wlroots *adapter, uint64_t drag);
// Returns the surface that the compositor shows as the icon; NULL for none. It has no role yet, or the role of an icon.
struct wlr_surface *dwl_image_surface(struct dwl_image *image);
// Pixels per point, from the output where the drag began unless more is known.
double dwl_image_scale(struct dwl_image *image);
// The compositor has created its icon for this image.
void dwl_image_is_icon(struct dwl_image *image, struct wlr_drag_icon *icon);
void dwl_image_begins(struct dwl_image *image, uint64_t drag);
void dwl_image_show(struct dwl_image *image, const struct dray_frame *frame);
// Moves an image that the compositor does not move itself to the pointer's position.
void dwl_image_move(struct dwl_image *image, double x, double y);
// The wlr_drag is about to be destroyed, and its icon stays at this point. Destroys the image, or takes the icon from
// the wlr_drag and keeps it until the image's last frame.
void dwl_image_let_go(struct dwl_image *image, struct wlr_drag *drag, double x, double y);
// Returns the output where any drag began; NULL for none.
struct wlr_output *dwl_images_output(struct dray_wlroots *adapter);
// Forgets a seat that is destroyed.
void dwl_images_forget_seat(struct dwl_seat *seat);

// seat.c
struct dwl_seat *dwl_seat_get(struct dray_wlroots *adapter, struct wlr_seat *seat);
void dwl_seat_destroy(struct dwl_seat *seat);

// keyboard.c
// Returns a set of enum dray_modifier.
uint32_t dwl_modifiers_of(struct wlr_seat *seat);
// Asks the compositor to focus the window of a surface; most compositors also raise it.
void dwl_activate(struct dwl_seat *seat, struct wlr_surface *surface);
void dwl_keyboard_take(struct dwl_seat *seat);
void dwl_keyboard_give_back(void *adapter, void *seat);
// Called before a window is raised during a drag: the current focus is restored after the drag, unless the content is
// dropped on another window.
void dwl_keyboard_springs(struct dwl_seat *seat);

// x11.c
extern const struct dray_place_options dwl_x11_place;

// clipboard.c
void dwl_clipboard_init(struct dwl_seat *seat);
void dwl_clipboard_finish(struct dwl_seat *seat);
void dwl_clipboard_changed(void *adapter, void *seat, const char *const *types, size_t count);

#endif
