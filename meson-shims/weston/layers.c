// SPDX-License-Identifier: MIT
// The layers of a drag as views of Weston's: each is a picture of Dray's, or the client's own icon, in its place.
#include <stdlib.h>

#include "dray-weston.h"

struct dw_drag *dw_drag_of(struct dw_module *module, uint64_t number, struct dw_seat *make_for) {
    struct dw_drag *drag;
    wl_list_for_each(drag, &module->drags, link) if (drag->number == number) return drag;
    if (make_for == NULL) return NULL;
    drag = calloc(1, sizeof *drag);
    if (drag == NULL) return NULL;
    drag->module = module;
    drag->seat = make_for;
    drag->number = number;
    wl_list_insert(&module->drags, &drag->link);
    return drag;
}

// -------------------------------------------------------------------------------------------------------------- Slots

// Views that Weston has made for subsurfaces of an icon; it would leave them behind.
static void destroy_children(struct weston_view *view) {
    struct weston_view *child, *next;
    wl_list_for_each_safe(child, next, &view->geometry.child_list, geometry.parent_link) {
        destroy_children(child);
        weston_view_destroy(child);
    }
}

static void slot_hide(struct dw_slot *slot) {
    if (slot->view == NULL) return;
    wl_list_remove(&slot->view_destroyed.link);
    dw_view_remove_transform(slot->view, &slot->scale);
    destroy_children(slot->view);
    // If it were mapped still, Weston would build its list of all views anew.
    weston_view_unmap(slot->view);
    weston_view_destroy(slot->view);
    slot->view = NULL;
}

static void slot_destroy(struct dw_slot *slot) {
    slot_hide(slot);
    if (slot->picture != NULL) dw_picture_let_go(slot->picture);
    free(slot);
}

// The client of our own has gone, at the compositor's end.
static void handle_view_destroyed(struct wl_listener *listener, void *data) {
    struct dw_slot *slot = wl_container_of(listener, slot, view_destroyed);
    wl_list_remove(&slot->view_destroyed.link);
    slot->view = NULL;
    slot->surface = NULL;
}

static bool slot_make_view(struct dw_slot *slot) {
    if (slot->surface == NULL) return false;
    slot->view = weston_view_create(slot->surface);
    if (slot->view == NULL) return false;
    slot->view_destroyed.notify = handle_view_destroyed;
    wl_signal_add(&slot->view->destroy_signal, &slot->view_destroyed);
    dw_view_add_transform(slot->view, &slot->scale);
    dw_view_map(slot->view);
    return true;
}

static void slot_fit(struct dw_slot *slot) {
    int32_t width = slot->surface->width, height = slot->surface->height;
    // What has no extent yet is not scaled to it: Weston could not turn that round, and says so for each frame.
    bool has_extent = slot->wide > 0 && slot->high > 0;
    weston_matrix_init(&slot->scale.matrix);
    if (width > 0 && height > 0 && has_extent)
        weston_matrix_scale(&slot->scale.matrix, slot->wide / width, slot->high / height, 1);
    dw_view_set_opacity(slot->view, has_extent ? slot->opacity : 0);
    dw_view_move(slot->view, slot->x, slot->y);
    weston_view_geometry_dirty(slot->view);
}

static void slot_place(struct dw_slot *slot, const struct dray_layer *layer) {
    bool is_same = slot->x == layer->x && slot->y == layer->y && slot->wide == layer->points_wide &&
                   slot->high == layer->points_high && slot->opacity == (float)layer->opacity;
    if (is_same) return;
    slot->x = layer->x;
    slot->y = layer->y;
    slot->wide = layer->points_wide;
    slot->high = layer->points_high;
    slot->opacity = layer->opacity;
    if (slot->view != NULL) slot_fit(slot);
}

// ------------------------------------------------------------------------------------------------------------- Frames

// The slot that showed the same before, or a new one.
static struct dw_slot *slot_for(struct dw_drag *drag, const struct dray_layer *layer) {
    struct dw_picture *picture = NULL;
    if (layer->kind == DRAY_LAYER_ICON) {
        if (drag->icon.surface == NULL) return NULL;
    } else {
        picture = dw_picture_take(drag->module->pixels, layer);
        if (picture == NULL) return NULL;
    }
    for (size_t index = 0; index < drag->slot_count; index++) {
        struct dw_slot *slot = drag->slots[index];
        if (slot->is_used || slot->picture != picture) continue;
        // One reference is enough.
        if (picture != NULL) dw_picture_let_go(picture);
        return slot;
    }
    struct dw_slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL) {
        if (picture != NULL) dw_picture_let_go(picture);
        return NULL;
    }
    slot->picture = picture;
    return slot;
}

// Makes the views that are missing. Returns whether there are new ones.
static bool make_views(struct dw_drag *drag) {
    bool is_new = false;
    for (size_t index = 0; index < drag->slot_count; index++) {
        struct dw_slot *slot = drag->slots[index];
        if (slot->view != NULL && weston_view_is_mapped(slot->view)) continue;
        if (slot->view != NULL) {
            // Weston takes away what has nothing on it; now there is something again.
            dw_view_map(slot->view);
            slot_fit(slot);
            is_new = true;
            continue;
        }
        slot->surface = slot->picture != NULL ? dw_picture_surface(slot->picture) : drag->icon.surface;
        if (!slot_make_view(slot)) continue;
        slot_fit(slot);
        is_new = true;
    }
    return is_new;
}

// Whether Weston has all pictures: they come by a client of our own, a moment later.
static bool is_complete(const struct dw_drag *drag) {
    for (size_t index = 0; index < drag->slot_count; index++) {
        const struct dw_slot *slot = drag->slots[index];
        if (slot->picture != NULL && (slot->surface == NULL || slot->surface->width == 0)) return false;
    }
    return true;
}

static void finish_leaving(struct dw_drag *drag) {
    for (size_t index = 0; index < drag->leaving_count; index++) slot_destroy(drag->leaving[index]);
    drag->leaving_count = 0;
}

// The first layer is the lowest, and the head of Weston's list the highest.
static void stack(struct dw_drag *drag) {
    for (size_t index = 0; index < drag->slot_count; index++)
        if (drag->slots[index]->view != NULL) dw_view_put_on_top(drag->slots[index]->view, &drag->module->layer);
}

void dw_layers_show(struct dw_drag *drag, const struct dray_frame *frame) {
    struct dw_slot *shown[DW_LAYERS], *before[DW_LAYERS];
    size_t count = 0, before_count = drag->slot_count;
    bool is_restacked = false;
    drag->follower_count = 0;
    for (size_t index = 0; index < frame->layer_count && count < DW_LAYERS; index++) {
        struct dw_slot *slot = slot_for(drag, &frame->layers[index]);
        if (slot == NULL) continue;
        slot->is_used = true;
        slot_place(slot, &frame->layers[index]);
        shown[count++] = slot;
        slot->follows_pointer = frame->layers[index].follows_pointer;
        if (slot->follows_pointer) drag->followers[drag->follower_count++] = slot;
    }
    for (size_t index = 0; index < before_count; index++) before[index] = drag->slots[index];
    for (size_t index = 0; index < count; index++) {
        if (index >= before_count || before[index] != shown[index]) is_restacked = true;
        drag->slots[index] = shown[index];
    }
    drag->slot_count = count;
    // What was never seen, since what lay there before is still seen, needs not leave.
    bool were_seen = drag->leaving_count == 0;
    for (size_t index = 0; index < before_count; index++) {
        if (before[index]->is_used) continue;
        if (were_seen && before[index]->view != NULL)
            drag->leaving[drag->leaving_count++] = before[index];
        else
            slot_destroy(before[index]);
    }
    for (size_t index = 0; index < count; index++) shown[index]->is_used = false;
    dw_pictures_send(drag->module->pixels);
    if (make_views(drag) || is_restacked) stack(drag);
    if (is_complete(drag)) finish_leaving(drag);
    drag->x = frame->pointer_x;
    drag->y = frame->pointer_y;
    weston_compositor_schedule_repaint(drag->module->compositor);
}

void dw_pictures_ready(struct dw_module *module) {
    struct dw_drag *drag;
    wl_list_for_each(drag, &module->drags, link) {
        bool is_new = make_views(drag) || drag->leaving_count > 0;
        if (!is_new) continue;
        stack(drag);
        if (is_complete(drag)) finish_leaving(drag);
        weston_compositor_schedule_repaint(module->compositor);
    }
}

// Returns whether Weston had drawn it where it was.
static bool slot_move(struct dw_slot *slot, double dx, double dy) {
    slot->x += dx;
    slot->y += dy;
    if (slot->view == NULL) return false;
    bool was_drawn = !slot->view->transform.dirty;
    dw_view_move(slot->view, slot->x, slot->y);
    return was_drawn;
}

// What they look like changes with a frame, and never with a motion: a mouse may send eight thousand a second.
void dw_layers_move(struct dw_drag *drag, double x, double y) {
    double dx = x - drag->x, dy = y - drag->y;
    bool was_drawn = false;
    drag->x = x;
    drag->y = y;
    for (size_t index = 0; index < drag->follower_count; index++)
        was_drawn = slot_move(drag->followers[index], dx, dy) || was_drawn;
    for (size_t index = 0; index < drag->leaving_count; index++)
        if (drag->leaving[index]->follows_pointer) was_drawn = slot_move(drag->leaving[index], dx, dy) || was_drawn;
    // Else Weston has still to draw what it was told before.
    if (was_drawn) weston_compositor_schedule_repaint(drag->module->compositor);
}

void dw_layers_fit_icon(struct dw_drag *drag) {
    for (size_t index = 0; index < drag->slot_count; index++) {
        struct dw_slot *slot = drag->slots[index];
        if (slot->picture == NULL && slot->view != NULL) slot_fit(slot);
    }
    weston_compositor_schedule_repaint(drag->module->compositor);
}

void dw_layers_map_icon(struct dw_drag *drag) {
    if (make_views(drag)) stack(drag);
    weston_compositor_schedule_repaint(drag->module->compositor);
}

bool dw_layers_have_icon(const struct dw_drag *drag) {
    for (size_t index = 0; index < drag->slot_count; index++)
        if (drag->slots[index]->picture == NULL && drag->slots[index]->view != NULL) return true;
    return false;
}

void dw_drag_destroy(struct dw_drag *drag) {
    if (drag->seat != NULL && drag->seat->drag == drag) drag->seat->drag = NULL;
    for (size_t index = 0; index < drag->slot_count; index++) slot_destroy(drag->slots[index]);
    drag->slot_count = drag->follower_count = 0;
    finish_leaving(drag);
    dw_icon_forget(drag);
    wl_list_remove(&drag->link);
    free(drag);
}
