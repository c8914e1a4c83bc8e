// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client-core.h>
// The two protocol headers share their names: what is needed of the client's is in here.
#include <wayland-client-protocol.h>

#include "pixels-client.h"

#define MOST_AT_ONCE 64 /* more than the layers of a frame */

struct dw_picture {
    struct dw_pixels *pixels;
    uint64_t number;
    uint32_t width, height;  // of the buffer
    struct wl_surface *surface;
    struct wl_buffer *buffer;
    struct wl_callback *committed;
    struct weston_surface *server;
};

static void handle_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface) {
    struct dw_pixels *pixels = data;
    // What makes surfaces comes before any seat: libweston makes it first.
    if (strcmp(interface, "wl_seat") == 0 && pixels->client->compositor != NULL && pixels->client->shm != NULL)
        dw_cursor_add_seat(pixels, registry, name);
}

static void handle_global_removed(void *data, uint32_t name) { dw_cursor_remove_seat(data, name); }

static const struct pixels_client_events client_events = {
    .global = handle_global, .global_removed = handle_global_removed};

struct dw_pixels *dw_pixels_create(struct dw_module *module, const char *cursor_theme, int32_t cursor_size) {
    struct dw_pixels *pixels = calloc(1, sizeof *pixels);
    if (pixels == NULL) return NULL;
    pixels->client = pixels_client_create(dw_server_display(module), &client_events, pixels);
    if (pixels->client == NULL) {
        free(pixels);
        return NULL;
    }
    pixels->module = module;
    wl_list_init(&pixels->cursors);
    pixels->theme_name = cursor_theme != NULL ? strdup(cursor_theme) : NULL;
    pixels->theme_size = cursor_size;
    return pixels;
}

static void handle_settled(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dw_pixels *pixels = data;
    wl_callback_destroy(callback);
    pixels->settled = NULL;
    pixels->sent = 0;
    if (pixels->client->peer == NULL) return;
    dw_cursors_catch_up(pixels);
    dw_images_tick(pixels->module);
}

static const struct wl_callback_listener settled_events = {handle_settled};

bool dw_pixels_may_send(struct dw_pixels *pixels) {
    if (pixels->sent == MOST_AT_ONCE || wl_display_get_error(pixels->client->connection) != 0) return false;
    pixels->sent++;
    if (pixels->settled == NULL) {
        pixels->settled = wl_display_sync(pixels->client->connection);
        wl_callback_add_listener(pixels->settled, &settled_events, pixels);
    }
    return true;
}

void dw_pixels_destroy(struct dw_pixels *pixels) {
    if (pixels == NULL) return;
    dw_cursors_finish(pixels);
    if (pixels->settled != NULL) wl_callback_destroy(pixels->settled);
    pixels_client_destroy(pixels->client);
    free(pixels->theme_name);
    free(pixels);
}

static void committed(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dw_picture *picture = data;
    struct dw_pixels *pixels = picture->pixels;
    wl_callback_destroy(callback);
    picture->committed = NULL;
    if (pixels->client->peer == NULL) return;
    picture->server = dw_server_surface(pixels_client_resource(pixels->client, picture->surface));
    dw_images_tick(pixels->module);
}

static const struct wl_callback_listener committed_events = {committed};

// A picture that is stretched far (a side of the highlight is a few pixels) is stretched here: renderers would let it
// fade out towards its edges.
static uint32_t stretched(uint32_t pixels, double points) { return points > 2 * pixels ? points + 0.5 : pixels; }

static struct wl_buffer *make_buffer(struct wl_shm *shm, const struct dray_layer *layer, uint32_t width,
                                     uint32_t height) {
    size_t stride = (size_t)width * 4, size = stride * height;
    int fd = memfd_create("dray", MFD_CLOEXEC);
    if (fd < 0) return NULL;
    void *bytes = ftruncate(fd, size) == 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (bytes == MAP_FAILED) {
        close(fd);
        return NULL;
    }
    for (uint32_t row = 0; row < height; row++) {
        const char *line = (const char *)layer->pixels + (uint64_t)row * layer->height / height * layer->stride;
        uint32_t *to = (uint32_t *)((char *)bytes + row * stride);
        for (uint32_t column = 0; column < width; column++)
            to[column] = ((const uint32_t *)line)[(uint64_t)column * layer->width / width];
    }
    munmap(bytes, size);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, size);
    struct wl_buffer *buffer =
        wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_ARGB8888);
    wl_shm_pool_destroy(pool);
    close(fd);
    return buffer;
}

struct dw_picture *dw_picture_create(struct dw_pixels *pixels, const struct dray_layer *layer) {
    if (pixels == NULL || pixels->client->peer == NULL || pixels->client->compositor == NULL || pixels->client->shm == NULL) return NULL;
    uint32_t width = stretched(layer->width, layer->points_wide), height = stretched(layer->height, layer->points_high);
    if (width > 8192 || height > 8192 || !dw_pixels_may_send(pixels)) return NULL;
    struct wl_buffer *buffer = make_buffer(pixels->client->shm, layer, width, height);
    struct dw_picture *picture = calloc(1, sizeof *picture);
    if (buffer == NULL || picture == NULL) {
        if (buffer != NULL) wl_buffer_destroy(buffer);
        free(picture);
        return NULL;
    }
    picture->pixels = pixels;
    picture->number = layer->picture;
    picture->width = width;
    picture->height = height;
    picture->buffer = buffer;
    picture->surface = wl_compositor_create_surface(pixels->client->compositor);
    // Whatever is below is picked, never the image.
    struct wl_region *nothing = wl_compositor_create_region(pixels->client->compositor);
    wl_surface_set_input_region(picture->surface, nothing);
    wl_region_destroy(nothing);
    wl_surface_attach(picture->surface, buffer, 0, 0);
    wl_surface_damage_buffer(picture->surface, 0, 0, width, height);
    wl_surface_commit(picture->surface);
    picture->committed = wl_display_sync(pixels->client->connection);
    wl_callback_add_listener(picture->committed, &committed_events, picture);
    pixels_client_flush(pixels->client);
    return picture;
}

uint64_t dw_picture_number(const struct dw_picture *picture) { return picture->number; }

bool dw_picture_shows(const struct dw_picture *picture, const struct dray_layer *layer) {
    return picture->number == layer->picture && picture->width == stretched(layer->width, layer->points_wide) &&
           picture->height == stretched(layer->height, layer->points_high);
}

uint32_t dw_picture_width(const struct dw_picture *picture) { return picture->width; }
uint32_t dw_picture_height(const struct dw_picture *picture) { return picture->height; }

struct weston_surface *dw_picture_surface(const struct dw_picture *picture) {
    return picture->pixels->client->peer != NULL ? picture->server : NULL;
}

void dw_picture_destroy(struct dw_picture *picture) {
    if (picture->committed != NULL) wl_callback_destroy(picture->committed);
    wl_surface_destroy(picture->surface);
    wl_buffer_destroy(picture->buffer);
    pixels_client_flush(picture->pixels->client);
    free(picture);
}
