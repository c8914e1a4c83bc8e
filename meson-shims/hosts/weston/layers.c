// SPDX-License-Identifier: MIT
// The layers of a drag as Weston views: each is a picture of Dray, or the client's icon surface.
#include <stdlib.h>

#include "dray-weston.h"

// -------------------------------------------------------------------------------------------------------------- Slots

// Destroys a view, and the views that Weston has created for the subsurfaces of an icon, which it would leak. If one of
// them were still mapped, Weston would rebuild its list of all views as it is destroyed, and make new views for the
// subsurfaces below it.
static void destroy_view(struct weston_view *view) {
    struct weston_view *child, *next;
    weston_view_unmap(view);
    wl_list_for_each_safe(child, next, &view->geometry.child_list, geometry.parent_link) destroy_view(child);
    weston_view_destroy(view);
}

static void slot_hide(struct dw_slot *slot) {
    if (slot->view == NULL) return;
    wl_list_remove(&slot->view_destroyed.link);
    dw_view_remove_transform(slot->view, &slot->scale);
    destroy_view(slot->view);
    slot->view = NULL;
}

static void slot_destroy(struct dw_slot *slot) {
    slot_hide(slot);
    if (slot->picture != NULL) dw_picture_let_go(slot->picture);
    free(slot);
}

// The module's own client was destroyed as the compositor exits.
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
    // An empty layer is not scaled: Weston could not invert the matrix and would log that for each frame.
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

// Returns the slot that showed the same picture in the last frame, or a new one.
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

// Creates missing views. Returns whether there are new ones.
static bool make_views(struct dw_drag *drag) {
    bool is_new = false;
    for (size_t index = 0; index < drag->slot_count; index++) {
        struct dw_slot *slot = drag->slots[index];
        if (slot->view != NULL && weston_view_is_mapped(slot->view)) continue;
        if (slot->view != NULL) {
            // Weston unmaps a view without content; now it has content again.
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

// Whether Weston has all pictures. The module's own client sends them, so they arrive later.
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

// Dray's first layer is the lowest; the head of Weston's list is the highest.
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
        struct dw_slot *slot = slot_for(drag, DRAY_LAYER(frame, index));
        if (slot == NULL) continue;
        slot->is_used = true;
        slot_place(slot, DRAY_LAYER(frame, index));
        shown[count++] = slot;
        slot->follows_pointer = DRAY_LAYER(frame, index)->follows_pointer;
        if (slot->follows_pointer) drag->followers[drag->follower_count++] = slot;
    }
    for (size_t index = 0; index < before_count; index++) before[index] = drag->slots[index];
    for (size_t index = 0; index < count; index++) {
        if (index >= before_count || before[index] != shown[index]) is_restacked = true;
        drag->slots[index] = shown[index];
    }
    drag->slot_count = count;
    // A slot that was never visible, because older ones are still leaving, is destroyed at once.
    bool were_seen = drag->leaving_count == 0;
    for (size_t index = 0; index < before_count; index++) {
        if (before[index]->is_used) continue;
        if (were_seen && before[index]->view != NULL) drag->leaving[drag->leaving_count++] = before[index];
        else slot_destroy(before[index]);
    }
    for (size_t index = 0; index < count; index++) shown[index]->is_used = false;
    dw_pictures_send(drag->module->pixels);
    if (make_views(drag) || is_restacked) stack(drag);
    if (is_complete(drag)) finish_leaving(drag);
    drag->x = frame->pointer_x;
    drag->y = frame->pointer_y;
    weston_compositor_schedule_repaint(drag->module->compositor);
}

void dw_layers_show_arrived(struct dw_module *module) {
    struct dw_drag *drag;
    wl_list_for_each(drag, &module->drags, link) {
        bool is_new = make_views(drag) || drag->leaving_count > 0;
        if (!is_new) continue;
        stack(drag);
        if (is_complete(drag)) finish_leaving(drag);
        weston_compositor_schedule_repaint(module->compositor);
    }
}

// Moves a slot. Returns whether Weston had drawn it at its old position.
static bool slot_move(struct dw_slot *slot, double dx, double dy) {
    slot->x += dx;
    slot->y += dy;
    if (slot->view == NULL) return false;
    bool was_drawn = !slot->view->transform.dirty;
    dw_view_move(slot->view, slot->x, slot->y);
    return was_drawn;
}

// Only positions change with a motion, since a mouse may send 8000 per second. The appearance changes with frames.
void dw_layers_move(struct dw_drag *drag, double x, double y) {
    double dx = x - drag->x, dy = y - drag->y;
    bool was_drawn = false;
    drag->x = x;
    drag->y = y;
    for (size_t index = 0; index < drag->follower_count; index++)
        was_drawn = slot_move(drag->followers[index], dx, dy) || was_drawn;
    for (size_t index = 0; index < drag->leaving_count; index++)
        if (drag->leaving[index]->follows_pointer) was_drawn = slot_move(drag->leaving[index], dx, dy) || was_drawn;
    // Otherwise a repaint is still pending.
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

void dw_layers_forget(struct dw_drag *drag) {
    for (size_t index = 0; index < drag->slot_count; index++) slot_destroy(drag->slots[index]);
    drag->slot_count = drag->follower_count = 0;
    finish_leaving(drag);
}
