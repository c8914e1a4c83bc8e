// SPDX-License-Identifier: MIT
// What image.c, icon.c and layers.c share: the drag image of one drag.
#ifndef IMAGE_H
#define IMAGE_H

#include "dray-weston.h"

#define DW_LAYERS 32

// One layer of the presentation as Weston shows it.
struct dw_slot {
    struct dw_picture *picture;
    struct weston_view *view;
    struct wl_listener view_destroyed;
    struct weston_transform scale;
    double dx, dy;  // from the pointer
};

struct dw_image {
    struct wl_list link;  // struct dw_module.images; the first field
    struct dw_module *module;
    struct dw_seat *seat;  // NULL once it is gone
    uint64_t drag;
    struct dray_presentation *presentation;  // NULL until it has appeared and there is something to show
    struct dray_feedback feedback;
    uint32_t item_count;
    char **types;
    size_t type_count;
    double home_x, home_y, x, y;
    bool has_appeared, is_released, is_let_go, is_touch;
    uint64_t standard_at;  // when a standard image takes the place of an icon that the client has not drawn
    struct dray_box highlight;

    struct weston_surface *icon;  // NULL for none, or once it is gone
    bool is_icon_stale;
    struct wl_listener icon_destroyed;
    int32_t offset_x, offset_y;

    struct dw_slot slots[DW_LAYERS];
    size_t slot_count;                     // of the last frame
    struct dw_slot *followers[DW_LAYERS];  // those that go where the pointer goes
    size_t follower_count;
    struct dw_picture *pictures[DW_LAYERS];
    size_t picture_count;
};

// image.c: the client has drawn this; the bytes are copied.
void dw_image_use(struct dw_image *image, const struct dray_image *picture);
void dw_images_ask_for_tick(struct dw_module *module);

// icon.c: the client's surface. It is never shown itself, only what is on it.
void dw_icon_follow(struct dw_image *image, struct weston_surface *surface);
void dw_icon_read(struct dw_image *image);
// Reads it if the client has drawn since.
void dw_icon_refresh(struct dw_image *image);
void dw_icon_forget(struct dw_image *image);
// Whether the client waits until it may draw again.
bool dw_icon_waits(const struct dw_image *image);
void dw_icon_may_draw(struct dw_image *image);

// layers.c: brings the views up to date. Returns whether to do so again with the next tick.
bool dw_layers_show(struct dw_image *image);
// They go where the pointer has gone; nothing else changes.
void dw_layers_move(struct dw_image *image);
void dw_layers_clear(struct dw_image *image);

#endif
