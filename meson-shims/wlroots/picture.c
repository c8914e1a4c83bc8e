// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "picture.h"

#include <math.h>
#include <pixman.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "../pixels/client.h"

#define LARGEST 4096 /* pixels: of an icon that is larger no picture is made */

// In points, around the pointer.
struct box {
    int left, top, right, bottom;
};

struct dwl_picture {
    struct pixels_client *client;
    struct wl_surface *surface, *content;
    struct wl_subsurface *link;
    struct wl_callback *shown;  // NULL once the compositor has read all
    struct box box;
};

struct dwl_picture *dwl_picture_create(struct pixels_client *client) {
    if (client->peer == NULL || client->compositor == NULL || client->subcompositor == NULL || client->shm == NULL)
        return NULL;
    struct dwl_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL) return NULL;
    picture->client = client;
    picture->surface = wl_compositor_create_surface(client->compositor);
    picture->content = wl_compositor_create_surface(client->compositor);
    picture->link = wl_subcompositor_get_subsurface(client->subcompositor, picture->content, picture->surface);
    // Whatever is below is picked, never the image.
    struct wl_region *nothing = wl_compositor_create_region(client->compositor);
    wl_surface_set_input_region(picture->surface, nothing);
    wl_surface_set_input_region(picture->content, nothing);
    wl_region_destroy(nothing);
    pixels_client_flush(client);
    return picture;
}

void dwl_picture_destroy(struct dwl_picture *picture) {
    if (picture == NULL) return;
    if (picture->shown != NULL) wl_callback_destroy(picture->shown);
    wl_subsurface_destroy(picture->link);
    wl_surface_destroy(picture->content);
    wl_surface_destroy(picture->surface);
    pixels_client_flush(picture->client);
    free(picture);
}

struct wl_resource *dwl_picture_resource(struct dwl_picture *picture) {
    return pixels_client_resource(picture->client, picture->surface);
}

// ------------------------------------------------------------------------------------------------------------- Layers

// Only ever grows: sway repaints where a drag icon is, and not where it was.
static void grow(struct box *box, const struct dray_frame *frame) {
    for (size_t index = 0; index < frame->layer_count; index++) {
        const struct dray_layer *layer = &frame->layers[index];
        struct box own = {floor(layer->x), floor(layer->y), ceil(layer->x + layer->points_wide),
                          ceil(layer->y + layer->points_high)};
        if (own.left < box->left) box->left = own.left;
        if (own.top < box->top) box->top = own.top;
        if (own.right > box->right) box->right = own.right;
        if (own.bottom > box->bottom) box->bottom = own.bottom;
    }
}

static void draw_layer(pixman_image_t *to, const struct dray_layer *layer, struct box box, int scale) {
    pixman_image_t *from = pixman_image_create_bits(PIXMAN_a8r8g8b8, layer->width, layer->height,
                                                    (uint32_t *)layer->pixels, layer->stride);
    pixman_color_t alpha = {.alpha = layer->opacity * 0xffff + 0.5};
    pixman_image_t *mask = pixman_image_create_solid_fill(&alpha);
    if (from != NULL && mask != NULL && layer->points_wide > 0 && layer->points_high > 0) {
        // From the buffer's pixels to those of the layer.
        struct pixman_f_transform place;
        pixman_transform_t fixed;
        double x = (layer->x - box.left) * scale, y = (layer->y - box.top) * scale;
        pixman_f_transform_init_translate(&place, -x, -y);
        pixman_f_transform_scale(&place, NULL, layer->width / (layer->points_wide * scale),
                                 layer->height / (layer->points_high * scale));
        pixman_transform_from_pixman_f_transform(&fixed, &place);
        pixman_image_set_transform(from, &fixed);
        pixman_image_set_filter(from, PIXMAN_FILTER_BILINEAR, NULL, 0);
        pixman_image_composite32(PIXMAN_OP_OVER, from, mask, to, 0, 0, 0, 0, 0, 0, pixman_image_get_width(to),
                                 pixman_image_get_height(to));
    }
    if (from != NULL) pixman_image_unref(from);
    if (mask != NULL) pixman_image_unref(mask);
}

static void released(void *data, struct wl_buffer *buffer) { wl_buffer_destroy(buffer); }
static const struct wl_buffer_listener buffer_events = {released};

static struct wl_buffer *draw(struct wl_shm *shm, const struct dray_frame *frame, struct box box, int scale) {
    int width = (box.right - box.left) * scale, height = (box.bottom - box.top) * scale;
    if (width <= 0 || height <= 0 || width > LARGEST || height > LARGEST) return NULL;
    size_t stride = (size_t)width * 4, size = stride * height;
    int fd = memfd_create("dray", MFD_CLOEXEC);
    if (fd < 0) return NULL;
    void *bytes = ftruncate(fd, size) == 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    struct wl_buffer *buffer = NULL;
    pixman_image_t *to =
        bytes != MAP_FAILED ? pixman_image_create_bits(PIXMAN_a8r8g8b8, width, height, bytes, stride) : NULL;
    if (to != NULL) {
        for (size_t index = 0; index < frame->layer_count; index++) draw_layer(to, &frame->layers[index], box, scale);
        pixman_image_unref(to);
        struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, size);
        buffer = wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_ARGB8888);
        wl_buffer_add_listener(buffer, &buffer_events, NULL);
        wl_shm_pool_destroy(pool);
    }
    if (bytes != MAP_FAILED) munmap(bytes, size);
    close(fd);
    return buffer;
}

static void show(struct wl_surface *surface, struct wl_buffer *buffer) {
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage_buffer(surface, 0, 0, INT32_MAX, INT32_MAX);
    wl_surface_commit(surface);
}

static void handle_shown(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dwl_picture *picture = data;
    wl_callback_destroy(callback);
    picture->shown = NULL;
}

static const struct wl_callback_listener shown_events = {handle_shown};

bool dwl_picture_show(struct dwl_picture *picture, const struct dray_frame *frame, int scale) {
    if (picture->shown != NULL) return false;
    static const struct dray_frame nothing;
    grow(&picture->box, frame);
    struct box box = picture->box;
    struct wl_buffer *buffer = draw(picture->client->shm, frame, box, scale);
    struct wl_buffer *pixel = draw(picture->client->shm, &nothing, (struct box){0, 0, 1, 1}, 1);
    if (buffer != NULL && pixel != NULL) {
        // All of it is seen with the commit of the parent.
        wl_subsurface_set_position(picture->link, box.left, box.top);
        wl_surface_set_buffer_scale(picture->content, scale);
        show(picture->content, buffer);
        show(picture->surface, pixel);
        picture->shown = wl_display_sync(picture->client->connection);
        wl_callback_add_listener(picture->shown, &shown_events, picture);
    } else {
        if (buffer != NULL) wl_buffer_destroy(buffer);
        if (pixel != NULL) wl_buffer_destroy(pixel);
    }
    pixels_client_flush(picture->client);
    return true;
}
