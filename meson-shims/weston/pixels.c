// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
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

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct dw_pixels *pixels = data;
    if (strcmp(interface, "wl_compositor") == 0)
        pixels->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    else if (strcmp(interface, "wl_shm") == 0)
        pixels->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    // Both of the above come before any seat: libweston makes them first.
    else if (strcmp(interface, "wl_seat") == 0 && pixels->compositor != NULL && pixels->shm != NULL)
        dw_cursor_add_seat(pixels, registry, name);
}

static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {
    dw_cursor_remove_seat(data, name);
}

static const struct wl_registry_listener registry_events = {global, global_removed};

static void client_gone(void *data) {
    struct dw_pixels *pixels = data;
    pixels->client = NULL;
    if (pixels->source != NULL) wl_event_source_remove(pixels->source);
    pixels->source = NULL;
}

// Never waits: this thread is the one that would have to answer.
static int handle_readable(int fd, uint32_t mask, void *data) {
    struct dw_pixels *pixels = data;
    while (wl_display_prepare_read(pixels->display) != 0) wl_display_dispatch_pending(pixels->display);
    int failed = wl_display_read_events(pixels->display) < 0 && errno != EAGAIN;
    if (!failed) failed = wl_display_dispatch_pending(pixels->display) < 0;
    if (failed) {
        wl_event_source_remove(pixels->source);
        pixels->source = NULL;
        return 0;
    }
    wl_display_flush(pixels->display);
    return 0;
}

struct dw_pixels *dw_pixels_create(struct dw_module *module, const char *cursor_theme, int32_t cursor_size) {
    struct dw_pixels *pixels = calloc(1, sizeof *pixels);
    int ends[2];
    if (pixels == NULL) return NULL;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        free(pixels);
        return NULL;
    }
    pixels->module = module;
    wl_list_init(&pixels->cursors);
    pixels->theme_name = cursor_theme != NULL ? strdup(cursor_theme) : NULL;
    pixels->theme_size = cursor_size;
    pixels->client = dw_server_add_client(module, ends[0]);
    pixels->display = wl_display_connect_to_fd(ends[1]);
    if (pixels->client == NULL || pixels->display == NULL) {
        dw_pixels_destroy(pixels);
        return NULL;
    }
    pixels->watch = dw_watch_client(pixels->client, client_gone, pixels);
    pixels->source = dw_server_add_fd(module, ends[1], handle_readable, pixels);
    pixels->registry = wl_display_get_registry(pixels->display);
    wl_registry_add_listener(pixels->registry, &registry_events, pixels);
    wl_display_flush(pixels->display);
    return pixels;
}

static void handle_settled(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dw_pixels *pixels = data;
    wl_callback_destroy(callback);
    pixels->settled = NULL;
    pixels->sent = 0;
    if (pixels->client == NULL) return;
    dw_cursors_catch_up(pixels);
    dw_images_tick(pixels->module);
}

static const struct wl_callback_listener settled_events = {handle_settled};

bool dw_pixels_may_send(struct dw_pixels *pixels) {
    if (pixels->sent == MOST_AT_ONCE || wl_display_get_error(pixels->display) != 0) return false;
    pixels->sent++;
    if (pixels->settled == NULL) {
        pixels->settled = wl_display_sync(pixels->display);
        wl_callback_add_listener(pixels->settled, &settled_events, pixels);
    }
    return true;
}

void dw_pixels_destroy(struct dw_pixels *pixels) {
    if (pixels == NULL) return;
    dw_unwatch_client(pixels->watch);
    if (pixels->source != NULL) wl_event_source_remove(pixels->source);
    if (pixels->client != NULL) dw_server_remove_client(pixels->client);
    dw_cursors_finish(pixels);
    if (pixels->settled != NULL) wl_callback_destroy(pixels->settled);
    if (pixels->shm != NULL) wl_shm_destroy(pixels->shm);
    if (pixels->compositor != NULL) wl_compositor_destroy(pixels->compositor);
    if (pixels->registry != NULL) wl_registry_destroy(pixels->registry);
    if (pixels->display != NULL) wl_display_disconnect(pixels->display);
    free(pixels->theme_name);
    free(pixels);
}

static void committed(void *data, struct wl_callback *callback, uint32_t serial) {
    struct dw_picture *picture = data;
    struct dw_pixels *pixels = picture->pixels;
    wl_callback_destroy(callback);
    picture->committed = NULL;
    if (pixels->client == NULL) return;
    picture->server = dw_server_surface(pixels->client, wl_proxy_get_id((struct wl_proxy *)picture->surface));
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
    if (pixels == NULL || pixels->client == NULL || pixels->compositor == NULL || pixels->shm == NULL) return NULL;
    uint32_t width = stretched(layer->width, layer->points_wide), height = stretched(layer->height, layer->points_high);
    if (width > 8192 || height > 8192 || !dw_pixels_may_send(pixels)) return NULL;
    struct wl_buffer *buffer = make_buffer(pixels->shm, layer, width, height);
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
    picture->surface = wl_compositor_create_surface(pixels->compositor);
    // Whatever is below is picked, never the image.
    struct wl_region *nothing = wl_compositor_create_region(pixels->compositor);
    wl_surface_set_input_region(picture->surface, nothing);
    wl_region_destroy(nothing);
    wl_surface_attach(picture->surface, buffer, 0, 0);
    wl_surface_damage_buffer(picture->surface, 0, 0, width, height);
    wl_surface_commit(picture->surface);
    picture->committed = wl_display_sync(pixels->display);
    wl_callback_add_listener(picture->committed, &committed_events, picture);
    wl_display_flush(pixels->display);
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
    return picture->pixels->client != NULL ? picture->server : NULL;
}

void dw_picture_destroy(struct dw_picture *picture) {
    if (picture->committed != NULL) wl_callback_destroy(picture->committed);
    wl_surface_destroy(picture->surface);
    wl_buffer_destroy(picture->buffer);
    wl_display_flush(picture->pixels->display);
    free(picture);
}
