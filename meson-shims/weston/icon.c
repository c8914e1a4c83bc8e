// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <wayland-server-protocol.h>

#include "image.h"

static bool is_plain(struct weston_surface *surface) {
    return surface->buffer_viewport.buffer.transform == WL_OUTPUT_TRANSFORM_NORMAL &&
           surface->buffer_viewport.buffer.src_width == wl_fixed_from_int(-1);
}

static void read_shared_memory(struct dw_image *image, struct wl_shm_buffer *buffer, struct dray_image *picture) {
    picture->width = wl_shm_buffer_get_width(buffer);
    picture->height = wl_shm_buffer_get_height(buffer);
    picture->stride = wl_shm_buffer_get_stride(buffer);
    picture->format = wl_shm_buffer_get_format(buffer) == WL_SHM_FORMAT_XRGB8888 ? DRAY_FORMAT_XRGB8888
                                                                                   : DRAY_FORMAT_ARGB8888;
    picture->byte_count = (size_t)picture->stride * picture->height;
    wl_shm_buffer_begin_access(buffer);
    picture->bytes = wl_shm_buffer_get_data(buffer);
    dw_image_use(image, picture);
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
        dw_image_use(image, picture);
    }
    free(pixels);
}

// The client has taken its picture back. That is no reason for a standard one.
static void show_nothing(struct dw_image *image) {
    static const uint32_t clear = 0;
    struct dray_image nothing = {
        .size = sizeof nothing,
        .bytes = &clear,
        .byte_count = sizeof clear,
        .width = 1,
        .height = 1,
        .stride = sizeof clear,
        .points_wide = 1,
        .points_high = 1,
    };
    if (image->presentation != NULL) dw_image_use(image, &nothing);
}

void dw_icon_read(struct dw_image *image) {
    struct weston_surface *surface = image->icon;
    if (surface == NULL) return;
    struct weston_buffer *buffer = surface->buffer_ref.buffer;
    if (buffer == NULL || surface->width <= 0 || surface->height <= 0) return show_nothing(image);
    if (buffer->resource == NULL) return;
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

void dw_icon_refresh(struct dw_image *image) {
    if (!image->is_icon_stale) return;
    image->is_icon_stale = false;
    dw_icon_read(image);
}

static void handle_committed(struct weston_surface *surface, int32_t dx, int32_t dy) {
    struct dw_image *image = surface->committed_private;
    image->offset_x += dx;
    image->offset_y += dy;
    image->is_icon_stale = true;
    // A client may draw as often as it likes; it is looked at once a tick.
    if (!image->module->is_tick_due) dw_icon_refresh(image);
    dw_images_ask_for_tick(image->module);
}

static void handle_destroyed(struct wl_listener *listener, void *data) {
    struct dw_image *image = wl_container_of(listener, image, icon_destroyed);
    dw_icon_forget(image);
}

void dw_icon_follow(struct dw_image *image, struct weston_surface *surface) {
    // One seat's icon cannot be another's at the same time.
    if (surface->committed_private != NULL) return;
    image->icon = surface;
    surface->committed = handle_committed;
    surface->committed_private = image;
    image->icon_destroyed.notify = handle_destroyed;
    wl_signal_add(&surface->destroy_signal, &image->icon_destroyed);
}

void dw_icon_forget(struct dw_image *image) {
    if (image->icon == NULL) return;
    wl_list_remove(&image->icon_destroyed.link);
    image->icon->committed = NULL;
    image->icon->committed_private = NULL;
    image->icon = NULL;
}

bool dw_icon_waits(const struct dw_image *image) {
    return image->icon != NULL && !wl_list_empty(&image->icon->frame_callback_list);
}

// The icon itself is never shown, so nothing else tells the client that it may draw again.
void dw_icon_may_draw(struct dw_image *image) {
    if (image->icon == NULL) return;
    struct wl_resource *callback, *next;
    wl_resource_for_each_safe(callback, next, &image->icon->frame_callback_list) {
        wl_callback_send_done(callback, dw_now() / 1000);
        wl_resource_destroy(callback);
    }
}
