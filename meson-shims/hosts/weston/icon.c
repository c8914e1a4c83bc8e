// SPDX-License-Identifier: MIT
// The client's icon surface. Weston shows it like any surface, so client memory is read only where there is no other
// way. Dray is sent its size and offset. The surface is referenced until the last frame, and its last content stays
// visible whatever the client does after the drop.
//
// In one case the content would be lost: a renderer that draws directly from shared memory (pixman), and a client that
// destroys that memory. Then the content is copied once, at the size at which it is shown.
#include <math.h>
#include <stdlib.h>
#include <wayland-server-protocol.h>

#include "../kit/bytes.h"
#include "../kit/sum.h"
#include "dray-weston.h"

#define FRAME 16 /* milliseconds */

// -------------------------------------------------------------------------------------------------------------- Report

static void tell(struct dw_drag *drag) {
    struct dw_icon *icon = &drag->icon;
    struct weston_surface *surface = icon->surface;
    bool is_there = kit_has_image(surface->width, surface->height);
    if (icon->is_released || (is_there && icon->is_read && icon->buffer == NULL)) return;
    if (!is_there) {
        if (icon->is_told || icon->is_read) dray_drag_icon(drag->module->dray, drag->number, NULL);
        icon->is_told = icon->is_read = false;
        return;
    }
    if (icon->is_told && icon->told_width == surface->width && icon->told_height == surface->height &&
        icon->told_x == icon->offset_x && icon->told_y == icon->offset_y)
        return;
    struct dray_image image = kit_image(NULL, surface->width, surface->height, icon->offset_x, icon->offset_y);
    icon->is_told = dray_drag_icon(drag->module->dray, drag->number, &image) == DRAY_OK;
    icon->is_read = false;
    icon->told_width = surface->width;
    icon->told_height = surface->height;
    icon->told_x = icon->offset_x;
    icon->told_y = icon->offset_y;
}

// -------------------------------------------------------------------------------------------------------- Last resort

// A sampling grid in buffer coordinates. A transformed, scaled or cropped buffer is still sampled along straight lines.
struct sampling {
    double x, y, right_x, right_y, down_x, down_y;  // the first pixel's centre, and the steps to the next pixel
};

static struct sampling sampling_of(struct weston_surface *surface, uint32_t width, uint32_t height) {
    struct sampling sampling;
    double step_x = (double)surface->width / width, step_y = (double)surface->height / height;
    double right_x, right_y, down_x, down_y;
    dw_surface_to_buffer(surface, step_x / 2, step_y / 2, &sampling.x, &sampling.y);
    dw_surface_to_buffer(surface, step_x * 1.5, step_y / 2, &right_x, &right_y);
    dw_surface_to_buffer(surface, step_x / 2, step_y * 1.5, &down_x, &down_y);
    sampling.right_x = right_x - sampling.x;
    sampling.right_y = right_y - sampling.y;
    sampling.down_x = down_x - sampling.x;
    sampling.down_y = down_y - sampling.y;
    return sampling;
}

static int32_t within(double value, int32_t count) {
    return value < 0 ? 0 : value >= count ? count - 1 : (int32_t)value;
}

static void sample(struct weston_surface *surface, struct wl_shm_buffer *memory, uint32_t *pixels, uint32_t width,
                   uint32_t height) {
    int32_t wide = wl_shm_buffer_get_width(memory), high = wl_shm_buffer_get_height(memory);
    int32_t stride = wl_shm_buffer_get_stride(memory);
    uint32_t opaque = wl_shm_buffer_get_format(memory) == WL_SHM_FORMAT_XRGB8888 ? 0xff000000 : 0;
    struct sampling from = sampling_of(surface, width, height);
    // If the client has truncated its file, zeros are read and the client is disconnected.
    wl_shm_buffer_begin_access(memory);
    const char *bytes = wl_shm_buffer_get_data(memory);
    for (uint32_t row = 0; row < height; row++) {
        double x = from.x + row * from.down_x, y = from.y + row * from.down_y;
        for (uint32_t column = 0; column < width; column++) {
            const uint32_t *line = (const uint32_t *)(bytes + (size_t)within(y, high) * stride);
            pixels[(size_t)row * width + column] = line[within(x, wide)] | opaque;
            x += from.right_x;
            y += from.right_y;
        }
    }
    wl_shm_buffer_end_access(memory);
}

bool dw_surface_read(struct weston_surface *surface, struct wl_shm_buffer *memory, double scale,
                     struct kit_copy *copy) {
    uint32_t format = wl_shm_buffer_get_format(memory);
    if (format != WL_SHM_FORMAT_ARGB8888 && format != WL_SHM_FORMAT_XRGB8888) return false;
    if (!kit_has_image(surface->width, surface->height)) return false;
    // libwayland accepts a stride smaller than a row of pixels. The memory may then end within the last row.
    if (wl_shm_buffer_get_stride(memory) / 4 < wl_shm_buffer_get_width(memory)) return false;
    double wanted = scale * scale * surface->width * surface->height;
    if (wanted > KIT_COPY_LIMIT) scale *= sqrt(KIT_COPY_LIMIT / wanted);
    int width = fmin(fmax(1, surface->width * scale), KIT_COPY_SIDE);
    int height = fmin(fmax(1, surface->height * scale), KIT_COPY_SIDE);
    if (!kit_copy_resize(copy, width, height)) return false;
    sample(surface, memory, copy->pixels, width, height);
    return true;
}

static void read_once(struct dw_drag *drag, struct wl_shm_buffer *memory) {
    struct dw_icon *icon = &drag->icon;
    struct kit_copy copy = {0};
    // After the drag the client may change the icon's size without Dray being notified.
    if (!dw_surface_read(icon->surface, memory, dw_scene_scale_at(drag->module, NULL, drag->x, drag->y), &copy)) return;
    struct dray_image image =
        kit_image(&copy, icon->surface->width, icon->surface->height, icon->offset_x, icon->offset_y);
    icon->is_read = dray_drag_icon(drag->module->dray, drag->number, &image) == DRAY_OK;
    icon->is_told = false;
    kit_copy_free(&copy);
}

static void watch_buffer(struct dw_icon *icon, struct weston_buffer *buffer) {
    if (icon->buffer == buffer) return;
    if (icon->buffer != NULL) wl_list_remove(&icon->buffer_destroyed.link);
    // A buffer without a resource is destroyed already, and a renderer has a copy of its content.
    icon->buffer = buffer != NULL && buffer->resource != NULL ? buffer : NULL;
    if (icon->buffer != NULL) dw_buffer_watch(buffer, &icon->buffer_destroyed);
}

// Shows the copy at once instead of with the next frame: meanwhile the icon would not be drawn.
static void show_read(void *data) {
    struct dw_module *module = data;
    module->reading_shown = NULL;
    dray_engine_frame(module->dray, kit_now());
}

static void show_read_soon(struct dw_module *module) {
    if (module->reading_shown == NULL)
        module->reading_shown =
            wl_event_loop_add_idle(wl_display_get_event_loop(module->compositor->wl_display), show_read, module);
}

static void handle_buffer_destroyed(struct wl_listener *listener, void *data) {
    struct dw_drag *drag = wl_container_of(listener, drag, icon.buffer_destroyed);
    struct weston_buffer *buffer = drag->icon.buffer;
    wl_list_remove(&drag->icon.buffer_destroyed.link);
    drag->icon.buffer = NULL;
    // A texture outlives the buffer that it was made from.
    struct wl_shm_buffer *memory = dw_buffer_last_memory(drag->icon.surface, buffer, data);
    if (memory == NULL || !drag->icon.is_told) return;
    read_once(drag, memory);
    // Deferred: other listeners of this signal still run, and a frame may be the drag's last one.
    show_read_soon(drag->module);
}

// ------------------------------------------------------------------------------------------------------------ Commits

static void handle_content(struct weston_surface *surface, DW_OFFSET) {
    struct dw_drag *drag = surface->committed_private;
    struct dw_icon *icon = &drag->icon;
    struct weston_buffer *drawn = surface->buffer_ref.buffer;
    // The icon takes no input, so picking finds the surface under it.
    pixman_region32_clear(&surface->pending.input);
    pixman_region32_clear(&surface->input);
#if DW_RESTORES_CONTENT
    if (icon->is_released && surface->width == 0 && icon->buffer != NULL) {
        // The client unmaps its icon, as toolkits do after a drop. The last content stays visible until the end.
        dw_content_restore(&icon->content, surface, icon->buffer);
        dw_layers_map_icon(drag);
        return;
    }
#endif
    if (!icon->is_released) {
        icon->offset_x = kit_sum(icon->offset_x, DW_OFFSET_X);
        icon->offset_y = kit_sum(icon->offset_y, DW_OFFSET_Y);
    }
    // If only the size has changed, a buffer that the renderer has uploaded as a texture is no longer referenced.
    if (drawn != NULL || surface->width == 0) watch_buffer(icon, drawn);
#if DW_RESTORES_CONTENT
    dw_content_save(&icon->content, surface);
#endif
    tell(drag);
    dw_layers_fit_icon(drag);
}

// Weston sends frame callbacks when it draws a surface. Until the icon is shown, they are sent here.
static void handle_committed(struct wl_listener *listener, void *data) {
    struct dw_drag *drag = wl_container_of(listener, drag, icon.committed);
    struct dw_module *module = drag->module;
    if (module->is_icon_due || wl_list_empty(&drag->icon.surface->frame_callback_list) || dw_layers_have_icon(drag))
        return;
    module->is_icon_due = true;
    wl_event_source_timer_update(module->icon_timer, FRAME);
}

void dw_surface_may_draw(struct weston_surface *surface) {
    struct wl_resource *callback, *next;
    wl_resource_for_each_safe(callback, next, &surface->frame_callback_list) {
        wl_callback_send_done(callback, kit_now() / 1000);
        wl_resource_destroy(callback);
    }
}

int dw_icons_may_draw(void *data) {
    struct dw_module *module = data;
    struct dw_drag *drag;
    module->is_icon_due = false;
    wl_list_for_each(drag, &module->drags, link)
        if (drag->icon.surface != NULL && !dw_layers_have_icon(drag)) dw_surface_may_draw(drag->icon.surface);
    return 0;
}

// -------------------------------------------------------------------------------------------------- Beginning and end

// Stops observing the surface's commits, which belong to another drag or to none from here on.
static void leave_alone(struct dw_drag *drag) {
    struct weston_surface *surface = drag->icon.surface;
    if (surface->committed_private != drag) return;
    surface->committed = NULL;
    surface->committed_private = NULL;
}

void dw_icon_follow(struct dw_drag *drag, struct weston_surface *surface) {
    struct dw_drag *other;
    wl_list_for_each(other, &drag->module->drags, link)
        if (other->icon.surface == surface) leave_alone(other);
    if (surface->committed != NULL) return;
    drag->icon.surface = surface;
    dw_surface_ref(surface);
    surface->committed = handle_content;
    surface->committed_private = drag;
    drag->icon.committed.notify = handle_committed;
    wl_signal_add(&surface->commit_signal, &drag->icon.committed);
    drag->icon.buffer_destroyed.notify = handle_buffer_destroyed;
    // The surface may have content already.
    pixman_region32_clear(&surface->input);
    watch_buffer(&drag->icon, surface->buffer_ref.buffer);
#if DW_RESTORES_CONTENT
    dw_content_save(&drag->icon.content, surface);
#endif
    tell(drag);
}

void dw_icon_release(struct dw_drag *drag) {
    if (drag->icon.is_released) return;
    drag->icon.is_released = true;
#if !DW_RESTORES_CONTENT
    // The client unmaps its icon, as toolkits do after a drop, and Weston keeps nothing of it. So its content is copied
    // now, unless it was never shown.
    if (!dw_layers_have_icon(drag)) return;
    struct wl_shm_buffer *memory = drag->icon.buffer != NULL ? dw_buffer_memory(drag->icon.buffer) : NULL;
    if (memory == NULL || !drag->icon.is_told) return;
    read_once(drag, memory);
    show_read_soon(drag->module);
#endif
}

void dw_icon_forget(struct dw_drag *drag) {
    struct weston_surface *surface = drag->icon.surface;
    if (surface == NULL) return;
    watch_buffer(&drag->icon, NULL);
    wl_list_remove(&drag->icon.committed.link);
    leave_alone(drag);
    // Another drag may show it as well.
    if (wl_list_empty(&surface->views)) dw_surface_unmap(surface);
    drag->icon.surface = NULL;
    dw_surface_unref(surface);
}
