// SPDX-License-Identifier: MIT
// The layers of a drag as nodes of the compositor's scene, in the topmost tree: above windows, panels and menus. A
// picture of Dray is a buffer of this process, kept for later frames and drags that show it. The client's icon is the
// client's own buffer, which the scene draws like that of any surface.
#include <drm_fourcc.h>
#include <math.h>
#include <stdlib.h>
#include <wlr/interfaces/wlr_buffer.h>
#include <wlr/types/wlr_scene.h>

#include "paint.h"
#include "scene.h"

#define MOST_LAYERS 64    /* the limit of layers; a drag has fewer */
#define LARGEST_SIDE 8192 /* pixels */
/* Pixels: enough for a side of the highlight ring around any window. A larger picture is stretched by the scene. */
#define MOST_STRETCHED (512 * 512)
#define MOST_KEPT 24 /* pictures: the badges, and those of one or two drags */
#define MOST_BYTES_KEPT (8 * 1024 * 1024)

// ------------------------------------------------------------------------------------------------------------ Pictures

struct picture {
    struct wlr_buffer base;
    struct wl_list link;  // `pictures`, most recently used first
    uint64_t number;
    uint32_t opacity;
    uint32_t *pixels;
};

// The pictures of this process. One that is dropped here lives on while a node shows it.
static struct wl_list pictures = {&pictures, &pictures};
static size_t picture_count, picture_bytes;

static size_t bytes_of(const struct picture *picture) { return (size_t)picture->base.width * picture->base.height * 4; }

static void destroy(struct wlr_buffer *base) {
    struct picture *picture = wl_container_of(base, picture, base);
#if WLR_VERSION_NUM >> 8 >= 19
    wlr_buffer_finish(base);
#endif
    free(picture->pixels);
    free(picture);
}

static bool begin_access(struct wlr_buffer *base, uint32_t flags, void **data, uint32_t *format, size_t *stride) {
    struct picture *picture = wl_container_of(base, picture, base);
    if (flags & WLR_BUFFER_DATA_PTR_ACCESS_WRITE) return false;
    *data = picture->pixels;
    *format = DRM_FORMAT_ARGB8888;
    *stride = (size_t)base->width * 4;
    return true;
}

static void end_access(struct wlr_buffer *base) {}

static const struct wlr_buffer_impl picture_impl = {
    .destroy = destroy, .begin_data_ptr_access = begin_access, .end_data_ptr_access = end_access};

static void drop(struct picture *picture) {
    wl_list_remove(&picture->link);
    picture_count--;
    picture_bytes -= bytes_of(picture);
    wlr_buffer_drop(&picture->base);
}

// Returns the buffer of a picture. It is valid until the next call; a node that shows it keeps it. Returns NULL without
// memory.
static struct wlr_buffer *picture_of(const struct dray_layer *layer, uint32_t opacity, int width, int height) {
    struct picture *picture;
    wl_list_for_each(picture, &pictures, link) {
        if (picture->number != layer->picture || picture->opacity != opacity || picture->base.width != width ||
            picture->base.height != height)
            continue;
        wl_list_remove(&picture->link);
        wl_list_insert(&pictures, &picture->link);
        return &picture->base;
    }
    picture = calloc(1, sizeof *picture);
    uint32_t *pixels = calloc((size_t)width * height, 4);
    if (picture == NULL || pixels == NULL) {
        free(picture);
        free(pixels);
        return NULL;
    }
    picture->number = layer->picture;
    picture->opacity = opacity;
    picture->pixels = pixels;
    dwl_paint(layer, opacity, width, height, pixels);
    wlr_buffer_init(&picture->base, &picture_impl, width, height);
    wl_list_insert(&pictures, &picture->link);
    picture_count++;
    picture_bytes += bytes_of(picture);
    while (picture_count > MOST_KEPT || (picture_count > 1 && picture_bytes > MOST_BYTES_KEPT)) {
        struct picture *oldest = wl_container_of(pictures.prev, oldest, link);
        drop(oldest);
    }
    return &picture->base;
}

// -------------------------------------------------------------------------------------------------------------- Layers

struct slot {
    struct wlr_scene_buffer *node;
    bool is_icon;
    // The content shown: the number of a picture, or of an icon's content. The buffer of a picture may be freed by now:
    // the scene keeps a texture of it.
    uint64_t number;
    uint32_t opacity;
    int width, height;
    double x, y;
    bool follows;
};

// The last content that the client has drawn.
struct icon {
    struct wlr_buffer *buffer;  // referenced; NULL for none
    struct wlr_fbox part;       // the visible part of the buffer
    enum wl_output_transform transform;
    int width, height;  // in points
    uint64_t number;    // counts its contents
};

struct dwl_layers {
    struct wlr_scene_tree *tree;  // NULL once the scene is destroyed
    struct wl_listener tree_destroyed;
    struct slot slots[MOST_LAYERS];  // lowest first
    size_t count;
    double x, y;  // the pointer position that the layers have followed
    struct icon icon;
};

static void forget_icon(struct dwl_layers *layers) {
    if (layers->icon.buffer != NULL) wlr_buffer_unlock(layers->icon.buffer);
    layers->icon.buffer = NULL;
}

static void handle_tree_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_layers *layers = wl_container_of(listener, layers, tree_destroyed);
    wl_list_remove(&layers->tree_destroyed.link);
    layers->tree = NULL;
    layers->count = 0;
    forget_icon(layers);
}

struct dwl_layers *dwl_layers_create(struct wlr_scene *scene) {
    struct dwl_layers *layers = calloc(1, sizeof *layers);
    if (layers != NULL) layers->tree = wlr_scene_tree_create(&scene->tree);
    if (layers == NULL || layers->tree == NULL) {
        free(layers);
        return NULL;
    }
    layers->tree_destroyed.notify = handle_tree_destroyed;
    wl_signal_add(&layers->tree->node.events.destroy, &layers->tree_destroyed);
    return layers;
}

void dwl_layers_destroy(struct dwl_layers *layers) {
    if (layers == NULL) return;
    // Destroys the nodes as well.
    if (layers->tree != NULL) wlr_scene_node_destroy(&layers->tree->node);
    forget_icon(layers);
    free(layers);
}

// The image takes no input, so picking finds the surface under it.
static bool takes_no_input(struct wlr_scene_buffer *buffer, double *x, double *y) { return false; }

static void place(struct slot *slot) {
    wlr_scene_node_set_position(&slot->node->node, (int)lround(slot->x), (int)lround(slot->y));
}

static int side(double length) { return length < 1 ? 1 : length > LARGEST_SIDE ? LARGEST_SIDE : (int)lround(length); }

// A picture that is stretched far is stretched here.
static int stretched(uint32_t pixels, double points) { return side(points > 2.0 * pixels ? points : pixels); }

static void show_picture(struct slot *slot, const struct dray_layer *layer) {
    int width = stretched(layer->width, layer->points_wide), height = stretched(layer->height, layer->points_high);
    if ((int64_t)width * height > MOST_STRETCHED) {
        width = side(layer->width);
        height = side(layer->height);
    }
    uint32_t opacity = dwl_opacity_of(layer);
    if (layer->picture != slot->number || opacity != slot->opacity || width != slot->width || height != slot->height)
        wlr_scene_buffer_set_buffer(slot->node, picture_of(layer, opacity, width, height));
    slot->number = layer->picture;
    slot->opacity = opacity;
    slot->width = width;
    slot->height = height;
}

static bool is_own_call;

bool dwl_layers_keep_opacity(void *data) {
    struct wlr_scene_buffer *buffer = data;
    return buffer->point_accepts_input == takes_no_input && !is_own_call;
}

static void set_opacity(struct slot *slot, float opacity) {
    is_own_call = true;
    wlr_scene_buffer_set_opacity(slot->node, opacity);
    is_own_call = false;
}

static void show_icon(struct slot *slot, const struct icon *icon, double opacity) {
    if (slot->number != icon->number) {
        wlr_scene_buffer_set_buffer(slot->node, icon->buffer);
        wlr_scene_buffer_set_source_box(slot->node, &icon->part);
        wlr_scene_buffer_set_transform(slot->node, icon->transform);
    }
    slot->number = icon->number;
    set_opacity(slot, opacity < 1 ? opacity : 1);
}

// Shows the whole buffer, upright and with the buffer's own opacity.
static void reset(struct slot *slot) {
    wlr_scene_buffer_set_source_box(slot->node, NULL);
    wlr_scene_buffer_set_transform(slot->node, WL_OUTPUT_TRANSFORM_NORMAL);
    set_opacity(slot, 1);
    slot->number = 0;
}

static void show(struct dwl_layers *layers, struct slot *slot, const struct dray_layer *layer) {
    bool is_icon = layer->kind == DRAY_LAYER_ICON;
    if (slot->node == NULL) {
        slot->node = wlr_scene_buffer_create(layers->tree, NULL);
        if (slot->node == NULL) return;
        slot->node->point_accepts_input = takes_no_input;
        slot->number = 0;
    } else if (is_icon != slot->is_icon) reset(slot);
    slot->is_icon = is_icon;
    if (is_icon) show_icon(slot, &layers->icon, layer->opacity);
    else show_picture(slot, layer);
    wlr_scene_buffer_set_dest_size(slot->node, side(layer->points_wide), side(layer->points_high));
    slot->x = layer->x;
    slot->y = layer->y;
    slot->follows = layer->follows_pointer;
    place(slot);
}

void dwl_layers_show(struct dwl_layers *layers, const struct dray_frame *frame) {
    size_t count = 0;
    if (layers->tree == NULL) return;
    layers->x = frame->pointer_x;
    layers->y = frame->pointer_y;
    for (size_t index = 0; index < frame->layer_count && count < MOST_LAYERS; index++) {
        const struct dray_layer *layer = DRAY_LAYER(frame, index);
        bool is_there = layer->kind == DRAY_LAYER_ICON ? layers->icon.buffer != NULL
                                                       : layer->pixels != NULL && layer->width > 0 && layer->height > 0;
        if (!is_there || layer->opacity <= 0) continue;
        show(layers, &layers->slots[count], layer);
        if (layers->slots[count].node != NULL) count++;
    }
    for (size_t index = count; index < layers->count; index++) {
        wlr_scene_node_destroy(&layers->slots[index].node->node);
        layers->slots[index].node = NULL;
    }
    layers->count = count;
}

void dwl_layers_move(struct dwl_layers *layers, double x, double y) {
    double dx = x - layers->x, dy = y - layers->y;
    layers->x = x;
    layers->y = y;
    for (size_t index = 0; index < layers->count; index++) {
        struct slot *slot = &layers->slots[index];
        if (!slot->follows) continue;
        slot->x += dx;
        slot->y += dy;
        place(slot);
    }
}

void dwl_layers_keep_icon(struct dwl_layers *layers, struct wlr_surface *surface) {
    struct icon *icon = &layers->icon;
    bool is_there = surface != NULL && surface->buffer != NULL && layers->tree != NULL;
    struct wlr_buffer *buffer = is_there ? wlr_buffer_lock(&surface->buffer->base) : NULL;
    forget_icon(layers);
    icon->buffer = buffer;
    if (buffer == NULL) return;
    bool is_as_large = icon->width == surface->current.width && icon->height == surface->current.height;
    wlr_surface_get_buffer_source_box(surface, &icon->part);
    icon->transform = surface->current.transform;
    icon->width = surface->current.width;
    icon->height = surface->current.height;
    icon->number++;
    // A new size takes effect with the next frame, which has its position.
    for (size_t index = 0; is_as_large && index < layers->count; index++) {
        struct slot *slot = &layers->slots[index];
        if (slot->is_icon) show_icon(slot, icon, slot->node->opacity);
    }
}
