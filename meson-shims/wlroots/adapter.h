// SPDX-License-Identifier: MIT
// What the parts of the adapter know of each other.
#ifndef ADAPTER_H
#define ADAPTER_H

#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_surface.h>
#include <wlr/util/log.h>

#include "dray-wlroots.h"

struct dray_wlroots {
    struct wl_display *display;
    struct dray_engine *dray;
    struct wl_list seats;  // struct dwl_seat.link
    struct wl_listener display_destroyed;
    double opacity;                     // of drag images
    struct pixels_client *pixels;       // NULL if there can be none
    struct dwl_picture *spare_picture;  // for the next drag; NULL until the compositor has answered
    struct wl_list images;              // struct dwl_image.link
    // Where the compositor goes on showing an icon after its wlr_drag: the pointer of its only seat. NULL otherwise.
    const struct wlr_cursor *cursor;
};

// For the preload: a compositor that is known to leave an icon in its place once the wlr_drag_icon.drag is of the kind
// WLR_DRAG_GRAB_KEYBOARD, as sway 1.7 does. There images fly back, and land.
void dwl_let_icons_outlive_drags(struct dray_wlroots *adapter, const struct wlr_cursor *cursor);

// What a surface with the role of a drag icon has as its role_data, if anybody cares for its commits.
struct dwl_icon_user {
    void (*committed)(struct dwl_icon_user *user, struct wlr_surface *surface);
};

struct dwl_drag;
struct dwl_image;
struct dwl_picture;
struct pixels_client;

struct dwl_seat {
    struct dray_wlroots *adapter;
    struct wlr_seat *seat;
    struct dray_seat *dray;
    struct wl_list link;
    struct wl_listener destroyed, keyboard_focus, selection_set;

    struct dwl_drag *drag;  // under way, or NULL
    uint32_t selection_serial;
    struct wl_client *selection_client;
    struct wlr_data_source *selection;  // stands for a client's clipboard towards wlroots
};

// drag.c
extern const struct dray_host_interface dwl_host;
void dwl_drag_destroy(struct dwl_seat *seat);

// icon.c
typedef void (*dwl_use_icon)(void *data, const struct dray_image *picture);
// Calls `use` with the pixels, which are valid during the call. To be called during the commit of the icon, which has a
// buffer: later a client may draw on it. The output's allocator helps with buffers of the graphics card; NULL for none.
bool dwl_icon_read(struct wlr_surface *icon, struct wlr_output *output, dwl_use_icon use, void *data);

// image.c
void dwl_images_prepare(struct dray_wlroots *adapter);
// NULL if the compositor has not answered yet, or there is no memory: then the client's icon is shown as it is. The image
// is the only one that reads the icon, which has its role already.
struct dwl_image *dwl_image_create(struct dwl_seat *seat, const struct dray_start_request *request);
void dwl_image_destroy(struct dwl_image *image);
// Of a drag that may be over already; NULL for none.
struct dwl_image *dwl_image_of(struct dwl_seat *seat, uint64_t drag);
void dwl_image_begins(struct dwl_image *image, uint64_t drag, bool is_touch);
// What the compositor is to show in place of the icon. It has no role yet.
struct wlr_surface *dwl_image_surface(struct dwl_image *image);
void dwl_image_appears(struct dwl_image *image);
void dwl_image_feedback(struct dwl_image *image, const struct dray_feedback *feedback);
// The drag has let go of the seat, and its wlr_drag is about to be destroyed. Destroys the image, or takes the icon away
// from the wlr_drag and keeps it until it has left.
void dwl_image_let_go(struct dwl_image *image, struct wlr_drag *drag);
void dwl_image_ends(struct dwl_image *image, enum dray_image_ending ending);
// The seat is gone.
void dwl_images_forget_seat(struct dwl_seat *seat);

// seat.c
struct dwl_seat *dwl_seat_get(struct dray_wlroots *adapter, struct wlr_seat *seat);
void dwl_seat_destroy(struct dwl_seat *seat);

// clipboard.c
void dwl_clipboard_init(struct dwl_seat *seat);
void dwl_clipboard_finish(struct dwl_seat *seat);
void dwl_clipboard_changed(struct dwl_seat *seat, const char *const *types, size_t count);

#endif
