// SPDX-License-Identifier: MIT
#include "0.18.h"

#include <math.h>
#include <wlr/render/pass.h>
#include <wlr/util/transform.h>

#include "../../kit/previews.h"
#include "../../kit/sum.h"

// --------------------------------------------------------------------------------------------------------------- Icons

// The icon takes no input, so picking finds the surface under it.
static void icon_commit(struct wlr_surface *surface) { pixman_region32_clear(&surface->input_region); }

// wlroots does not export its role of icons; this one has the same name.
static const struct wlr_surface_role icon_role = {
    .name = "wl_data_device-icon", .no_object = true, .commit = icon_commit};

bool dwl_surface_become_icon(struct wlr_surface *surface, struct wl_resource *error_resource, uint32_t error_code) {
    if (!wlr_surface_set_role(surface, &icon_role, error_resource, error_code)) return false;
    // The surface may have content already.
    icon_commit(surface);
    return true;
}

static const struct wlr_surface_role preview_role = {
    .name = KIT_PREVIEW_ROLE, .no_object = true, .commit = icon_commit};

bool dwl_surface_become_preview(struct wlr_surface *surface) {
    return wlr_surface_set_role(surface, &preview_role, NULL, 0);
}

// Called after the role's commit function.
static void handle_commit(struct wl_listener *listener, void *data) {
    struct dwl_icon_user *user = wl_container_of(listener, user, commit);
    user->x = kit_sum(user->x, user->surface->current.dx);
    user->y = kit_sum(user->y, user->surface->current.dy);
    if (user->committed != NULL) user->committed(user, user->surface);
}

void dwl_icon_watch(struct dwl_icon_user *user, struct wlr_surface *surface) {
    if (user->surface == surface) return;
    user->surface = surface;
    user->x = surface->current.dx;
    user->y = surface->current.dy;
    user->commit.notify = handle_commit;
    wl_signal_add(&surface->events.commit, &user->commit);
}

void dwl_icon_unwatch(struct dwl_icon_user *user, struct wlr_surface *surface) {
    if (user->surface == NULL || user->surface != surface) return;
    wl_list_remove(&user->commit.link);
    user->surface = NULL;
}

// wlr_drag_create aborts for an icon whose role is not wlroots' own, so the icon is set afterwards. It is handled as
// wlroots does: either object may be freed first.
static void handle_icon_surface_destroyed(struct wl_listener *listener, void *data) {
    struct wlr_drag_icon *icon = wl_container_of(listener, icon, surface_destroy);
    icon->drag->icon = NULL;
    wl_list_remove(&icon->surface_destroy.link);
    wl_signal_emit_mutable(&icon->events.destroy, icon);
    free(icon);
}

static void handle_icon_destroyed(struct wl_listener *listener, void *data) {
    struct wlr_drag *drag = wl_container_of(listener, drag, icon_destroy);
    // From 0.19 on wlroots asserts that an object without listeners is destroyed.
    wl_list_remove(&drag->icon_destroy.link);
    wl_list_init(&drag->icon_destroy.link);
    drag->icon = NULL;
}

struct wlr_drag *dwl_drag_create(struct wlr_seat_client *client, struct wlr_data_source *source,
                                 struct wlr_surface *surface) {
    struct wlr_drag *drag = wlr_drag_create(client, source, NULL);
    struct wlr_drag_icon *icon = drag != NULL && surface != NULL ? calloc(1, sizeof *icon) : NULL;
    if (icon == NULL) return drag;
    icon->drag = drag;
    icon->surface = surface;
    wl_signal_init(&icon->events.destroy);
    icon->surface_destroy.notify = handle_icon_surface_destroyed;
    wl_signal_add(&surface->events.destroy, &icon->surface_destroy);
    drag->icon = icon;
    drag->icon_destroy.notify = handle_icon_destroyed;
    wl_signal_add(&icon->events.destroy, &drag->icon_destroy);
    return drag;
}

// ------------------------------------------------------------------------------------------------------------- Outputs

void dwl_output_repaint(struct wlr_output *output, const struct wlr_box *points) {
    float scale = output->scale;
    struct wlr_box box = {(int)floorf(points->x * scale), (int)floorf(points->y * scale),
                          (int)ceilf(points->width * scale) + 1, (int)ceilf(points->height * scale) + 1};
    struct wlr_box screen = {0};
    wlr_output_transformed_resolution(output, &screen.width, &screen.height);
    if (!wlr_box_intersection(&box, &box, &screen)) return;
    wlr_box_transform(&box, &box, wlr_output_transform_invert(output->transform), screen.width, screen.height);
    pixman_region32_t damage;
    pixman_region32_init_rect(&damage, box.x, box.y, box.width, box.height);
    struct wlr_output_event_damage event = {.output = output, .damage = &damage};
    wl_signal_emit_mutable(&output->events.damage, &event);
    pixman_region32_fini(&damage);
}

// -------------------------------------------------------------------------------------------------------------- Pixels

bool dwl_surface_draw(struct wlr_surface *surface, struct wlr_buffer *buffer, void *pixels) {
    struct wlr_renderer *renderer = surface->compositor->renderer;
    struct wlr_texture *texture = wlr_surface_get_texture(surface);
    if (texture == NULL || renderer == NULL) return false;
    int width = buffer->width, height = buffer->height;
    struct wlr_render_pass *pass = wlr_renderer_begin_buffer_pass(renderer, buffer, NULL);
    bool is_read = false;
    if (pass != NULL) {
        struct wlr_render_texture_options options = {
            .texture = texture,
            .dst_box = {0, 0, width, height},
            .transform = wlr_output_transform_invert(surface->current.transform),
            .blend_mode = WLR_RENDER_BLEND_MODE_NONE,
        };
        wlr_surface_get_buffer_source_box(surface, &options.src_box);
        wlr_render_pass_add_texture(pass, &options);
        struct wlr_texture *drawn = wlr_render_pass_submit(pass) ? wlr_texture_from_buffer(renderer, buffer) : NULL;
        struct wlr_texture_read_pixels_options read = {
            .data = pixels, .format = DRM_FORMAT_ARGB8888, .stride = width * 4};
        is_read = drawn != NULL && wlr_texture_read_pixels(drawn, &read);
        if (drawn != NULL) wlr_texture_destroy(drawn);
    }
    return is_read;
}
