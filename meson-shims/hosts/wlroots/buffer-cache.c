// SPDX-License-Identifier: MIT
// A cache of tiles. A tile is a wl_buffer on memory shared with the compositor. When neither a surface nor the
// compositor uses it any more, another picture may be painted into it.
#define _GNU_SOURCE
#include "buffer-cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "../pixels/client.h"
#include "paint.h"
#include "viewporter-client-protocol.h"

#define KEPT 12 /* tiles: the badges, and the pictures of one or two drags; more only while all are shown */

struct tile {
    struct dwl_tile shared;
    struct dwl_tiles *tiles;
    struct wl_list link;  // struct dwl_tiles.list, most recently used first
    uint64_t picture;
    uint32_t opacity;  // 0 to 255
    struct wl_shm_pool *pool;
    void *bytes;
    size_t size;
};

struct dwl_tiles {
    struct pixels_client *client;
    struct wp_viewporter *viewporter;
    struct wl_list list;  // struct tile.link
    int count;
};

static void tile_destroy(struct tile *tile) {
    wl_list_remove(&tile->link);
    tile->tiles->count--;
    if (tile->shared.buffer != NULL) wl_buffer_destroy(tile->shared.buffer);
    if (tile->pool != NULL) wl_shm_pool_destroy(tile->pool);
    if (tile->bytes != NULL) munmap(tile->bytes, tile->size);
    free(tile);
}

static void handle_release(void *data, struct wl_buffer *buffer) {
    struct tile *tile = data;
    tile->shared.is_busy = false;
}

static const struct wl_buffer_listener buffer_events = {handle_release};

static struct tile *tile_create(struct dwl_tiles *tiles, size_t size) {
    struct tile *tile = calloc(1, sizeof *tile);
    if (tile == NULL) return NULL;
    tile->tiles = tiles;
    tile->size = (size + 4095) & ~(size_t)4095;
    wl_list_insert(&tiles->list, &tile->link);
    tiles->count++;
    int fd = memfd_create("dray", MFD_CLOEXEC);
    void *bytes = fd >= 0 && ftruncate(fd, tile->size) == 0
                      ? mmap(NULL, tile->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                      : MAP_FAILED;
    if (bytes != MAP_FAILED) {
        tile->bytes = bytes;
        tile->pool = wl_shm_create_pool(tiles->client->shm, fd, tile->size);
    }
    if (fd >= 0) close(fd);
    if (tile->pool != NULL) return tile;
    tile_destroy(tile);
    return NULL;
}

// Returns a tile that is not in use: the least recently used one, if it is large enough and not much too large.
static struct tile *free_tile(struct dwl_tiles *tiles, size_t size) {
    struct tile *tile, *last_free = NULL;
    if (tiles->count < KEPT) return NULL;
    wl_list_for_each_reverse(tile, &tiles->list, link) {
        if (tile->shared.users > 0 || tile->shared.is_busy) continue;
        if (tile->size >= size && tile->size / 4 <= size) return tile;
        if (last_free == NULL) last_free = tile;
    }
    if (last_free != NULL) tile_destroy(last_free);
    return NULL;
}

static struct dwl_tile *get(struct dwl_tiles *tiles, const struct dray_layer *layer, uint64_t picture, int width,
                            int height) {
    uint32_t opacity = dwl_opacity_of(layer);
    struct tile *tile;
    wl_list_for_each(tile, &tiles->list, link) {
        if (tile->picture != picture || tile->opacity != opacity || tile->shared.width != width ||
            tile->shared.height != height)
            continue;
        wl_list_remove(&tile->link);
        wl_list_insert(&tiles->list, &tile->link);
        return &tile->shared;
    }
    size_t size = (size_t)width * height * 4;
    tile = free_tile(tiles, size);
    if (tile == NULL) tile = tile_create(tiles, size);
    if (tile == NULL) return NULL;
    if (tile->shared.buffer != NULL) wl_buffer_destroy(tile->shared.buffer);
    tile->shared.width = width;
    tile->shared.height = height;
    tile->picture = picture;
    tile->opacity = opacity;
    dwl_paint(layer, opacity, width, height, tile->bytes);
    tile->shared.buffer = wl_shm_pool_create_buffer(tile->pool, 0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888);
    wl_buffer_add_listener(tile->shared.buffer, &buffer_events, tile);
    return &tile->shared;
}

struct dwl_tile *dwl_tiles_get(struct dwl_tiles *tiles, const struct dray_layer *layer, int width, int height) {
    return get(tiles, layer, layer->picture, width, height);
}

// Pictures never have the number 0.
struct dwl_tile *dwl_tiles_clear(struct dwl_tiles *tiles) {
    static const uint32_t clear = 0;
    struct dray_layer layer = {.pixels = &clear, .width = 1, .height = 1, .stride = 4, .opacity = 1};
    return get(tiles, &layer, 0, 1, 1);
}

struct dwl_tiles *dwl_tiles_create(struct pixels_client *client) {
    struct dwl_tiles *tiles = calloc(1, sizeof *tiles);
    if (tiles == NULL) return NULL;
    tiles->client = client;
    wl_list_init(&tiles->list);
    return tiles;
}

void dwl_tiles_destroy(struct dwl_tiles *tiles) {
    if (tiles == NULL) return;
    struct tile *tile, *next;
    wl_list_for_each_safe(tile, next, &tiles->list, link) tile_destroy(tile);
    if (tiles->viewporter != NULL) wp_viewporter_destroy(tiles->viewporter);
    free(tiles);
}

void dwl_tiles_global(struct dwl_tiles *tiles, struct wl_registry *registry, uint32_t name, const char *interface) {
    if (tiles->viewporter == NULL && strcmp(interface, wp_viewporter_interface.name) == 0)
        tiles->viewporter = wl_registry_bind(registry, name, &wp_viewporter_interface, 1);
}

struct pixels_client *dwl_tiles_client(struct dwl_tiles *tiles) {
    return tiles->client;
}
struct wp_viewporter *dwl_tiles_viewporter(struct dwl_tiles *tiles) {
    return tiles->viewporter;
}
