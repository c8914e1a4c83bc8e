// SPDX-License-Identifier: MIT
// Queries of a scene. It is traversed for each query, since it emits no signal when it changes.
#include "scene.h"

#include <wlr/types/wlr_scene.h>

struct search {
    struct wlr_surface *surface;
    bool is_found, is_visible;
    double x, y;
};

// Offsets the position by the crop: a surface that is cropped to its window geometry begins there.
static void add_crop(const struct wlr_scene_surface *shown, double *x, double *y) {
    if (wlr_box_empty(&shown->clip)) return;
    if (shown->clip.x > 0) *x -= shown->clip.x;
    if (shown->clip.y > 0) *y -= shown->clip.y;
}

static void look_at(struct wlr_scene_buffer *buffer, int x, int y, void *data) {
    struct search *search = data;
    struct wlr_scene_surface *shown = wlr_scene_surface_try_from_buffer(buffer);
    if (shown == NULL || shown->surface != search->surface) return;
    search->is_found = true;
    search->x = x;
    search->y = y;
    add_crop(shown, &search->x, &search->y);
    if (!pixman_region32_empty(&buffer->node.visible)) search->is_visible = true;
}

bool dwl_scene_find(struct wlr_scene *scene, struct wlr_surface *surface, double *x, double *y, bool *is_visible) {
    struct search search = {.surface = surface};
    wlr_scene_node_for_each_buffer(&scene->tree.node, look_at, &search);
    if (!search.is_found) return false;
    *x = search.x;
    *y = search.y;
    *is_visible = search.is_visible;
    return true;
}

static struct wlr_surface *surface_of(struct wlr_scene_node *node) {
    if (node == NULL || node->type != WLR_SCENE_NODE_BUFFER) return NULL;
    struct wlr_scene_surface *shown = wlr_scene_surface_try_from_buffer(wlr_scene_buffer_from_node(node));
    return shown != NULL ? shown->surface : NULL;
}

struct wlr_surface *dwl_scene_pick(struct wlr_scene *scene, double x, double y, double *local_x, double *local_y) {
    return surface_of(wlr_scene_node_at(&scene->tree.node, x, y, local_x, local_y));
}

struct wlr_surface *dwl_scene_pick_below(struct wlr_scene *scene, bool (*passes)(void *data, struct wlr_surface *),
                                         void *data, double x, double y, double *local_x, double *local_y) {
    struct wlr_scene_node *node = wlr_scene_node_at(&scene->tree.node, x, y, local_x, local_y);
    struct wlr_surface *surface = surface_of(node);
    if (surface == NULL || !passes(data, surface)) return surface;
    // Disabled for this query only: nothing is drawn meanwhile.
    node->enabled = false;
    struct wlr_surface *below = dwl_scene_pick_below(scene, passes, data, x, y, local_x, local_y);
    node->enabled = true;
    return below;
}

struct visit {
    void (*found)(void *data, struct wlr_surface *surface);
    void *data;
};

static void visit_buffer(struct wlr_scene_buffer *buffer, int x, int y, void *data) {
    struct visit *visit = data;
    struct wlr_scene_surface *shown = wlr_scene_surface_try_from_buffer(buffer);
    if (shown != NULL) visit->found(visit->data, shown->surface);
}

void dwl_scene_for_each(struct wlr_scene *scene, void (*found)(void *data, struct wlr_surface *surface), void *data) {
    struct visit visit = {found, data};
    wlr_scene_node_for_each_buffer(&scene->tree.node, visit_buffer, &visit);
}

static void add(uint64_t *sum, uint64_t value) { *sum = (*sum ^ value) * UINT64_C(0x9e3779b97f4a7c15); }

static void add_buffer(struct wlr_scene_buffer *buffer, int x, int y, void *data) {
    struct wlr_scene_surface *shown = wlr_scene_surface_try_from_buffer(buffer);
    if (shown == NULL) return;
    add(data, (uintptr_t)shown->surface);
    add(data, (uint64_t)(int64_t)x << 32 ^ (uint32_t)y);
    add(data, (uint64_t)(int64_t)shown->surface->current.width << 32 ^ (uint32_t)shown->surface->current.height);
}

uint64_t dwl_scene_sum(struct wlr_scene *scene) {
    uint64_t sum = 1;
    wlr_scene_node_for_each_buffer(&scene->tree.node, add_buffer, &sum);
    return sum;
}

void dwl_scene_add_destroy_listener(struct wlr_scene *scene, struct wl_listener *listener) {
    wl_signal_add(&scene->tree.node.events.destroy, listener);
}
