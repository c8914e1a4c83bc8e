// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wayland-server-protocol.h>

#include "dray-weston.h"

#define LAYERS 32
#define TICK 16 /* milliseconds */

// One layer of the presentation as Weston shows it.
struct slot {
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
    char **types;
    size_t type_count;
    double home_x, home_y, x, y;
    bool has_appeared, is_let_go, is_touch;
    struct dray_box highlight;

    struct weston_surface *icon;  // NULL for none, or once it is gone
    struct wl_listener icon_destroyed;
    int32_t offset_x, offset_y;

    struct slot slots[LAYERS];
    size_t slot_count;               // of the last frame
    struct slot *followers[LAYERS];  // those that go where the pointer goes
    size_t follower_count;
    struct dw_picture *pictures[LAYERS];
    size_t picture_count;
};

uint64_t dw_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * UINT64_C(1000000) + time.tv_nsec / 1000;
}

// ------------------------------------------------------------------------------------------------------------- Layers

static void slot_clear(struct slot *slot) {
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
    struct slot *slot = wl_container_of(listener, slot, view_destroyed);
    wl_list_remove(&slot->view_destroyed.link);
    slot->view = NULL;
    slot->picture = NULL;
}

static void slot_show(struct slot *slot, struct dw_picture *picture, struct weston_surface *surface) {
    slot_clear(slot);
    slot->view = weston_view_create(surface);
    if (slot->view == NULL) return;
    slot->picture = picture;
    slot->view_destroyed.notify = handle_view_destroyed;
    wl_signal_add(&slot->view->destroy_signal, &slot->view_destroyed);
    wl_list_insert(slot->view->geometry.transformation_list.prev, &slot->scale.link);
    surface->is_mapped = true;
    slot->view->is_mapped = true;
}

static void slot_place(struct dw_image *image, struct slot *slot, const struct dray_layer *layer) {
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
    if (image->picture_count == LAYERS) return NULL;
    struct dw_picture *picture = dw_picture_create(image->module->pixels, layer);
    if (picture != NULL) image->pictures[image->picture_count++] = picture;
    return picture;
}

// Pictures that are no longer in the frame, and in no slot, go.
static void drop_pictures(struct dw_image *image, const struct dray_frame *frame) {
    size_t kept = 0;
    for (size_t index = 0; index < image->picture_count; index++) {
        struct dw_picture *picture = image->pictures[index];
        bool is_used = false;
        for (size_t layer = 0; frame != NULL && layer < frame->layer_count; layer++)
            if (dw_picture_shows(picture, &frame->layers[layer])) is_used = true;
        for (size_t slot = 0; slot < LAYERS; slot++)
            if (image->slots[slot].picture == picture) is_used = true;
        if (is_used) image->pictures[kept++] = picture;
        else dw_picture_destroy(picture);
    }
    image->picture_count = kept;
}

// The first layer is the lowest, and the head of Weston's list the highest.
static void stack_slots(struct dw_image *image) {
    for (size_t index = 0; index < LAYERS; index++) {
        struct weston_view *view = image->slots[index].view;
        if (view == NULL) continue;
        if (view->layer_link.layer != NULL) weston_layer_entry_remove(&view->layer_link);
        weston_layer_entry_insert(&image->module->layer.view_list, &view->layer_link);
    }
}

// Brings the views up to date. Returns whether the image is to be looked at again with the next tick.
static bool show_frame(struct dw_image *image) {
    struct dray_frame frame = {.size = sizeof frame};
    if (image->presentation == NULL) return false;
    dray_presentation_move(image->presentation, image->x, image->y);
    if (dray_presentation_frame(image->presentation, dw_now(), &frame) != DRAY_OK) return false;
    bool is_restacked = false;
    size_t count = frame.layer_count < LAYERS ? frame.layer_count : LAYERS;
    image->follower_count = 0;
    for (size_t index = 0; index < count; index++) {
        struct slot *slot = &image->slots[index];
        struct dw_picture *picture = find_picture(image, &frame.layers[index]);
        struct weston_surface *surface = picture != NULL ? dw_picture_surface(picture) : NULL;
        // Until Weston has the new pixels the old ones stay.
        if (surface != NULL && slot->picture != picture) {
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

static bool is_over(struct dw_image *image) {
    struct dray_frame frame = {.size = sizeof frame};
    if (!image->is_let_go) return false;
    if (image->presentation == NULL) return true;
    return dray_presentation_frame(image->presentation, dw_now(), &frame) != DRAY_OK || frame.is_finished;
}

void dw_images_tick(struct dw_module *module) {
    bool goes_on = false;
    struct dw_image *image, *next;
    wl_list_for_each_safe(image, next, &module->images, link) {
        if (show_frame(image)) goes_on = true;
        if (is_over(image)) dw_image_destroy(image);
    }
    wl_event_source_timer_update(module->tick, goes_on ? TICK : 0);
    weston_compositor_schedule_repaint(module->compositor);
}

// --------------------------------------------------------------------------------------------------------------- Icon

static bool is_plain(struct weston_surface *surface) {
    return surface->buffer_viewport.buffer.transform == WL_OUTPUT_TRANSFORM_NORMAL &&
           surface->buffer_viewport.buffer.src_width == wl_fixed_from_int(-1);
}

static void use_icon(struct dw_image *image, const struct dray_image *picture);

static void read_shared_memory(struct dw_image *image, struct wl_shm_buffer *buffer, struct dray_image *picture) {
    picture->width = wl_shm_buffer_get_width(buffer);
    picture->height = wl_shm_buffer_get_height(buffer);
    picture->stride = wl_shm_buffer_get_stride(buffer);
    picture->format = wl_shm_buffer_get_format(buffer) == WL_SHM_FORMAT_XRGB8888 ? DRAY_FORMAT_XRGB8888
                                                                                   : DRAY_FORMAT_ARGB8888;
    picture->byte_count = (size_t)picture->stride * picture->height;
    wl_shm_buffer_begin_access(buffer);
    picture->bytes = wl_shm_buffer_get_data(buffer);
    use_icon(image, picture);
    wl_shm_buffer_end_access(buffer);
}

// A buffer of the graphics card, or one that is turned or cut: Weston's renderer makes plain pixels of it.
static void read_content(struct dw_image *image, struct dray_image *picture) {
    int width, height;
    weston_surface_get_content_size(image->icon, &width, &height);
    if (width <= 0 || height <= 0 || width > 4096 || height > 4096) return;
    size_t size = (size_t)width * height * 4;
    uint32_t *pixels = malloc(size);
    if (pixels == NULL) return;
    if (weston_surface_copy_content(image->icon, pixels, size, 0, 0, width, height) == 0) {
        // From red, green, blue, alpha in memory.
        for (size_t index = 0; index < (size_t)width * height; index++) {
            uint32_t pixel = pixels[index];
            pixels[index] = (pixel & 0xff00ff00) | (pixel & 0xff) << 16 | (pixel >> 16 & 0xff);
        }
        picture->bytes = pixels;
        picture->byte_count = size;
        picture->width = width;
        picture->height = height;
        picture->stride = width * 4;
        picture->format = DRAY_FORMAT_ARGB8888;
        use_icon(image, picture);
    }
    free(pixels);
}

static void read_icon(struct dw_image *image) {
    struct weston_surface *surface = image->icon;
    struct weston_buffer *buffer = surface != NULL ? surface->buffer_ref.buffer : NULL;
    if (buffer == NULL || buffer->resource == NULL || surface->width <= 0 || surface->height <= 0) return;
    struct dray_image picture = {
        .size = sizeof picture,
        .points_wide = surface->width,
        .points_high = surface->height,
        .offset_x = image->offset_x,
        .offset_y = image->offset_y,
    };
    struct wl_shm_buffer *shared = wl_shm_buffer_get(buffer->resource);
    uint32_t format = shared != NULL ? wl_shm_buffer_get_format(shared) : 0;
    if (shared != NULL && is_plain(surface) &&
        (format == WL_SHM_FORMAT_ARGB8888 || format == WL_SHM_FORMAT_XRGB8888))
        read_shared_memory(image, shared, &picture);
    else read_content(image, &picture);
}

static void create_presentation(struct dw_image *image, const struct dray_image *picture) {
    struct dray_style style = image->module->style;
    style.badge_above = image->is_touch;
    struct dray_presentation_options options = {
        .size = sizeof options,
        .style = &style,
        .image = picture,
        .types = (const char *const *)image->types,
        .type_count = image->type_count,
        .x = image->x,
        .y = image->y,
        .time = dw_now(),
    };
    if (dray_presentation_create(&options, &image->presentation) != DRAY_OK) {
        options.image = NULL;
        dray_presentation_create(&options, &image->presentation);
    }
    dray_presentation_set_home(image->presentation, image->home_x, image->home_y);
    dray_presentation_feedback(image->presentation, &image->feedback);
    dray_presentation_highlight(image->presentation, image->highlight.x, image->highlight.y, image->highlight.width,
                                image->highlight.height);
}

// What the client has drawn; the bytes are copied.
static void use_icon(struct dw_image *image, const struct dray_image *picture) {
    if (image->presentation != NULL) dray_presentation_image(image->presentation, picture, dw_now());
    else if (image->has_appeared) create_presentation(image, picture);
}

static void handle_icon_committed(struct weston_surface *surface, int32_t dx, int32_t dy) {
    struct dw_image *image = surface->committed_private;
    image->offset_x += dx;
    image->offset_y += dy;
    read_icon(image);
    // The icon itself is never shown, so nothing else tells the client that it may draw again.
    struct wl_resource *callback, *next;
    wl_resource_for_each_safe(callback, next, &surface->frame_callback_list) {
        wl_callback_send_done(callback, dw_now() / 1000);
        wl_resource_destroy(callback);
    }
    dw_images_tick(image->module);
}

static void forget_icon(struct dw_image *image) {
    if (image->icon == NULL) return;
    wl_list_remove(&image->icon_destroyed.link);
    image->icon->committed = NULL;
    image->icon->committed_private = NULL;
    image->icon = NULL;
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct dw_image *image = wl_container_of(listener, image, icon_destroyed);
    forget_icon(image);
}

// ------------------------------------------------------------------------------------------------------------- Public

struct dw_image *dw_image_create(struct dw_seat *seat, const struct dray_drag_info *info, double x, double y,
                                 bool is_touch) {
    struct dw_image *image = calloc(1, sizeof *image);
    if (image == NULL) return NULL;
    image->module = seat->module;
    image->seat = seat;
    image->drag = info->drag;
    image->is_touch = is_touch;
    image->home_x = image->x = x;
    image->home_y = image->y = y;
    image->feedback = (struct dray_feedback){.size = sizeof image->feedback, .item_count = 1};
    image->types = calloc(info->type_count + 1, sizeof *image->types);
    for (size_t index = 0; image->types != NULL && index < info->type_count; index++) {
        image->types[index] = strdup(info->types[index]);
        if (image->types[index] == NULL) break;
        image->type_count++;
    }
    wl_list_insert(&seat->module->images, &image->link);
    if (info->icon != NULL) {
        image->icon = wl_resource_get_user_data(info->icon);
        image->icon->committed = handle_icon_committed;
        image->icon->committed_private = image;
        image->icon_destroyed.notify = handle_icon_destroyed;
        wl_signal_add(&image->icon->destroy_signal, &image->icon_destroyed);
    }
    return image;
}

struct dw_image *dw_image_of(struct dw_seat *seat, uint64_t drag) {
    struct dw_image *image;
    wl_list_for_each(image, &seat->module->images, link) if (image->seat == seat && image->drag == drag) return image;
    return NULL;
}

void dw_images_forget_seat(struct dw_seat *seat) {
    struct dw_image *image;
    wl_list_for_each(image, &seat->module->images, link) {
        if (image->seat != seat) continue;
        image->seat = NULL;
        image->is_let_go = true;
        forget_icon(image);
        if (image->presentation != NULL)
            dray_presentation_end(image->presentation, DRAY_IMAGE_EVAPORATES, image->x, image->y, dw_now());
    }
    dw_images_tick(seat->module);
}

void dw_image_appears(struct dw_image *image, double x, double y) {
    image->has_appeared = true;
    image->x = x;
    image->y = y;
    if (image->icon != NULL) read_icon(image);
    else create_presentation(image, NULL);
    dw_images_tick(image->module);
}

void dw_image_moves(struct dw_image *image, double x, double y) {
    image->x = x;
    image->y = y;
    // What it looks like changes with a tick, and never with a motion: a mouse may send eight thousand a second.
    bool was_drawn = false;
    for (size_t index = 0; index < image->follower_count; index++) {
        struct slot *slot = image->followers[index];
        if (slot->view == NULL) continue;
        if (!slot->view->transform.dirty) was_drawn = true;
        weston_view_set_position(slot->view, x + slot->dx, y + slot->dy);
    }
    // Else Weston has still to draw what it was told before.
    if (was_drawn) weston_compositor_schedule_repaint(image->module->compositor);
}

void dw_image_feedback(struct dw_image *image, const struct dray_feedback *feedback) {
    image->feedback = *feedback;
    if (image->presentation == NULL) return;
    dray_presentation_feedback(image->presentation, feedback);
    dw_images_tick(image->module);
}

void dw_image_highlight(struct dw_seat *seat, struct weston_surface *surface) {
    // The newest image of the seat is that of the drag under way.
    struct dw_image *image = NULL, *other;
    wl_list_for_each_reverse(other, &seat->module->images, link) if (other->seat == seat) image = other;
    if (image == NULL) return;
    image->highlight = (struct dray_box){0};
    if (surface != NULL) {
        surface = weston_surface_get_main_surface(surface);
        struct weston_geometry box = weston_surface_get_bounding_box(surface);
        struct weston_view *view;
        wl_list_for_each(view, &surface->views, surface_link) {
            // Of several views, the one that the content is over.
            if (!weston_view_is_mapped(view) || (seat->focus != NULL && seat->focus->surface == surface && seat->focus != view))
                continue;
            float x, y;
            weston_view_to_global_float(view, box.x, box.y, &x, &y);
            image->highlight = (struct dray_box){x, y, box.width, box.height};
            break;
        }
    }
    if (image->presentation == NULL) return;
    dray_presentation_highlight(image->presentation, image->highlight.x, image->highlight.y, image->highlight.width,
                                image->highlight.height);
    dw_images_tick(image->module);
}

void dw_image_ends(struct dw_image *image, enum dray_image_ending ending, double x, double y) {
    if (image->presentation == NULL) return;
    dray_presentation_end(image->presentation, ending, x, y, dw_now());
    dw_images_tick(image->module);
}

void dw_image_let_go(struct dw_image *image) {
    image->is_let_go = true;
    forget_icon(image);
    dw_images_tick(image->module);
}

void dw_image_destroy(struct dw_image *image) {
    if (image->seat != NULL && image->seat->image == image) image->seat->image = NULL;
    forget_icon(image);
    for (size_t index = 0; index < LAYERS; index++) slot_clear(&image->slots[index]);
    drop_pictures(image, NULL);
    dray_presentation_destroy(image->presentation);
    for (size_t index = 0; index < image->type_count; index++) free(image->types[index]);
    free(image->types);
    wl_list_remove(&image->link);
    free(image);
}
