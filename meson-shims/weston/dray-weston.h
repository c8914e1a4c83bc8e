// SPDX-License-Identifier: MIT
// Dray in an unmodified Weston 10: what the parts of the module know of each other.
#ifndef DRAY_WESTON_H
#define DRAY_WESTON_H

#include <libweston/libweston.h>
#include <stdbool.h>
#include <stdint.h>

#include "dray.h"
#include "pixels.h"

// settings.c: what weston.ini says.
struct dw_settings {
    struct dray_policy policy;
    struct dray_style style;
    char *cursor_theme;  // NULL for the default one
    int32_t cursor_size;
};
void dw_settings_read(struct dw_settings *settings, struct weston_compositor *compositor);
void dw_settings_finish(struct dw_settings *settings);

// The module: one for a compositor.
struct dw_module {
    struct weston_compositor *compositor;
    struct dray_engine *dray;
    struct dw_settings settings;
    struct dw_pixels *pixels;
    struct weston_layer layer;
    struct wl_event_source *tick;  // drives the animations, about 60 times a second while there are any
    bool is_tick_due;
    struct wl_list seats;          // struct dw_seat.link
    struct wl_list images;         // struct dw_image.link
    struct wl_listener compositor_destroyed;
};

enum dw_grab {
    DW_GRAB_NONE,
    DW_GRAB_POINTER,
    DW_GRAB_TOUCH,
};

// A seat of Weston's, with its drag.
struct dw_seat {
    struct dw_module *module;
    struct weston_seat *seat;
    struct dray_seat *dray;
    struct wl_list link;
    struct wl_listener destroyed, caps_updated, keyboard_focus, keyboard_gone, selection_changed;
    struct weston_keyboard *keyboard;  // whose focus is listened to
    bool is_gone;                      // Weston has freed it

    enum dw_grab allowed;  // by what the next drag was found to be driven
    enum dw_grab grab;
    struct weston_pointer_grab pointer_grab;
    struct weston_touch_grab touch_grab;
    struct weston_keyboard_grab keyboard_grab;
    struct weston_view *focus;    // what the content is over
    wl_fixed_t focus_x, focus_y;  // where on it
    struct dw_image *image;       // that goes along; NULL for none
    struct wl_listener focus_destroyed;

    uint32_t selection_serial;             // of the client that may take the clipboard now
    struct weston_data_source *selection;  // stands for a client's clipboard towards Weston; NULL if that is not a client's
};

// seat.c
void dw_seat_create(struct dw_module *module, struct weston_seat *seat);
void dw_seat_destroy(struct dw_seat *seat);
struct dw_seat *dw_seat_of(struct dw_module *module, struct weston_seat *seat);
uint32_t dw_seat_modifiers(struct dw_seat *seat);

// drag.c: the host's side of dray.h.
extern const struct dray_host_interface dw_host;
void dw_end_grabs(struct dw_seat *seat);

// clipboard.c
void dw_clipboard_init(struct dw_seat *seat);
void dw_clipboard_finish(struct dw_seat *seat);
void dw_clipboard_changed(struct dw_seat *seat, const char *const *types, size_t count);

// image.c: the drag image on the screen, until its last animation is over.
struct dw_image;
struct dw_image *dw_image_create(struct dw_seat *seat, const struct dray_drag_info *info, double x, double y,
                                 bool is_touch);
// The image of a drag; NULL for none.
struct dw_image *dw_image_of(struct dw_seat *seat, uint64_t drag);
void dw_image_appears(struct dw_image *image, double x, double y);
void dw_image_moves(struct dw_image *image, double x, double y);
void dw_image_feedback(struct dw_image *image, const struct dray_feedback *feedback);
void dw_image_highlight(struct dw_seat *seat, struct weston_surface *surface);
void dw_image_item_count(struct dw_seat *seat, uint32_t count);
// The seat is the clients' again: what they do with the icon from here on has no part in its end.
void dw_image_release(struct dw_image *image);
void dw_image_ends(struct dw_image *image, enum dray_image_ending ending, double x, double y);
// The drag is over; an image that still leaves goes on by itself.
void dw_image_let_go(struct dw_image *image);
// The seat is gone, and with it the drags that were dropped on the way and are not finished.
void dw_images_forget_seat(struct dw_seat *seat);
int dw_images_handle_tick(void *module);
void dw_image_destroy(struct dw_image *image);
uint64_t dw_now(void);
// Pictures have to be good enough for the best of all outputs; Weston makes them smaller for the others.
int32_t dw_best_scale(struct weston_compositor *compositor);

#endif
