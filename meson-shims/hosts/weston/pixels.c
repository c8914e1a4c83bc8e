// SPDX-License-Identifier: MIT
// The client inside this process, and its pictures. The number of a picture identifies its pixels for good, so a
// picture is kept for later frames and drags that show it. Its memory is reused for other pixels.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client-core.h>
// The two protocol headers define the same names; this file needs the client's.
#include <wayland-client-protocol.h>

#include "pixels-client.h"

#define MOST_KEPT 64 /* pictures that no layer shows */
#define MOST_BYTES_KEPT (8 * 1024 * 1024)
#define MOST_SPARE 8 /* memory blocks without a picture */

// A block of memory shared with the compositor.
struct block {
    struct wl_list link;  // struct dw_pixels.spare
    struct wl_shm_pool *pool;
    void *bytes;
    size_t size;
};

struct dw_picture {
    struct wl_list link;  // struct dw_pixels.pictures, most recently shown first
    struct dw_pixels *pixels;
    uint64_t number;
    uint32_t width, height;  // of the buffer
    uint32_t users;          // the number of layers that show it
    bool is_sent;
    struct block *block;
    struct wl_surface *surface;
    struct wl_buffer *buffer;
    struct weston_surface *server;
};

// ------------------------------------------------------------------------------------------------------------- Client

static void handle_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface) {
    struct dw_pixels *pixels = data;
    // libweston creates the globals of surfaces and shared memory before any seat.
    if (strcmp(interface, "wl_seat") == 0 && pixels->client->compositor != NULL && pixels->client->shm != NULL)
        dw_cursor_add_seat(pixels, registry, name);
}

static void handle_global_removed(void *data, uint32_t name) { dw_cursor_remove_seat(data, name); }

static void handle_arrived(struct dw_pixels *pixels) {
    struct dw_picture *picture;
    wl_list_for_each(picture, &pixels->pictures, link) {
        if (picture->is_sent && picture->server == NULL)
            picture->server = dw_server_surface(pixels_client_resource(pixels->client, picture->surface));
    }
    dw_cursors_catch_up(pixels);
    pixels->pictures_ready(pixels->module);
    // Pictures that were created during the last round trip.
    dw_pictures_send(pixels);
}

static const struct pixels_client_events client_events = {.global = handle_global,
                                                          .global_removed = handle_global_removed};

struct dw_pixels *dw_pixels_create(struct dw_module *module, const char *cursor_theme, int32_t cursor_size,
                                   void (*pictures_ready)(struct dw_module *module)) {
    struct dw_pixels *pixels = calloc(1, sizeof *pixels);
    if (pixels == NULL) return NULL;
    pixels->arrived = handle_arrived;
    pixels->pictures_ready = pictures_ready;
    wl_list_init(&pixels->cursors);
    wl_list_init(&pixels->pictures);
    wl_list_init(&pixels->spare);
    pixels->client = pixels_client_create(dw_server_display(module), &client_events, pixels);
    if (pixels->client == NULL) {
        free(pixels);
        return NULL;
    }
    pixels->module = module;
    pixels->theme_name = cursor_theme != NULL ? strdup(cursor_theme) : NULL;
    pixels->theme_size = cursor_size;
    return pixels;
}

// ------------------------------------------------------------------------------------------------------------- Memory

static void block_destroy(struct block *block) {
    wl_shm_pool_destroy(block->pool);
    munmap(block->bytes, block->size);
    free(block);
}

static struct block *block_create(struct dw_pixels *pixels, size_t size) {
    struct block *block = calloc(1, sizeof *block);
    int fd = memfd_create("dray", MFD_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (block != NULL && fd >= 0 && ftruncate(fd, size) == 0)
        bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED) {
        if (fd >= 0) close(fd);
        free(block);
        return NULL;
    }
    block->bytes = bytes;
    block->size = size;
    block->pool = wl_shm_create_pool(pixels->client->shm, fd, size);
    close(fd);
    return block;
}

// Returns the smallest spare block that is large enough and not much too large.
static struct block *take_block(struct dw_pixels *pixels, size_t size) {
    struct block *block, *best = NULL;
    size = (size + 0xffff) & ~(size_t)0xffff;
    wl_list_for_each(block, &pixels->spare, link) {
        if (block->size >= size && block->size <= 4 * size && (best == NULL || block->size < best->size)) best = block;
    }
    if (best == NULL) return block_create(pixels, size);
    wl_list_remove(&best->link);
    pixels->spare_count--;
    return best;
}

static void spare_block(struct dw_pixels *pixels, struct block *block) {
    wl_list_insert(&pixels->spare, &block->link);
    if (++pixels->spare_count <= MOST_SPARE) return;
    block = wl_container_of(pixels->spare.prev, block, link);
    wl_list_remove(&block->link);
    pixels->spare_count--;
    block_destroy(block);
}

// ----------------------------------------------------------------------------------------------------------- Pictures

static size_t bytes_of(const struct dw_picture *picture) { return (size_t)picture->width * picture->height * 4; }

static void picture_destroy(struct dw_picture *picture) {
    struct dw_pixels *pixels = picture->pixels;
    wl_list_remove(&picture->link);
    wl_surface_destroy(picture->surface);
    wl_buffer_destroy(picture->buffer);
    if (picture->users == 0) {
        pixels->kept_count--;
        pixels->kept_bytes -= bytes_of(picture);
    }
    // No view shows it, so the old pixels are not read while new ones are written.
    spare_block(pixels, picture->block);
    free(picture);
}

static void drop_oldest(struct dw_pixels *pixels) {
    struct dw_picture *picture, *next;
    wl_list_for_each_reverse_safe(picture, next, &pixels->pictures, link) {
        if (pixels->kept_count <= MOST_KEPT && pixels->kept_bytes <= MOST_BYTES_KEPT) return;
        if (picture->users == 0) picture_destroy(picture);
    }
}

void dw_pixels_destroy(struct dw_pixels *pixels) {
    if (pixels == NULL) return;
    struct dw_picture *picture, *next_picture;
    struct block *block, *next;
    dw_cursors_finish(pixels);
    wl_list_for_each_safe(picture, next_picture, &pixels->pictures, link) picture_destroy(picture);
    wl_list_for_each_safe(block, next, &pixels->spare, link) block_destroy(block);
    if (pixels->settled != NULL) wl_callback_destroy(pixels->settled);
    pixels_client_destroy(pixels->client);
    free(pixels->theme_name);
    free(pixels);
}

// A picture that is stretched far (a side of the highlight ring is a few pixels) is stretched here: a renderer's filter
// would fade its edges.
static uint32_t stretched(uint32_t pixels, double points) { return points > 2 * pixels ? points + 0.5 : pixels; }

static void draw(const struct dw_picture *picture, const struct dray_layer *layer) {
    size_t stride = (size_t)picture->width * 4;
    for (uint32_t row = 0; row < picture->height; row++) {
        uint64_t from = (uint64_t)row * layer->height / picture->height;
        const uint32_t *line = (const uint32_t *)((const char *)layer->pixels + from * layer->stride);
        uint32_t *to = (uint32_t *)((char *)picture->block->bytes + row * stride);
        if (picture->width == layer->width) {
            memcpy(to, line, stride);
            continue;
        }
        for (uint32_t column = 0; column < picture->width; column++)
            to[column] = line[(uint64_t)column * layer->width / picture->width];
    }
}

static struct dw_picture *picture_create(struct dw_pixels *pixels, const struct dray_layer *layer, uint32_t width,
                                         uint32_t height) {
    if (layer->pixels == NULL || width == 0 || height == 0 || width > 8192 || height > 8192) return NULL;
    if (!dw_pixels_may_send(pixels)) return NULL;
    struct dw_picture *picture = calloc(1, sizeof *picture);
    struct block *block = picture != NULL ? take_block(pixels, (size_t)width * height * 4) : NULL;
    if (block == NULL) {
        free(picture);
        return NULL;
    }
    picture->pixels = pixels;
    picture->number = layer->picture;
    picture->width = width;
    picture->height = height;
    picture->block = block;
    picture->users = 1;
    draw(picture, layer);
    picture->buffer = wl_shm_pool_create_buffer(block->pool, 0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888);
    picture->surface = wl_compositor_create_surface(pixels->client->compositor);
    // The image takes no input, so picking finds the surface under it.
    struct wl_region *nothing = wl_compositor_create_region(pixels->client->compositor);
    wl_surface_set_input_region(picture->surface, nothing);
    wl_region_destroy(nothing);
    wl_surface_attach(picture->surface, picture->buffer, 0, 0);
    wl_surface_damage_buffer(picture->surface, 0, 0, width, height);
    wl_surface_commit(picture->surface);
    wl_list_insert(&pixels->pictures, &picture->link);
    return picture;
}

struct dw_picture *dw_picture_take(struct dw_pixels *pixels, const struct dray_layer *layer) {
    if (pixels == NULL || pixels->client->peer == NULL || pixels->client->compositor == NULL ||
        pixels->client->shm == NULL)
        return NULL;
    uint32_t width = stretched(layer->width, layer->points_wide), height = stretched(layer->height, layer->points_high);
    struct dw_picture *picture;
    wl_list_for_each(picture, &pixels->pictures, link) {
        if (picture->number != layer->picture || picture->width != width || picture->height != height) continue;
        if (picture->users++ == 0) {
            pixels->kept_count--;
            pixels->kept_bytes -= bytes_of(picture);
        }
        return picture;
    }
    return picture_create(pixels, layer, width, height);
}

void dw_picture_let_go(struct dw_picture *picture) {
    struct dw_pixels *pixels = picture->pixels;
    if (--picture->users > 0) return;
    wl_list_remove(&picture->link);
    wl_list_insert(&pixels->pictures, &picture->link);
    pixels->kept_count++;
    pixels->kept_bytes += bytes_of(picture);
    drop_oldest(pixels);
}

void dw_pictures_send(struct dw_pixels *pixels) {
    struct dw_picture *picture;
    bool is_new = false;
    // One round trip at a time, so that the answer's pictures are known.
    if (pixels == NULL || pixels->settled != NULL) return;
    wl_list_for_each(picture, &pixels->pictures, link) {
        if (picture->is_sent) continue;
        picture->is_sent = true;
        is_new = true;
    }
    if (is_new) dw_pixels_send(pixels);
}

struct weston_surface *dw_picture_surface(const struct dw_picture *picture) {
    return picture->pixels->client->peer != NULL ? picture->server : NULL;
}
