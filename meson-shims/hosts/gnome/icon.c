// SPDX-License-Identifier: MIT
// The surfaces of drag icons and previews. mutter shows neither, because it knows no role for them, so their content is
// read when a client commits it, and Dray draws it. mutter keeps what a client commits to a surface without a role, and
// never sends the frame callbacks.
//
// A client may commit the content before it begins the drag, so all surfaces without a role are followed, by their
// requests. There are few: icons, cursors, and surfaces that are being set up.
#include <wayland-server-protocol.h>

#include "../kit/bytes.h"
#include "../kit/sum.h"
#include "compat/compat.h"
#include "dray-gnome.h"
#include "dray-protocols.h"

// The number of frame callbacks of a surface that are kept. Clients request one per commit.
#define FRAMES 16

// The width and height of the image that stands for content in memory of the graphics card, which has no function that
// reads it.
#define SHEET 48

enum use { UNUSED, ICON, PREVIEW };

// The requests of wl_surface by number, which the headers for servers do not name.
enum request { ATTACH = 1, FRAME = 3, COMMIT = 6, SET_BUFFER_TRANSFORM = 7, OFFSET = 10 };

struct buffer {
    struct wl_resource *resource;  // NULL for none
    struct wl_listener destroyed;
};

// A surface without a role.
struct dg_icon {
    struct wl_list link;
    struct dg_host *host;
    struct wl_resource *surface;
    struct wl_listener surface_destroyed;
    enum use use;
    uint64_t drag;           // of an icon
    struct buffer attached;  // with the next commit, if `is_attached`
    bool is_attached;
    struct buffer committed;  // with the last one
    int transform;
    int32_t offset_x, offset_y, next_x, next_y;
    struct kit_copy copy;
    bool has_copy, is_sheet;
    uint32_t frames[FRAMES];  // the object IDs of frame callbacks
    size_t frame_count;
    guint report;  // a pending report to Dray; 0 for none
};

// ------------------------------------------------------------------------------------------------------------- Buffers

static void handle_buffer_destroyed(struct wl_listener *listener, void *data) {
    struct buffer *buffer = wl_container_of(listener, buffer, destroyed);
    wl_list_remove(&buffer->destroyed.link);
    buffer->resource = NULL;
}

static void set_buffer(struct buffer *buffer, struct wl_resource *resource) {
    if (buffer->resource != NULL) wl_list_remove(&buffer->destroyed.link);
    buffer->resource = resource;
    buffer->destroyed.notify = handle_buffer_destroyed;
    if (resource != NULL) wl_resource_add_destroy_listener(resource, &buffer->destroyed);
}

// Red and blue of formats in another byte order.
static void swap_colours(struct kit_copy *copy) {
    for (size_t index = 0; index < (size_t)copy->width * copy->height; index++) {
        uint32_t pixel = copy->pixels[index];
        copy->pixels[index] = (pixel & 0xff00ff00) | (pixel & 0xff) << 16 | (pixel >> 16 & 0xff);
    }
}

// A plain sheet, in place of content that cannot be read.
static bool draw_sheet(struct dg_icon *icon) {
    if (!kit_copy_resize(&icon->copy, SHEET, SHEET)) return false;
    for (int index = 0; index < SHEET * SHEET; index++) {
        int x = index % SHEET, y = index / SHEET;
        bool is_edge = x == 0 || y == 0 || x == SHEET - 1 || y == SHEET - 1;
        icon->copy.pixels[index] = is_edge ? 0xff909090 : 0xfff0f0f0;
    }
    return true;
}

static bool is_readable(uint32_t format) {
    return format == WL_SHM_FORMAT_ARGB8888 || format == WL_SHM_FORMAT_XRGB8888 || format == WL_SHM_FORMAT_ABGR8888 ||
           format == WL_SHM_FORMAT_XBGR8888;
}

// Copies the committed content.
static void read_content(struct dg_icon *icon) {
    if (icon->committed.resource == NULL) return;
    struct wl_shm_buffer *memory = wl_shm_buffer_get(icon->committed.resource);
    uint32_t format = memory != NULL ? wl_shm_buffer_get_format(memory) : 0;
    icon->is_sheet = memory == NULL || !is_readable(format);
    if (icon->is_sheet) {
        icon->has_copy = draw_sheet(icon);
        return;
    }
    bool is_swapped = format == WL_SHM_FORMAT_ABGR8888 || format == WL_SHM_FORMAT_XBGR8888;
    struct kit_bytes bytes = {
        .data = wl_shm_buffer_get_data(memory),
        .stride = wl_shm_buffer_get_stride(memory),
        .width = wl_shm_buffer_get_width(memory),
        .height = wl_shm_buffer_get_height(memory),
        .is_opaque = format == WL_SHM_FORMAT_XRGB8888 || format == WL_SHM_FORMAT_XBGR8888,
        .transform = icon->transform,
    };
    bytes.part_width = bytes.width;
    bytes.part_height = bytes.height;
    if (!kit_copy_read(&icon->copy, &bytes)) return;
    if (is_swapped) swap_colours(&icon->copy);
    icon->has_copy = true;
}

// -------------------------------------------------------------------------------------------------------------- Report

static struct dray_image image_of(struct dg_icon *icon) {
    MetaWaylandSurface *surface = dg_surface(icon->surface);
    if (icon->is_sheet) return kit_image(&icon->copy, SHEET, SHEET, -SHEET / 2, -SHEET / 2);
    return kit_image(&icon->copy, meta_wayland_surface_get_width(surface), meta_wayland_surface_get_height(surface),
                     icon->offset_x, icon->offset_y);
}

static bool has_image(struct dg_icon *icon) {
    MetaWaylandSurface *surface = dg_surface(icon->surface);
    return icon->has_copy && surface != NULL &&
           kit_has_image(meta_wayland_surface_get_width(surface), meta_wayland_surface_get_height(surface));
}

static gboolean report(gpointer data) {
    struct dg_icon *icon = data;
    icon->report = 0;
    if (icon->use == PREVIEW) dray_engine_preview_changed(icon->host->dray, icon->surface);
    if (icon->use == ICON && !has_image(icon)) dray_drag_icon(icon->host->dray, icon->drag, NULL);
    if (icon->use == ICON && has_image(icon)) {
        struct dray_image image = image_of(icon);
        dray_drag_icon(icon->host->dray, icon->drag, &image);
    }
    if (icon->frame_count > 0) clutter_stage_schedule_update(icon->host->stage);
    return G_SOURCE_REMOVE;
}

// Reports later, when mutter has applied the commit and knows the size.
static void report_soon(struct dg_icon *icon) {
    if (icon->report == 0) icon->report = g_idle_add_full(G_PRIORITY_HIGH, report, icon, NULL);
}

// ------------------------------------------------------------------------------------------------------------ Surfaces

static void forget(struct dg_icon *icon) {
    if (icon->report != 0) g_source_remove(icon->report);
    set_buffer(&icon->attached, NULL);
    set_buffer(&icon->committed, NULL);
    wl_list_remove(&icon->surface_destroyed.link);
    wl_list_remove(&icon->link);
    kit_copy_free(&icon->copy);
    g_free(icon);
}

static void handle_surface_destroyed(struct wl_listener *listener, void *data) {
    struct dg_icon *icon = wl_container_of(listener, icon, surface_destroyed);
    // The last content of an icon stays until the image has landed; Dray has a copy.
    forget(icon);
}

static struct dg_icon *find(struct wl_resource *surface) {
    struct wl_listener *listener = wl_resource_get_destroy_listener(surface, handle_surface_destroyed);
    struct dg_icon *icon;
    return listener != NULL ? wl_container_of(listener, icon, surface_destroyed) : NULL;
}

static struct dg_icon *follow(struct dg_host *host, struct wl_resource *surface) {
    struct dg_icon *icon = find(surface);
    if (icon != NULL) return icon;
    icon = g_new0(struct dg_icon, 1);
    icon->host = host;
    icon->surface = surface;
    icon->surface_destroyed.notify = handle_surface_destroyed;
    wl_resource_add_destroy_listener(surface, &icon->surface_destroyed);
    wl_list_insert(&host->icons, &icon->link);
    return icon;
}

static void commit(struct dg_icon *icon) {
    if (icon->is_attached) set_buffer(&icon->committed, icon->attached.resource);
    if (icon->is_attached && icon->committed.resource == NULL) icon->has_copy = false;
    icon->is_attached = false;
    set_buffer(&icon->attached, NULL);
    icon->offset_x = kit_sum(icon->offset_x, icon->next_x);
    icon->offset_y = kit_sum(icon->offset_y, icon->next_y);
    icon->next_x = icon->next_y = 0;
    if (icon->use == UNUSED) return;
    read_content(icon);
    report_soon(icon);
}

void dg_icon_request(struct dg_host *host, const struct wl_protocol_logger_message *message) {
    const struct wl_message *kind = message->message;
    if (kind < wl_surface_interface.methods || kind >= wl_surface_interface.methods + wl_surface_interface.method_count)
        return;
    struct wl_resource *surface = message->resource;
    if (dg_actor(dg_surface(surface)) != NULL) {
        // It has got a role.
        struct dg_icon *icon = find(surface);
        if (icon != NULL) forget(icon);
        return;
    }
    const union wl_argument *with = message->arguments;
    struct dg_icon *icon = dg_surface(surface) != NULL ? follow(host, surface) : NULL;
    if (icon == NULL) return;
    switch (message->message_opcode) {
    case ATTACH:
        set_buffer(&icon->attached, (struct wl_resource *)with[0].o);
        icon->is_attached = true;
        icon->next_x = with[1].i;
        icon->next_y = with[2].i;
        break;
    case OFFSET:
        icon->next_x = with[0].i;
        icon->next_y = with[1].i;
        break;
    case SET_BUFFER_TRANSFORM: icon->transform = with[0].i; break;
    case FRAME:
        if (icon->frame_count < FRAMES) icon->frames[icon->frame_count++] = with[0].n;
        break;
    case COMMIT: commit(icon); break;
    default: break;
    }
}

static void send_frames(struct dg_icon *icon) {
    struct wl_client *client = wl_resource_get_client(icon->surface);
    for (size_t index = 0; index < icon->frame_count; index++) {
        struct wl_resource *callback = wl_client_get_object(client, icon->frames[index]);
        // The client may have used the ID for another object.
        if (callback == NULL || strcmp(wl_resource_get_class(callback), "wl_callback") != 0) continue;
        wl_callback_send_done(callback, kit_now() / 1000);
        wl_resource_destroy(callback);
    }
    icon->frame_count = 0;
}

void dg_icons_drawn(struct dg_host *host) {
    struct dg_icon *icon;
    wl_list_for_each(icon, &host->icons, link)
        if (icon->use == ICON) send_frames(icon);
}

// --------------------------------------------------------------------------------------------------------------- Icons

bool dg_icon_may_be(struct wl_resource *surface) {
    struct dg_icon *icon = find(surface);
    return dg_surface(surface) != NULL && dg_actor(dg_surface(surface)) == NULL &&
           (icon == NULL || icon->use != PREVIEW);
}

void dg_icon_add(struct dg_host *host, uint64_t drag, struct wl_resource *surface) {
    if (surface == NULL) return;
    struct dg_icon *icon = follow(host, surface);
    icon->use = ICON;
    icon->drag = drag;
    icon->offset_x = icon->offset_y = 0;
    icon->has_copy = false;
    read_content(icon);
    if (icon->has_copy || icon->frame_count > 0) report_soon(icon);
}

void dg_icon_release(struct dg_host *host, uint64_t drag) {
    struct dg_icon *icon;
    wl_list_for_each(icon, &host->icons, link)
        if (icon->use == ICON && icon->drag == drag) icon->use = UNUSED;
}

void dg_icons_start(struct dg_host *host) { wl_list_init(&host->icons); }

// ------------------------------------------------------------------------------------------------------------ Previews

bool dg_preview_add(struct dg_host *host, struct wl_resource *surface) {
    struct dg_icon *icon = find(surface);
    if (dg_surface(surface) == NULL || dg_actor(dg_surface(surface)) != NULL || (icon != NULL && icon->use == ICON))
        return false;
    icon = follow(host, surface);
    icon->use = PREVIEW;
    read_content(icon);
    return true;
}

bool dg_preview_read(struct dg_host *host, struct wl_resource *surface, struct dray_image *picture) {
    struct dg_icon *icon = find(surface);
    if (icon == NULL || icon->use != PREVIEW) return false;
    send_frames(icon);
    if (!has_image(icon)) return false;
    *picture = image_of(icon);
    return true;
}
