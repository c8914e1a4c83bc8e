// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "image.h"

static void slot_clear(struct dw_slot *slot) {
    if (slot->view != NULL) {
        wl_list_remove(&slot->view_destroyed.link);
        wl_list_remove(&slot->scale.link);
        weston_view_destroy(slot->view);
    }
    slot->view = NULL;
    slot->picture = NULL;
}

// The client of our own has gone, at the compositor's end.
static void handle_view_destroyed(struct wl_listener *listener, void *data) {
    struct dw_slot *slot = wl_container_of(listener, slot, view_destroyed);
    wl_list_remove(&slot->view_destroyed.link);
    slot->view = NULL;
    slot->picture = NULL;
}

static void slot_show(struct dw_slot *slot, struct dw_picture *picture, struct weston_surface *surface) {
    slot_clear(slot);
    slot->view = weston_view_create(surface);
    if (slot->view == NULL) return;
    slot->picture = picture;
    slot->view_destroyed.notify = handle_view_destroyed;
    wl_signal_add(&slot->view->destroy_signal, &slot->view_destroyed);
    // At the head: first the scale, then the position.
    wl_list_insert(&slot->view->geometry.transformation_list, &slot->scale.link);
    surface->is_mapped = true;
    slot->view->is_mapped = true;
}

static void slot_place(struct dw_image *image, struct dw_slot *slot, const struct dray_layer *layer) {
    slot->dx = layer->x - image->x;
    slot->dy = layer->y - image->y;
    weston_matrix_init(&slot->scale.matrix);
    weston_matrix_scale(&slot->scale.matrix, layer->points_wide / dw_picture_width(slot->picture),
                        layer->points_high / dw_picture_height(slot->picture), 1);
    slot->view->alpha = layer->opacity;
    weston_view_set_position(slot->view, layer->x, layer->y);
    weston_view_geometry_dirty(slot->view);
    weston_view_update_transform(slot->view);
    weston_view_schedule_repaint(slot->view);
}

static struct dw_picture *find_picture(struct dw_image *image, const struct dray_layer *layer) {
    for (size_t index = 0; index < image->picture_count; index++)
        if (dw_picture_shows(image->pictures[index], layer)) return image->pictures[index];
    if (image->picture_count == DW_LAYERS) return NULL;
    struct dw_picture *picture = dw_picture_create(image->module->pixels, layer);
    if (picture != NULL) image->pictures[image->picture_count++] = picture;
    return picture;
}

static bool is_in_frame(const struct dw_picture *picture, const struct dray_frame *frame) {
    for (size_t layer = 0; frame != NULL && layer < frame->layer_count; layer++)
        if (dw_picture_shows(picture, &frame->layers[layer])) return true;
    return false;
}

// Pictures that are no longer in the frame, and in no slot, go.
static void drop_pictures(struct dw_image *image, const struct dray_frame *frame) {
    size_t kept = 0;
    for (size_t index = 0; index < image->picture_count; index++) {
        struct dw_picture *picture = image->pictures[index];
        bool is_used = is_in_frame(picture, frame);
        for (size_t slot = 0; slot < DW_LAYERS; slot++)
            if (image->slots[slot].picture == picture) is_used = true;
        if (is_used) image->pictures[kept++] = picture;
        else dw_picture_destroy(picture);
    }
    image->picture_count = kept;
}

// The first layer is the lowest, and the head of Weston's list the highest.
static void stack_slots(struct dw_image *image) {
    for (size_t index = 0; index < DW_LAYERS; index++) {
        struct weston_view *view = image->slots[index].view;
        if (view == NULL) continue;
        if (view->layer_link.layer != NULL) weston_layer_entry_remove(&view->layer_link);
        weston_layer_entry_insert(&image->module->layer.view_list, &view->layer_link);
    }
}

bool dw_layers_show(struct dw_image *image) {
    struct dray_frame frame = {.size = sizeof frame};
    if (image->presentation == NULL) return false;
    dray_presentation_move(image->presentation, image->x, image->y);
    if (dray_presentation_frame(image->presentation, dw_now(), &frame) != DRAY_OK) return false;
    bool is_restacked = false;
    size_t count = frame.layer_count < DW_LAYERS ? frame.layer_count : DW_LAYERS;
    image->follower_count = 0;
    for (size_t index = 0; index < count; index++) {
        struct dw_slot *slot = &image->slots[index];
        struct dw_picture *picture = find_picture(image, &frame.layers[index]);
        struct weston_surface *surface = picture != NULL ? dw_picture_surface(picture) : NULL;
        if (surface == NULL) {
            // Until Weston has the new pixels the old ones stay, unless they have their place in another slot now.
            if (slot->picture != NULL && is_in_frame(slot->picture, &frame)) slot_clear(slot);
        } else if (slot->picture != picture) {
            slot_show(slot, picture, surface);
            is_restacked = true;
        }
        if (slot->view == NULL) continue;
        if (slot->picture == picture) slot_place(image, slot, &frame.layers[index]);
        if (frame.layers[index].follows_pointer) image->followers[image->follower_count++] = slot;
    }
    for (size_t index = count; index < image->slot_count; index++) slot_clear(&image->slots[index]);
    image->slot_count = count;
    if (is_restacked) stack_slots(image);
    drop_pictures(image, &frame);
    return frame.is_animating && !frame.is_finished;
}

// What they look like changes with a tick, and never with a motion: a mouse may send eight thousand a second.
void dw_layers_move(struct dw_image *image) {
    bool was_drawn = false;
    for (size_t index = 0; index < image->follower_count; index++) {
        struct dw_slot *slot = image->followers[index];
        if (slot->view == NULL) continue;
        if (!slot->view->transform.dirty) was_drawn = true;
        weston_view_set_position(slot->view, image->x + slot->dx, image->y + slot->dy);
    }
    // Else Weston has still to draw what it was told before.
    if (was_drawn) weston_compositor_schedule_repaint(image->module->compositor);
}

void dw_layers_clear(struct dw_image *image) {
    for (size_t index = 0; index < DW_LAYERS; index++) slot_clear(&image->slots[index]);
    drop_pictures(image, NULL);
}
