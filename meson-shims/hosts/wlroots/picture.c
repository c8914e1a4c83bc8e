// SPDX-License-Identifier: MIT
// Sends a frame when the compositor has read the last one; of the frames in between, only the newest is sent.
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>

#include "../pixels/client.h"
#include "viewporter-client-protocol.h"

#define LAYERS 24         /* the limit of layers; a drag has fewer */
#define LARGEST 16384.0   /* points: the limit of a layer's side, larger than any screen */
#define LARGEST_TILE 1024 /* pixels: the limit of a buffer's side if the compositor has no viewporter */

// The position of a layer, relative to the icon.
struct place {
    struct dwl_tile *tile;    // NULL: nothing was sent yet
    int x, y, width, height;  // in points
    int scale;                // the buffer scale
};

struct part {
    struct wl_surface *surface;
    struct wl_subsurface *link;
    struct wp_viewport *viewport;  // NULL without a viewporter
    struct place place;            // as sent to the compositor
};

struct dwl_picture {
    struct dwl_tiles *tiles;
    struct pixels_client *client;
    struct wl_surface *surface;
    struct wl_region *nothing;
    struct dwl_tile *clear;     // a transparent buffer for hidden parts
    struct wl_callback *shown;  // NULL once the compositor has read everything
    struct part parts[LAYERS];
    int part_count;  // the number of surfaces created
    bool is_mapped;
    struct place wanted[LAYERS];
    int wanted_count;
    bool is_waiting;  // Whether `wanted` must still be sent.
    void (*when_shown)(void *data);
    void *data;
};

static const struct place nowhere;

struct dwl_picture *dwl_picture_create(struct dwl_tiles *tiles) {
    struct pixels_client *client = dwl_tiles_client(tiles);
    bool can_draw = client->compositor != NULL && client->subcompositor != NULL && client->shm != NULL;
    struct dwl_tile *clear = can_draw && client->peer != NULL ? dwl_tiles_clear(tiles) : NULL;
    struct dwl_picture *picture = clear != NULL ? calloc(1, sizeof *picture) : NULL;
    if (picture == NULL) return NULL;
    picture->clear = clear;
    clear->users++;
    picture->tiles = tiles;
    picture->client = client;
    // The image takes no input, so picking finds the surface under it.
    picture->nothing = wl_compositor_create_region(client->compositor);
    picture->surface = wl_compositor_create_surface(client->compositor);
    wl_surface_set_input_region(picture->surface, picture->nothing);
    pixels_client_flush(client);
    return picture;
}

static void let_go(struct place *places, int count) {
    for (int index = 0; index < count; index++) {
        if (places[index].tile != NULL) places[index].tile->users--;
        places[index] = nowhere;
    }
}

void dwl_picture_destroy(struct dwl_picture *picture) {
    if (picture->shown != NULL) wl_callback_destroy(picture->shown);
    let_go(picture->wanted, picture->wanted_count);
    for (int index = 0; index < picture->part_count; index++) {
        struct part *part = &picture->parts[index];
        let_go(&part->place, 1);
        if (part->viewport != NULL) wp_viewport_destroy(part->viewport);
        wl_subsurface_destroy(part->link);
        wl_surface_destroy(part->surface);
    }
    picture->clear->users--;
    wl_surface_destroy(picture->surface);
    wl_region_destroy(picture->nothing);
    pixels_client_flush(picture->client);
    free(picture);
}

bool dwl_picture_is_unused(const struct dwl_picture *picture) {
    return !picture->is_mapped && picture->part_count == 0;
}

struct wl_resource *dwl_picture_resource(struct dwl_picture *picture) {
    return pixels_client_resource(picture->client, picture->surface);
}

// -------------------------------------------------------------------------------------------------------------- Parts

static struct part *part_at(struct dwl_picture *picture, int index) {
    struct part *part = &picture->parts[index];
    if (index < picture->part_count) return part;
    struct wp_viewporter *viewporter = dwl_tiles_viewporter(picture->tiles);
    picture->part_count = index + 1;
    part->surface = wl_compositor_create_surface(picture->client->compositor);
    part->link = wl_subcompositor_get_subsurface(picture->client->subcompositor, part->surface, picture->surface);
    wl_surface_set_input_region(part->surface, picture->nothing);
    if (viewporter != NULL) part->viewport = wp_viewporter_get_viewport(viewporter, part->surface);
    return part;
}

// Sends the changes of a part, which take effect with the parent's commit. Returns whether that is needed.
static bool tell(struct part *part, const struct place *place) {
    struct place *old = &part->place;
    bool is_same_place = place->x == old->x && place->y == old->y;
    if (place->x != old->x || place->y != old->y) wl_subsurface_set_position(part->link, place->x, place->y);
    bool is_same_size = place->width == old->width && place->height == old->height && place->scale == old->scale;
    bool is_same = place->tile == old->tile && is_same_size && is_same_place;
    if (place->tile != old->tile || !is_same_size) {
        place->tile->is_busy = true;
        wl_surface_attach(part->surface, place->tile->buffer, 0, 0);
        wl_surface_damage_buffer(part->surface, 0, 0, INT32_MAX, INT32_MAX);
        if (part->viewport != NULL && !is_same_size)
            wp_viewport_set_destination(part->viewport, place->width, place->height);
        else if (part->viewport == NULL && place->scale != old->scale)
            wl_surface_set_buffer_scale(part->surface, place->scale);
        wl_surface_commit(part->surface);
    }
    place->tile->users++;
    if (old->tile != NULL) old->tile->users--;
    *old = *place;
    return !is_same;
}

// A surface without a buffer would leave the tree before its parent is committed, and the area under it would not be
// repainted. So the part shows a transparent buffer instead.
static bool hide(struct part *part, struct dwl_tile *clear) {
    struct place place = {.tile = clear, .x = part->place.x, .y = part->place.y, .width = 1, .height = 1, .scale = 1};
    return tell(part, &place);
}

static void handle_shown(void *data, struct wl_callback *callback, uint32_t serial);
static const struct wl_callback_listener shown_events = {handle_shown};

static void tell_all(struct dwl_picture *picture) {
    bool is_new = !picture->is_mapped;
    picture->is_waiting = false;
    for (int index = 0; index < picture->wanted_count; index++)
        if (tell(part_at(picture, index), &picture->wanted[index])) is_new = true;
    for (int index = picture->wanted_count; index < picture->part_count; index++)
        if (hide(&picture->parts[index], picture->clear)) is_new = true;
    let_go(picture->wanted, picture->wanted_count);
    picture->wanted_count = 0;
    if (!is_new) return;
    if (!picture->is_mapped) {
        picture->clear->is_busy = true;
        wl_surface_attach(picture->surface, picture->clear->buffer, 0, 0);
        picture->is_mapped = true;
    }
    wl_surface_commit(picture->surface);
    picture->shown = wl_display_sync(picture->client->connection);
    wl_callback_add_listener(picture->shown, &shown_events, picture);
    pixels_client_flush(picture->client);
}

static void handle_shown(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dwl_picture *picture = data;
    wl_callback_destroy(callback);
    picture->shown = NULL;
    if (picture->is_waiting) tell_all(picture);
    if (picture->shown == NULL && picture->when_shown != NULL) picture->when_shown(picture->data);
}

// --------------------------------------------------------------------------------------------------------------- Show

static double bounded(double length) { return fmin(fmax(length, -LARGEST), LARGEST); }

static int whole(double points) {
    int length = (int)lround(bounded(points));
    return length > 0 ? length : 1;
}

static void want(struct dwl_picture *picture, const struct dray_layer *layer, double x, double y, int scale) {
    if (layer->kind != DRAY_LAYER_PICTURE || layer->opacity <= 0 || layer->points_wide <= 0 ||
        layer->points_high <= 0 || picture->wanted_count == LAYERS)
        return;
    struct place place = {
        .x = (int)lround(bounded(layer->x - x)),
        .y = (int)lround(bounded(layer->y - y)),
        .width = whole(layer->points_wide),
        .height = whole(layer->points_high),
        .scale = 1,
    };
    int width = layer->width, height = layer->height;
    if (dwl_tiles_viewporter(picture->tiles) == NULL) {
        // Without a viewporter the compositor scales only by whole numbers.
        place.scale = scale;
        if (place.width * scale > LARGEST_TILE) place.width = LARGEST_TILE / scale;
        if (place.height * scale > LARGEST_TILE) place.height = LARGEST_TILE / scale;
        width = place.width * scale;
        height = place.height * scale;
    }
    place.tile = dwl_tiles_get(picture->tiles, layer, width, height);
    if (place.tile == NULL) return;
    place.tile->users++;
    picture->wanted[picture->wanted_count++] = place;
}

void dwl_picture_show(struct dwl_picture *picture, const struct dray_frame *frame, double x, double y, double scale) {
    // The buffer scale is the next larger whole number.
    int whole_scale = scale > 1 ? (int)ceil(fmin(scale, 16)) : 1;
    let_go(picture->wanted, picture->wanted_count);
    picture->wanted_count = 0;
    for (size_t index = 0; index < frame->layer_count; index++)
        want(picture, DRAY_LAYER(frame, index), x, y, whole_scale);
    if (picture->shown != NULL) picture->is_waiting = true;
    else tell_all(picture);
}

bool dwl_picture_bounds(struct dwl_picture *picture, int *left, int *top, int *right, int *bottom) {
    bool is_there = false;
    for (int index = 0; index < picture->part_count; index++) {
        struct place *place = &picture->parts[index].place;
        if (place->tile == NULL) continue;
        *left = is_there && *left < place->x ? *left : place->x;
        *top = is_there && *top < place->y ? *top : place->y;
        *right = is_there && *right > place->x + place->width ? *right : place->x + place->width;
        *bottom = is_there && *bottom > place->y + place->height ? *bottom : place->y + place->height;
        is_there = true;
    }
    return is_there;
}

void dwl_picture_when_shown(struct dwl_picture *picture, void (*shown)(void *data), void *data) {
    picture->when_shown = shown;
    picture->data = data;
    // If the compositor has disconnected the client, nothing will ever be read.
    if (picture->client->peer == NULL || (picture->shown == NULL && !picture->is_waiting)) shown(data);
}
