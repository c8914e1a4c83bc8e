// SPDX-License-Identifier: MIT
// Reads the client's icon where its pixels are needed, at most every 16 ms. Shared memory is copied by the kernel;
// other buffers are drawn small by the compositor's renderer and read back.
#include "readback.h"

#include <time.h>

#include "../kit/bytes.h"
#include "scene.h"

#define PAUSE 16                 /* milliseconds: the minimum interval between readings */
#define LARGEST_SIDE 512         /* pixels: the limit of a side that is read through the renderer */
#define MOST_SHOWN (2048 * 2048) /* pixels: drawing more than that repeatedly would delay the compositor */

struct dwl_reader {
    struct dray_wlroots *adapter;
    uint64_t drag;              // 0 until the drag has begun
    struct dwl_layers *layers;  // layers that show the buffer itself; NULL: the buffer is read
    bool is_released;           // Whether the drag has ended, so that the current content stays.
    struct wlr_surface *icon;   // NULL once it is destroyed
    struct wl_listener icon_destroyed;
    struct dwl_icon_user user;
    struct wlr_output *output;  // NULL once it is destroyed
    struct wl_listener output_destroyed;
    struct wl_event_source *pause;
    uint64_t read_at;  // microseconds; 0: never
    bool is_waiting;   // Whether the pause timer runs.
    bool is_damaged;
    int width, height, offset_x, offset_y;  // at the last reading
    struct kit_copy copy;
};

// Sends frame callbacks: the icon itself is never shown, so the compositor sends none.
static void send_frame_done(struct dwl_reader *reader) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    wlr_surface_send_frame_done(reader->icon, &time);
}

enum reading { READING_DONE, READING_FAILED, READING_NEEDS_RENDERER };

// Copies shared memory through the kernel, which is safe against a truncated or unmapped file.
static enum reading read_memory(struct dwl_reader *reader) {
    struct wlr_buffer *buffer = dwl_surface_buffer(reader->icon);
    struct wlr_fbox part;
    void *bytes;
    uint32_t format;
    size_t stride;
    wlr_surface_get_buffer_source_box(reader->icon, &part);
    if (buffer == NULL ||
        !wlr_buffer_begin_data_ptr_access(buffer, WLR_BUFFER_DATA_PTR_ACCESS_READ, &bytes, &format, &stride))
        return READING_FAILED;
    struct kit_bytes from = {
        .data = bytes,
        .stride = stride,
        .width = buffer->width,
        .height = buffer->height,
        .is_opaque = format == DRM_FORMAT_XRGB8888,
        .transform = reader->icon->current.transform,
        .x = part.x,
        .y = part.y,
        .part_width = part.width,
        .part_height = part.height,
    };
    enum reading reading = READING_NEEDS_RENDERER;
    if (format == DRM_FORMAT_ARGB8888 || format == DRM_FORMAT_XRGB8888)
        reading = kit_copy_read(&reader->copy, &from) ? READING_DONE : READING_FAILED;
    wlr_buffer_end_data_ptr_access(buffer);
    return reading;
}

static int least(double size) { return size < 1 ? 1 : size > LARGEST_SIDE ? LARGEST_SIDE : (int)size; }

static struct wlr_buffer *allocate(struct wlr_allocator *allocator, int width, int height) {
    struct wlr_drm_format_set formats = {0};
    struct wlr_buffer *buffer = NULL;
    if (wlr_drm_format_set_add(&formats, DRM_FORMAT_ARGB8888, DRM_FORMAT_MOD_INVALID) &&
        wlr_drm_format_set_add(&formats, DRM_FORMAT_ARGB8888, DRM_FORMAT_MOD_LINEAR))
        buffer = wlr_allocator_create_buffer(allocator, width, height,
                                             wlr_drm_format_set_get(&formats, DRM_FORMAT_ARGB8888));
    wlr_drm_format_set_finish(&formats);
    return buffer;
}

// Reads any other buffer, such as a dmabuf or another format: the compositor's renderer draws it small, and that is
// read back.
static bool read_texture(struct dwl_reader *reader) {
    struct wlr_surface *icon = reader->icon;
    if (reader->output == NULL || reader->output->allocator == NULL) return false;
    int width = least((double)icon->current.width * icon->current.scale);
    int height = least((double)icon->current.height * icon->current.scale);
    struct wlr_buffer *buffer = allocate(reader->output->allocator, width, height);
    if (buffer == NULL) return false;
    bool is_read = kit_copy_resize(&reader->copy, width, height) && dwl_surface_draw(icon, buffer, reader->copy.pixels);
    wlr_buffer_drop(buffer);
    return is_read;
}

static bool read_buffer(struct dwl_reader *reader) {
    enum reading memory = dwl_surface_has_shared_memory(reader->icon) ? read_memory(reader) : READING_NEEDS_RENDERER;
    return memory == READING_NEEDS_RENDERER ? read_texture(reader) : memory == READING_DONE;
}

// Sends Dray the size and the offset without any pixels.
static void keep(struct dwl_reader *reader) {
    struct dray_image image = kit_image(NULL, reader->width, reader->height, reader->offset_x, reader->offset_y);
    dwl_layers_keep_icon(reader->layers, reader->icon);
    dray_drag_icon(reader->adapter->dray, reader->drag, &image);
}

static bool has_content(const struct dwl_reader *reader) {
    return wlr_surface_has_buffer(reader->icon) && kit_has_image(reader->width, reader->height);
}

static bool is_vast(const struct wlr_surface *icon) {
    return (int64_t)icon->current.buffer_width * icon->current.buffer_height > MOST_SHOWN;
}

// Returns the image that was read last.
static struct dray_image image_of(const struct dwl_reader *reader) {
    return kit_image(&reader->copy, reader->width, reader->height, reader->offset_x, reader->offset_y);
}

bool dwl_preview_read(struct dray_wlroots *adapter, struct wlr_surface *surface, struct wlr_output *output,
                      struct dray_image *picture) {
    struct dwl_reader reader = {
        .adapter = adapter,
        .icon = surface,
        .output = output,
        .width = surface->current.width,
        .height = surface->current.height,
        .copy = adapter->previews.copy,
    };
    send_frame_done(&reader);
    bool is_read = has_content(&reader) && read_buffer(&reader);
    adapter->previews.copy = reader.copy;
    if (is_read) *picture = image_of(&reader);
    return is_read;
}

static void read_icon(struct dwl_reader *reader) {
    struct wlr_surface *icon = reader->icon;
    if (reader->is_released) return send_frame_done(reader);
    reader->read_at = kit_now();
    reader->is_damaged = false;
    reader->width = icon->current.width;
    reader->height = icon->current.height;
    dwl_icon_offset(&reader->user, icon, &reader->offset_x, &reader->offset_y);
    send_frame_done(reader);
    if (!has_content(reader)) {
        if (reader->layers != NULL) dwl_layers_keep_icon(reader->layers, NULL);
        dray_drag_icon(reader->adapter->dray, reader->drag, NULL);
        return;
    }
    if (reader->layers != NULL && !is_vast(icon)) return keep(reader);
    if (reader->layers != NULL) dwl_layers_keep_icon(reader->layers, NULL);
    if (!read_buffer(reader)) {
        kit_log_write(&reader->adapter->log, DRAY_BLAME_CLIENT, wl_resource_get_client(icon->resource),
                      "a drag icon cannot be read, and a standard image is shown for it");
        return;
    }
    struct dray_image image = image_of(reader);
    dray_drag_icon(reader->adapter->dray, reader->drag, &image);
}

static bool has_changed(struct dwl_reader *reader) {
    int x, y;
    dwl_icon_offset(&reader->user, reader->icon, &x, &y);
    return reader->is_damaged || reader->width != reader->icon->current.width ||
           reader->height != reader->icon->current.height || reader->offset_x != x || reader->offset_y != y;
}

// Reads now, or when the pause is over; only the newest commit counts.
static void read_when_due(struct dwl_reader *reader) {
    if (reader->drag == 0 || reader->is_waiting) return;
    uint64_t since = reader->read_at != 0 ? (kit_now() - reader->read_at) / 1000 : PAUSE;
    if (since >= PAUSE) {
        read_icon(reader);
        return;
    }
    reader->is_waiting = true;
    wl_event_source_timer_update(reader->pause, PAUSE - (int)since);
}

static int handle_pause_over(void *data) {
    struct dwl_reader *reader = data;
    reader->is_waiting = false;
    if (reader->icon == NULL) return 0;
    if (has_changed(reader)) read_icon(reader);
    else send_frame_done(reader);
    return 0;
}

static void handle_committed(struct dwl_icon_user *user, struct wlr_surface *surface) {
    struct dwl_reader *reader = wl_container_of(user, reader, user);
    if (dwl_surface_is_damaged(surface)) reader->is_damaged = true;
    read_when_due(reader);
}

static void forget_surface(struct dwl_reader *reader) {
    if (reader->icon == NULL) return;
    wl_list_remove(&reader->icon_destroyed.link);
    dwl_icon_unwatch(&reader->user, reader->icon);
    reader->icon = NULL;
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_reader *reader = wl_container_of(listener, reader, icon_destroyed);
    // The content of the last reading stays.
    forget_surface(reader);
}

static void handle_output_destroyed(struct wl_listener *listener, void *data) {
    struct dwl_reader *reader = wl_container_of(listener, reader, output_destroyed);
    wl_list_remove(&reader->output_destroyed.link);
    reader->output = NULL;
}

struct dwl_reader *dwl_reader_create(struct dray_wlroots *adapter, struct wlr_surface *icon, struct dwl_layers *layers,
                                     struct wlr_output *output) {
    struct dwl_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->pause = wl_event_loop_add_timer(wl_display_get_event_loop(adapter->display), handle_pause_over, reader);
    if (reader->pause == NULL) {
        free(reader);
        return NULL;
    }
    reader->adapter = adapter;
    reader->icon = icon;
    reader->layers = layers;
    reader->user.committed = handle_committed;
    dwl_icon_watch(&reader->user, icon);
    reader->icon_destroyed.notify = handle_icon_destroyed;
    wl_signal_add(&icon->events.destroy, &reader->icon_destroyed);
    reader->output = output;
    reader->output_destroyed.notify = handle_output_destroyed;
    if (output != NULL) wl_signal_add(&output->events.destroy, &reader->output_destroyed);
    return reader;
}

void dwl_reader_begin(struct dwl_reader *reader, uint64_t drag) {
    reader->drag = drag;
    if (reader->icon != NULL && wlr_surface_has_buffer(reader->icon)) read_when_due(reader);
}

void dwl_reader_release(struct dwl_reader *reader) { reader->is_released = true; }

void dwl_reader_destroy(struct dwl_reader *reader) {
    if (reader == NULL) return;
    forget_surface(reader);
    if (reader->output != NULL) wl_list_remove(&reader->output_destroyed.link);
    wl_event_source_remove(reader->pause);
    kit_copy_free(&reader->copy);
    free(reader);
}
